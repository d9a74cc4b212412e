// Converts an instant in a response to the browser's time: from the shop's time when it responded, and the time
// elapsed since. The browser's own clock may be wrong.

/**
 * When the shop created each response, by its clock, and when it arrived, by this browser's; both in epoch
 * milliseconds.
 */
const answered = new WeakMap<object, { atShop: number; here: number }>();

/** Records the time of a response: the timestamp that the shop writes into the envelope when it responds. */
export function noteAnswered(answer: unknown, timestamp: unknown): void {
  const atShop = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (typeof answer !== 'object' || answer === null || Number.isNaN(atShop)) return;
  answered.set(answer, { atShop, here: Date.now() });
}

/**
 * Converts an instant in a response to this browser's clock, in epoch milliseconds. `answer` must be the object that
 * `call` returned.
 */
export function inBrowserTime(answer: object, at: Date): number {
  const { atShop, here } = answered.get(answer) ?? { atShop: 0, here: 0 };
  return at.getTime() - atShop + here;
}
