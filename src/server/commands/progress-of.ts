// Progress bars for long work.
import { startProgress, type Screen } from '../runtime/progress.ts';

// Each photograph takes a second or two.
const PHOTOGRAPHS_MANY = 10;

/** Progress by photographs. Their number is known only when work begins. */
export function photographsOf(out: Screen): (done: number, all: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, all) => {
    if (all >= PHOTOGRAPHS_MANY) (show ??= startProgress('Photographs', all, out))(done);
  };
}

/** Progress by tables. Their number is known only when work begins. */
export function tablesOf(what: string, out: Screen): (done: number, total: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, total) => (show ??= startProgress(`${what}, tables`, total, out))(done);
}

// Fewer cards or packs than this are imported too quickly for a bar.
const MANY = 1000;

/** Progress by cards or packs. */
export function progressOf(what: string, total: number, out: Screen): (done: number) => void {
  return total < MANY ? () => {} : startProgress(what, total, out);
}
