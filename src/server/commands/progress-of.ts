// Shows progress bars for long work.
import { startProgress, type Screen } from '../runtime/progress.ts';

// If there are at least this many photographs, shows a progress bar, because each photograph takes a second or two.
const PHOTOGRAPHS_MANY = 10;

/** A progress bar for photographs. Their number becomes known only when the work begins. */
export function photographsOf(out: Screen): (done: number, all: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, all) => {
    if (all >= PHOTOGRAPHS_MANY) (show ??= startProgress('Photographs', all, out))(done);
  };
}

/** A progress bar for tables. Their number becomes known only when the work begins. */
export function tablesOf(what: string, out: Screen): (done: number, total: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, total) => (show ??= startProgress(`${what}, tables`, total, out))(done);
}

// If there are at least this many cards or packs, shows a progress bar. Fewer are imported too quickly for one.
const MANY = 1000;

/** A progress bar for cards or packs. */
export function progressOf(what: string, total: number, out: Screen): (done: number) => void {
  return total < MANY ? () => {} : startProgress(what, total, out);
}
