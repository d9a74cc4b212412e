import type { LockReason } from '#domain/card.ts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { lockedSentence } from './card-words.ts';
import { useLockedCards } from './queries.ts';

/** How many cards are locked, and why. Nothing while none is. */
export function LockedLine() {
  const locked = useLockedCards().data;
  if (locked === undefined || locked.pagination.totalItems === 0) return null;
  const reasons = new Set<LockReason>(locked.cards.flatMap((item) => item.lockReason ?? []));
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-2">
      <Icon name="lock" size={18} />
      <span className="min-w-0">{lockedSentence(locked.pagination.totalItems, reasons)}</span>
      <Link to="/shipments" className="link hit-44">
        See shipments
      </Link>
    </p>
  );
}
