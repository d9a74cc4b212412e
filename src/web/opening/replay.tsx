// Shows an opening again, or for the first time after a purchase with credits. The user already owns the cards, so
// leaving needs no confirmation.
import { showOpening, type PackOpening } from '#contract/opening.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useAnswers } from '../api/do.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { usePackType } from '../catalogue/queries.ts';
import { rememberWay } from './opening-way.ts';
import { PackView } from './pack-view.tsx';
import { ResultsModal } from './results-modal.tsx';
import { Revealing } from './revealing.tsx';

const NOTHING_IS_LOST = 'These cards are already yours: you lose nothing by leaving.';

/** `isNext`: the user came here from another replay. */
export function Replay({ openingId, isNext }: { openingId: string; isNext: boolean }) {
  const isCalm = useReducedMotion();
  const navigate = useNavigate();
  const { ask } = useAnswers();
  const { openings } = useLocation().state;
  // Never refetched, because this page itself marks a card that the user sells here.
  const opening = useAsk(showOpening, { id: openingId }, { staleTime: Infinity }).data;
  const packType = usePackType(opening?.packTypeId).data;
  const [opened, setOpened] = useState<PackOpening | null>(null);
  const [isBack, setBack] = useState(false);
  const [results, setResults] = useState<PackOpening[] | null>(null);

  const at = openings?.indexOf(openingId) ?? -1;
  const whichPack =
    openings !== undefined && openings.length > 1 && at !== -1
      ? `Pack ${at + 1} of ${openings.length}`
      : null;
  const next = openings?.[at + 1];

  if (opened !== null) {
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
                  state: { openings: openings! },
                  replace: true,
                })
        }
        onBackToPack={() => {
          setOpened(null);
          setBack(true);
        }}
      />
    );
  }
  return (
    <>
      <PackView
        name={opening?.packName ?? 'Your pack'}
        image={packType?.packImageUrl ?? '/pack-plain.svg'}
        cardCount={opening?.cards.length}
        whichPack={whichPack}
        isCalm={isCalm}
        takesFocus={isNext || isBack}
        note={NOTHING_IS_LOST}
        onShowAll={
          openings === undefined
            ? null
            : async () => {
                rememberWay('all at once');
                setResults(await Promise.all(openings.map((id) => ask(showOpening, { id }))));
              }
        }
        open={async () => opening ?? (await ask(showOpening, { id: openingId }))}
        onOpened={setOpened}
      />
      {results !== null && (
        <ResultsModal openings={{ packOpenings: results }} onClose={() => setResults(null)} />
      )}
    </>
  );
}
