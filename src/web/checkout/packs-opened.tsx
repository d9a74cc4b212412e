import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shown after the buyer has closed the results of a purchase with credits, or the question how to open it. */
export function PacksOpened({
  hasChosen,
  hasSingles = false,
}: {
  hasChosen: boolean;
  /** Whether the buyer bought singles with the packs. */
  hasSingles?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  // A closed dialog returns the focus to the button that opened it, but that button no longer exists. So the focus
  // moves to this element.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <EmptyState
        title={hasChosen ? 'Your packs are open' : 'Your packs wait for you'}
        text={
          (hasChosen
            ? 'Their cards are in your collection: sell, keep or ship each of them.'
            : 'They lie in My cards, covered, under “Not looked at yet”.') +
          (hasSingles ? ' The cards that you chose are there too.' : '')
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to="/my-cards" className={buttonClass()}>
              View Collection
            </Link>
            <Link to="/" className={buttonClass({ variant: 'secondary' })}>
              Continue Shopping
            </Link>
          </span>
        }
      />
    </div>
  );
}
