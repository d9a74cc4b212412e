// On a drop night, visitors wait together for the public number of a drop. The number sets the drop's order, and then
// the drop opens.
import type { DropState } from './drop.ts';

/** What the shop tells everybody about a drop that is still to come or on sale. */
export type ComingDrop = {
  state: DropState;
  numberAt: Date | null;
  isOrdered: boolean;
  opensAt: Date;
};

/**
 * With `announced`, the drop's contents are not fixed yet. With `fixed`, the drop waits for its number. With `due`,
 * the number's time has come, but the number has not. With `ordered`, the drop's order is known, but the drop is not
 * on sale yet.
 */
export type NightPhase = 'announced' | 'fixed' | 'due' | 'ordered' | 'open' | 'over';

export function phaseOf(drop: ComingDrop, now: Date): NightPhase {
  const { state, numberAt, isOrdered } = drop;
  if (state === 'closed' || state === 'given_up') return 'over';
  if (state === 'open' || state === 'paused') return 'open';
  if (isOrdered) return 'ordered';
  if (numberAt !== null && numberAt <= now) return 'due';
  return state === 'draft' ? 'announced' : 'fixed';
}

/**
 * The time until a moment as "2 days 03:04:05", "3:04:05" or "4:05", rounded up to seconds. Once the moment has
 * passed, it is "0:00".
 */
export function countdownWords(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  if (days > 0) return `${days === 1 ? '1 day' : `${days} days`} ${two(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : `${minutes}:${two(seconds % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');
