// Shows the whole pack as a fan. The best card is upright in front.
import type { OpenedCard } from '#contract/opening.ts';
import { useLayoutEffect, useRef } from 'react';
import { CardFace } from '../ui/card-face.tsx';
import { CardImage } from '../ui/art.tsx';
import { FADE_MS } from './flip-timeline.ts';
import { best, fanOf } from './fan.ts';

const SPREAD_MS = 500;

export function StageFan({ cards, isCalm }: { cards: readonly OpenedCard[]; isCalm: boolean }) {
  const fan = useRef<HTMLDivElement>(null);
  const front = best(cards);

  useLayoutEffect(() => {
    const moves = [...fan.current!.children].map((card) =>
      isCalm
        ? card.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS)
        : card.animate([{ transform: 'none', opacity: 0 }, {}], {
            duration: SPREAD_MS,
            easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)',
          }),
    );
    return () => {
      for (const move of moves) move.cancel();
    };
  }, [isCalm]);

  return (
    // The fan is hidden from screen readers, because the table below names each card.
    <div ref={fan} aria-hidden="true" className="stage-fan">
      {fanOf(cards).map(({ card, degrees, depth }) => (
        <span
          key={card.id}
          className="card-corners"
          style={{
            transform: card === front ? 'translateY(-3%) scale(1.06)' : `rotate(${degrees}deg)`,
            zIndex: cards.length - depth,
          }}
        >
          {card === front ? (
            <CardFace card={card} />
          ) : (
            <CardImage src={card.image} alt="" eager className="w-full" />
          )}
        </span>
      ))}
    </div>
  );
}
