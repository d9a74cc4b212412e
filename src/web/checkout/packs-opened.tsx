import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shown after the buyer has closed the results of a purchase with credits. */
export function PacksOpened() {
  const frame = useRef<HTMLDivElement>(null);
  // The closed dialog would return the focus to a button that no longer exists, so the focus moves here.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <EmptyState
        title="Your packs are open"
        text="Their cards are in your collection: sell, keep or ship each of them."
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
