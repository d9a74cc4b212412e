// Shows an opening again. After a purchase with credits, shows it for the first time. The user already owns the cards,
// so leaving needs no confirmation. If some of the cards were turned on an earlier visit, the user goes on from there.
import { showOpening, type PackOpening } from '#contract/opening.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useResponses } from '../api/do.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { useOwnBreak } from '../catalogue/own-break.ts';
import { usePackType } from '../catalogue/queries.ts';
import { AwaitedStage } from './awaited-stage.tsx';
import { useEntry } from '../browser/history-entry.ts';
import { ListedPacks } from './listed-packs.tsx';
import { PackView } from './pack-view.tsx';
import { ResultsModal, unseen } from './results-modal.tsx';
import { Revealing } from './revealing.tsx';
import { findTorn } from './turned-cards.ts';
import { useUncover } from './use-uncover.ts';
import { WithoutStage } from './without-stage.tsx';

const NOTHING_IS_LOST = 'These cards are already yours: you lose nothing by leaving.';

type ReplayProps = {
  openingId: string;
  /** All openings to watch, one after the other. Undefined if it is this one alone. */
  openings: readonly string[] | undefined;
  /** Whether the user came here from another replay. */
  isNext: boolean;
};

export function Replay({ openingId, openings, isNext }: ReplayProps) {
  const isCalm = useReducedMotion();
  const navigate = useNavigate();
  const { ask } = useResponses();
  const [{ tears = false }] = useState(useLocation().state);
  const entry = useEntry();
  const [isTorn] = useState(() => findTorn(entry, (torn) => torn.openingId === openingId) !== null);
  // The opening is never refetched, because the page itself marks a card that the user sells here.
  const asked = useAsk(showOpening, { id: openingId }, { staleTime: Infinity });
  const opening = asked.data;
  const packType = usePackType(opening?.packTypeId).data;
  const isOnBreak = useOwnBreak() !== null;
  const [torn, setTorn] = useState<PackOpening | null>(null);
  const [isListed, setListed] = useState(false);
  const [results, setResults] = useState<PackOpening[] | null>(null);
  const uncover = useUncover();
  const opened = torn ?? (isTorn ? opening : undefined);
  const name = opening?.packName ?? 'Your pack';

  const at = openings?.indexOf(openingId) ?? -1;
  const whichPack =
    openings !== undefined && openings.length > 1 && at !== -1
      ? `Pack ${at + 1} of ${openings.length}`
      : null;
  const next = openings?.[at + 1];

  if (isOnBreak && isListed) {
    return (
      <ListedPacks openingIds={openings ?? [openingId]} isShownBefore={false} onWatch={null} />
    );
  }
  if (isOnBreak) return <WithoutStage name={name} onShowAll={() => setListed(true)} />;
  if (opened !== undefined) {
    return (
      <Revealing
        opened={opened}
        isCalm={isCalm}
        whichPack={whichPack}
        isReplay
        note={NOTHING_IS_LOST}
        onNextPack={
          next === undefined
            ? null
            : () =>
                void navigate({
                  to: '/card-opening',
                  search: { opening: next },
                  state: { openings: [...openings!] },
                  replace: true,
                })
        }
      />
    );
  }
  if (isTorn) {
    return <AwaitedStage error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  return (
    <>
      <PackView
        name={name}
        image={packType?.packImageUrl ?? '/pack-plain.svg'}
        cardCount={opening?.cards.length}
        whichPack={whichPack}
        packId={opening?.packId}
        isCalm={isCalm}
        takesFocus={isNext}
        isReplay
        tears={tears}
        note={NOTHING_IS_LOST}
        onShowAll={
          openings === undefined
            ? null
            : async () =>
                setResults(await Promise.all(openings.map((id) => ask(showOpening, { id }))))
        }
        open={async () => {
          const shown = opening ?? (await ask(showOpening, { id: openingId }));
          await uncover([shown]);
          return shown;
        }}
        onOpened={setTorn}
      />
      {results !== null && (
        <ResultsModal
          packs={results.map(unseen)}
          load={async () => results}
          isList
          onWatch={() => setResults(null)}
          // Packs whose cards were all shown are not shown in their wrappers again.
          onClose={() => void navigate({ to: '/my-cards' })}
        />
      )}
    </>
  );
}
