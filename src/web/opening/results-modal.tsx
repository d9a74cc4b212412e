// The dialog after a purchase with credits. The shop has already opened the packs, but the dialog shows them sealed and
// asks how to see their cards: torn open on the stage, or all at once in a list.
import { showOpening, type PackOpening } from '#contract/opening.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useResponses } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { useOwnBreak } from '../catalogue/own-break.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { AlwaysTick } from './always-tick.tsx';
import { AskHow, type UnseenPack } from './ask-how.tsx';
import { useEntryNow } from '../browser/history-entry.ts';
import { openingWay, type OpeningWay } from './opening-way.ts';
import { Results } from './results.tsx';
import { forgetListed, storeListed } from './turned-cards.ts';
import { useUncover } from './use-uncover.ts';
import { useWatch } from './use-watch.ts';

/** The width of the question, in px. It becomes the width of the list once the user has chosen. */
const ASKING_WIDTH = 640;

type ResultsModalProps = {
  packs: readonly UnseenPack[];
  /** Returns the openings of these packs. Called after the user has chosen how to see them. */
  load: () => Promise<PackOpening[]>;
  /** The place ids of the packs that belong to a drop. */
  placeIds?: readonly string[];
  /** Whether the user has already chosen the list. */
  isList?: boolean;
  /** If true, the list does not appear card by card, because the user comes back to it. */
  isShownBefore?: boolean;
  /** Called when the stage replaces this dialog. Needed if the page below may stay the same. */
  onWatch?: () => void;
  /** `hasChosen`: whether the user has chosen before closing. */
  onClose: (hasChosen: boolean) => void;
};

export function ResultsModal({
  packs,
  load,
  placeIds = [],
  isList = false,
  isShownBefore = false,
  onWatch,
  onClose,
}: ResultsModalProps) {
  const [chosen] = useState(openingWay.useChosen());
  const [isBusy, setBusy] = useState(false);
  const [openings, setOpenings] = useState<PackOpening[] | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const openingIds = packs.map(({ openingId }) => openingId);
  const watch = useWatch(openingIds);
  const uncover = useUncover();
  const entryNow = useEntryNow();
  const isOnBreak = useOwnBreak() !== null;
  const toStage = (how: { tears: boolean }) => {
    watch(how);
    onWatch?.();
  };
  usePreloadedStage();

  const choose = async (way: OpeningWay, { tears }: { tears: boolean }) => {
    if (way === 'tear') return toStage({ tears });
    setBusy(true);
    try {
      const loaded = await load();
      await uncover(loaded);
      storeListed({ entry: entryNow(), openingIds, placeIds: [...placeIds] });
      setOpenings(loaded);
    } catch (error) {
      showToast({ kind: 'error', title: 'Your cards did not load', text: messageOf(error) });
    }
    setBusy(false);
  };
  // A user who has ticked "Always do what I choose now" is not asked again.
  const remembered = isList ? 'list' : chosen;
  useEffect(() => {
    if (remembered !== 'system') void choose(remembered, { tears: false });
    // oxlint-disable-next-line react/exhaustive-deps -- Only once, when the packs are open.
  }, []);
  if (remembered === 'tear') return null;
  return (
    <Dialog
      isOpen
      onClose={() => {
        forgetListed(entryNow());
        onClose(openings !== null);
      }}
      title="Pack Opening Results"
      width={openings === null && remembered === 'system' ? ASKING_WIDTH : 1280}
      initialFocus={first}
      onBaize
    >
      {openings === null ? (
        <AskHow
          packs={packs}
          first={first}
          isBusy={isBusy}
          onChoose={(way, how) => void choose(way, { tears: how?.byHand !== true })}
        />
      ) : (
        <Results
          packOpenings={openings}
          placeIds={placeIds}
          onWatch={isOnBreak ? null : () => toStage({ tears: false })}
          isShownBefore={isShownBefore}
          aside={<AlwaysTick way="list" />}
        />
      )}
    </Dialog>
  );
}

/** Loads the code of the stage while the user chooses, so that *Tear it open* tears at once. */
function usePreloadedStage(): void {
  const router = useRouter();
  useEffect(() => {
    void router.loadRouteChunk(router.routesByPath['/card-opening']);
  }, [router]);
}

/** The dialog for packs that the user has just bought. */
export function BoughtResults({
  packOpenings,
  placeIds,
  onClose,
}: {
  packOpenings: PackOpening[];
  placeIds: string[];
  onClose: (hasChosen: boolean) => void;
}) {
  const { note } = useResponses();
  useEffect(() => {
    for (const opening of packOpenings) note(showOpening, { id: opening.id }, opening);
    // oxlint-disable-next-line react/exhaustive-deps -- Only once, when the packs are open.
  }, []);
  return (
    <ResultsModal
      packs={packOpenings.map(unseen)}
      load={async () => packOpenings}
      placeIds={placeIds}
      // If no pack is covered, the purchase did not ask how to open them, because this browser remembers the answer.
      isList={packOpenings.every(({ isCovered }) => !isCovered)}
      onClose={onClose}
    />
  );
}

export function unseen({ id, packTypeId, packName, cards }: PackOpening): UnseenPack {
  return { openingId: id, packTypeId, packName, cardCount: cards.length };
}
