// What a purchase with the balance opened: the cards come one by one, then the total counts up.
import type { PackOpening } from '#contract/opening.ts';
import { formatCad, shareRoundedDown, type Cents } from '#domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { motion } from '../api/motion.ts';
import { CardImage } from '../ui/art.tsx';
import { RarityBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Price } from '../ui/price.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { PER_CARD_MS, shareCounted, STEP_MS } from './results-timeline.ts';

type Openings = { packOpenings: PackOpening[]; totalCards: number; totalValue: Cents };

export function ResultsModal({ openings, onClose }: { openings: Openings; onClose: () => void }) {
  const navigate = useNavigate();
  const cards = openings.packOpenings.flatMap((opening) => opening.cards);
  const reveal = useReveal(cards.length);
  return (
    <Dialog isOpen onClose={onClose} title="Pack Opening Results" width={960} onFelt>
      <p className="-mt-3 text-small text-text-2">
        You opened {openings.totalCards} card(s) from {openings.packOpenings.length} pack(s)
      </p>
      <section
        aria-label="Opened cards"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keys must reach it.
        tabIndex={0}
        className="mt-5 max-h-[52svh] overflow-y-auto p-1"
      >
        <ul className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
          {cards.map((card, index) => (
            <li
              key={card.id}
              className="flex min-w-0 gap-3 max-sm:gap-2 motion-reduce:animate-none"
              style={
                reveal.isDone
                  ? undefined
                  : { animation: `rise 300ms var(--ease-enter) ${index * PER_CARD_MS}ms both` }
              }
            >
              <CardImage
                src={card.image}
                alt=""
                eager
                className="w-18 shrink-0 self-start max-sm:w-14"
              />
              <div className="min-w-0 text-small">
                <RarityBadge rarity={card.rarity} />
                <p className="mt-1.5 leading-tight font-[560] break-words">{card.name}</p>
                <Price amount={card.value} className="mt-1 block font-semibold" />
              </div>
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-5 flex min-h-18 flex-wrap items-end justify-between gap-4 border-t border-line pt-4 max-sm:min-h-34">
        <div className={reveal.share === null ? 'invisible' : undefined}>
          <p className="text-small text-text-2">Total Value</p>
          <p aria-hidden={!reveal.isDone} className="font-display text-h2 font-[760]">
            <Price amount={shareRoundedDown(openings.totalValue, reveal.share ?? 0)} />
          </p>
        </div>
        <VisuallyHidden>
          <output>{reveal.isDone && `Total Value ${formatCad(openings.totalValue)}`}</output>
        </VisuallyHidden>
        <div className="flex flex-wrap gap-3">
          {reveal.isDone && (
            <Button look="secondary" onClick={() => void navigate({ to: '/' })}>
              Continue Shopping
            </Button>
          )}
          {/* One button that changes its word: who pressed it by a key stands on it still. The
              second half of a double click meant the first word. */}
          <Button
            look={reveal.isDone ? 'primary' : 'secondary'}
            onClick={({ detail }) => {
              if (!reveal.isDone) reveal.skip();
              else if (detail < 2) void navigate({ to: '/my-cards' });
            }}
          >
            {reveal.isDone ? 'View Collection' : 'Skip Animation'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * The course of the reveal: `share` is how much of the total is counted (0 to 1), null before the
 * total appears. Driven by the clock, so that a slow machine ends at the same moment.
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
