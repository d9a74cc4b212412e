// The place of the card on the stage. When the user moves on, the next card slides in from the side.
import { CardFace } from '../ui/card-face.tsx';
import type { OpenedCard } from '#contract/opening.ts';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { FADE_MS } from './flip-timeline.ts';
import { takeFlownPlace } from './tear-driver.ts';
import { SLIDE_MS } from './use-reveal.ts';

const SLIDE = { duration: SLIDE_MS, easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)' };

type CardPlaceProps = {
  index: number;
  slideBy: 1 | -1;
  /** Whether the card fills the stage. */
  isLarge: boolean;
  isCalm: boolean;
  children: ReactNode;
};

/** The transform that puts the first card where the cards of the torn pack were, or else a little way back. */
function startOfFirst(card: Element): string {
  const from = takeFlownPlace();
  if (from === null) return 'scale(0.72) translateY(-4%)';
  const to = card.getBoundingClientRect();
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
}

export function CardPlace({ index, slideBy, isLarge, isCalm, children }: CardPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<number | null>(null);
  const width = useRef(0);

  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    shown.current = index;
    const incoming = place.current!.firstElementChild!;
    const entrance = isCalm
      ? incoming.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS)
      : incoming.animate(
          isFirst
            ? [{ transform: startOfFirst(incoming) }, { transform: 'none' }]
            : [
                { transform: `translateX(${slideBy * 130}%)`, opacity: 0 },
                { transform: 'none', opacity: 1 },
              ],
          SLIDE,
        );
    return () => entrance.cancel();
    // oxlint-disable-next-line react/exhaustive-deps -- A slide runs only when the card changes.
  }, [index]);

  // The card gets its new size at once, and a transform animates the change of size.
  useLayoutEffect(() => {
    const before = width.current;
    width.current = place.current!.offsetWidth;
    if (isCalm || before === 0 || before === width.current) return;
    const from = `scale(${before / width.current})`;
    const growing = place.current!.animate([{ transform: from }, { transform: 'none' }], SLIDE);
    return () => growing.cancel();
  }, [isLarge, isCalm]);

  return (
    <div ref={place} className="stage-place">
      {children}
    </div>
  );
}

/** The picture of the card that slides off the stage. */
export function LeavingCard({
  card,
  isOpen,
  by,
}: {
  card: OpenedCard;
  isOpen: boolean;
  by: 1 | -1;
}) {
  const ghost = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    ghost.current!.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translateX(${by * -130}%)`, opacity: 0 },
      ],
      { ...SLIDE, fill: 'forwards' },
    );
  }, [by]);
  return (
    <span ref={ghost} aria-hidden="true" className="stage-ghost card-corners">
      {isOpen ? (
        <CardFace card={card} />
      ) : (
        <img src="/card-back.svg" alt="" width={315} height={440} className="w-full" />
      )}
    </span>
  );
}
