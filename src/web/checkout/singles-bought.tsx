import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shown after a purchase of singles alone. `names` is empty if the buyer comes back to it. */
export function SinglesBought({ names }: { names: readonly string[] }) {
  const frame = useRef<HTMLDivElement>(null);
  // The button that paid no longer exists.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <EmptyState
        title={names.length === 1 ? 'The card is yours' : 'The cards are yours'}
        text={whereTheyAre(names)}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to="/my-cards" className={buttonClass()}>
              My cards
            </Link>
            <Link to="/cards" className={buttonClass({ variant: 'secondary' })}>
              More cards
            </Link>
          </span>
        }
      />
    </div>
  );
}

function whereTheyAre(names: readonly string[]): string {
  if (names.length === 1) {
    return `${names[0]} lies in My cards. There you can have it sent, return it, or sell it back.`;
  }
  const named = names.length === 0 ? '' : `: ${names.join('; ')}`;
  return `They lie in My cards${named}. There you can have them sent, return them, or sell them back.`;
}
