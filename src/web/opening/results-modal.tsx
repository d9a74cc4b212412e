// The cards of a purchase with the balance. They appear one by one, the total counts up, and then the best card is
// shown. A button leads to the same cards one by one on the stage.
import { showOpening, type PackOpening } from '#contract/opening.ts';
import { formatCad, shareRoundedDown, sum } from '#domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAnswers } from '../api/do.ts';
import { motion } from '../browser/motion.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Price } from '../ui/price.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import './navigation-state.ts';
import { openingWay, rememberWay } from './opening-way.ts';
import { ResultsList } from './results-list.tsx';
import { shareCounted, STEP_MS } from './results-timeline.ts';

/** Loaded once all cards have appeared, so that it does not slow the animation. */
const PackChecks = lazy(async () => ({
  default: (await import('../fairness/pack-checks.tsx')).PackChecks,
}));

/** `tickets`: the places of packs that belong to a drop. */
type Openings = { packOpenings: PackOpening[]; tickets?: { placeId: string }[] };

export function ResultsModal({ openings, onClose }: { openings: Openings; onClose: () => void }) {
  const { packOpenings, tickets = [] } = openings;
  const watch = useWatch(packOpenings);
  // If the user chose the stage last time, the page goes there at once, so that no card is shown before the user turns
  // it.
  const [goesOn] = useState(() => openingWay() === 'one by one');
  useEffect(() => {
    if (goesOn) watch();
    // oxlint-disable-next-line react/exhaustive-deps -- Only once, when the packs are open.
  }, []);
  if (goesOn) return null;
  return (
    <Results
      packOpenings={packOpenings}
      placeIds={tickets.map(({ placeId }) => placeId)}
      onClose={onClose}
      onWatch={() => {
        rememberWay('one by one');
        watch();
      }}
    />
  );
}

/** Replaces the page of the purchase with the stage of these openings. */
function useWatch(packOpenings: PackOpening[]): () => void {
  const navigate = useNavigate();
  const { note } = useAnswers();
  return () => {
    for (const opening of packOpenings) note(showOpening, { id: opening.id }, opening);
    const openings = packOpenings.map(({ id }) => id);
    void navigate({
      to: '/card-opening',
      search: { opening: openings[0]! },
      state: { openings },
      replace: true,
    });
  };
}

type ResultsProps = {
  packOpenings: PackOpening[];
  placeIds: string[];
  onClose: () => void;
  onWatch: () => void;
};

function Results({ packOpenings, placeIds, onClose, onWatch }: ResultsProps) {
  const navigate = useNavigate();
  const cards = packOpenings.flatMap((opening) => opening.cards);
  const reveal = useReveal(cards.length);
  const total = sum(...packOpenings.map((opening) => opening.totalValue));
  const paid = sum(...packOpenings.map((opening) => opening.paid));
  return (
    <Dialog isOpen onClose={onClose} title="Pack Opening Results" width={1280} onBaize>
      <p className="-mt-3 text-small text-text-2">
        You opened {cards.length} card(s) from {packOpenings.length} pack(s)
      </p>
      <ResultsList cards={cards} isDone={reveal.isDone} />
      <div className="mt-5 flex min-h-24 flex-wrap items-end justify-between gap-4 border-t border-line pt-4 max-sm:min-h-34">
        <div className={reveal.share === null ? 'invisible' : undefined}>
          <p className="text-small text-text-2">Total Value</p>
          <p aria-hidden={!reveal.isDone} className="font-display text-h2 font-[760]">
            <Price amount={shareRoundedDown(total, reveal.share ?? 0)} />
          </p>
          <p className="text-small text-text-2">
            market value; sold back now{' '}
            <Price amount={sum(...cards.map((card) => card.sellPrice))} />, paid{' '}
            <Price amount={paid} />
          </p>
        </div>
        <VisuallyHidden>
          <output>{reveal.isDone && `Total Value ${formatCad(total)}`}</output>
        </VisuallyHidden>
        <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2 max-sm:*:last:col-span-2">
          <Button variant="secondary" onClick={onWatch}>
            Reveal one by one
          </Button>
          {reveal.isDone && (
            <Button variant="secondary" onClick={() => void navigate({ to: '/' })}>
              Continue Shopping
            </Button>
          )}
          {/* One button that changes its label, so that the keyboard focus stays on it. The second click of a double
              click is ignored, because it was meant for the first label. */}
          <Button
            variant={reveal.isDone ? 'primary' : 'secondary'}
            onClick={({ detail }) => {
              if (!reveal.isDone) reveal.skip();
              else if (detail < 2) void navigate({ to: '/my-cards' });
            }}
          >
            {reveal.isDone ? 'View Collection' : 'Skip Animation'}
          </Button>
        </div>
      </div>
      {placeIds.length > 0 && (
        <div className="mt-1 min-h-11">
          {reveal.isDone && (
            <Suspense>
              <PackChecks placeIds={placeIds} />
            </Suspense>
          )}
        </div>
      )}
    </Dialog>
  );
}

/**
 * The progress of the animation. `share`: how much of the total is counted, 0 to 1; null before the total appears. It
 * is computed from the clock, so that a slow machine finishes at the same time as a fast one.
 */
function useReveal(cardCount: number) {
  const [share, setShare] = useState<number | null>(() => (motion.isOn('less') ? 1 : null));
  const isDone = share === 1;

  useEffect(() => {
    if (isDone) return;
    const startedAt = performance.now();
    const timer = setInterval(
      () => setShare(shareCounted(performance.now() - startedAt, cardCount)),
      STEP_MS,
    );
    return () => clearInterval(timer);
  }, [cardCount, isDone]);

  return { share, isDone, skip: () => setShare(1) };
}
