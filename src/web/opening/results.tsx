// Lists the cards of opened packs. The cards appear one by one, then the total counts up, and then the best card is
// shown.
import type { PackOpening } from '#contract/opening.ts';
import { formatCad, shareRoundedDown, sum } from '#domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { motion } from '../browser/motion.ts';
import { Button } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { ResultsList } from './results-list.tsx';
import { shareCounted, STEP_MS } from './results-timeline.ts';

/** This code is loaded after all cards have appeared, so that loading it does not slow the animation. */
const PackChecks = lazy(async () => ({
  default: (await import('../fairness/pack-checks.tsx')).PackChecks,
}));

type ResultsProps = {
  packOpenings: readonly PackOpening[];
  /** The place ids of the packs that belong to a drop. */
  placeIds?: readonly string[];
  /** Goes to the stage with the same cards. Null if the user gets no stage. */
  onWatch: (() => void) | null;
  /** Content next to the first line. */
  aside?: ReactNode;
  /** If true, all cards are there at once, because the user has seen them appear before. */
  isShownBefore?: boolean;
  /** Called when all cards have appeared. */
  onDone?: () => void;
};

export function Results(props: ResultsProps) {
  const { packOpenings, placeIds = [], onWatch, aside, isShownBefore = false, onDone } = props;
  const navigate = useNavigate();
  const cards = packOpenings.flatMap((opening) => opening.cards);
  const animation = useAnimation(cards.length, isShownBefore);
  const skip = useRef<HTMLButtonElement>(null);
  // The button that was pressed no longer exists, so the focus moves to the button that the user can press next.
  useEffect(() => {
    if (document.activeElement === document.body) skip.current?.focus({ preventScroll: true });
  }, []);
  const total = sum(...packOpenings.map((opening) => opening.totalValue));
  const paid = sum(...packOpenings.map((opening) => opening.paid));
  useEffect(() => {
    if (animation.isDone) onDone?.();
    // oxlint-disable-next-line react/exhaustive-deps -- Only at the end of the animation.
  }, [animation.isDone]);
  return (
    <>
      <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-small text-text-2">
          You opened {cards.length} card(s) from {packOpenings.length} pack(s)
        </p>
        {aside}
      </div>
      {/* The buttons are before the cards in the document, so that keyboard users reach them before the links of
          all cards. */}
      <div className="flex min-h-0 flex-col">
        <div className="order-2 mt-5 flex min-h-24 flex-wrap items-end justify-between gap-4 border-t border-line pt-4 max-sm:min-h-34">
          <div className={animation.share === null ? 'invisible' : undefined}>
            <p className="text-small text-text-2">Total Value</p>
            <p aria-hidden={!animation.isDone} className="font-display text-h2 font-[760]">
              <Price amount={shareRoundedDown(total, animation.share ?? 0)} />
            </p>
            <p className="text-small text-text-2">
              market value; sold back now{' '}
              <Price amount={sum(...cards.map((card) => card.sellPrice))} />, paid{' '}
              <Price amount={paid} />
            </p>
          </div>
          <VisuallyHidden>
            <output>{animation.isDone && `Total Value ${formatCad(total)}`}</output>
          </VisuallyHidden>
          <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2 max-sm:*:last:col-span-2">
            {onWatch !== null && (
              <Button variant="secondary" onClick={onWatch}>
                Reveal one by one
              </Button>
            )}
            {/* The button has its place from the start, so that the other buttons stay where they are. */}
            <Button
              variant="secondary"
              className={animation.isDone ? undefined : 'invisible'}
              onClick={() => void navigate({ to: '/' })}
            >
              Continue Shopping
            </Button>
            {/* One button changes its label, so that the keyboard focus stays on it. The second click of a double
                click is ignored, because the user meant it for the first label. */}
            <Button
              ref={skip}
              variant={animation.isDone ? 'primary' : 'secondary'}
              className="sm:min-w-42"
              onClick={({ detail }) => {
                if (!animation.isDone) animation.skip();
                else if (detail < 2) void navigate({ to: '/my-cards' });
              }}
            >
              {animation.isDone ? 'View Collection' : 'Skip Animation'}
            </Button>
          </div>
        </div>
        <div className="order-1 min-h-0">
          <ResultsList cards={cards} isDone={animation.isDone} />
        </div>
      </div>
      {placeIds.length > 0 && (
        // The proof has its height from the start, so that the dialog does not grow at the end. One pack has dots.
        <div className={placeIds.length === 1 ? 'mt-1 min-h-36' : 'mt-1 min-h-22'}>
          {animation.isDone && (
            <Suspense>
              <PackChecks placeIds={[...placeIds]} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}

/**
 * Returns the progress of the animation. `share`: how much of the total is counted, from 0 to 1; null before the total
 * appears. The clock determines it, so that a slow machine finishes at the same time as a fast one.
 */
function useAnimation(cardCount: number, isShownBefore: boolean) {
  const [share, setShare] = useState<number | null>(() =>
    isShownBefore || motion.isOn('less') ? 1 : null,
  );
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
