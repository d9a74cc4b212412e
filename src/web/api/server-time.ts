// Converts times in responses to the browser's clock, because the browser's clock may be wrong. The conversion compares
// the shop's time in the response with the browser's time of arrival.

/**
 * For each response, when the shop created it (by the shop's clock) and when it arrived (by the browser's clock). Both
 * in epoch milliseconds.
 */
const answered = new WeakMap<object, { atShop: number; here: number }>();

/** Records the times of a response. `timestamp`: the shop's time in the response's envelope. */
export function noteAnswered(answer: unknown, timestamp: unknown): void {
  const atShop = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (typeof answer !== 'object' || answer === null || Number.isNaN(atShop)) return;
  answered.set(answer, { atShop, here: Date.now() });
}

/**
 * Converts the time `at` to this browser's clock, in epoch milliseconds. `answer`: the response that contains `at`, as
 * the object that `call` returned.
 */
export function inBrowserTime(answer: object, at: Date): number {
  const { atShop, here } = answered.get(answer) ?? { atShop: 0, here: 0 };
  return at.getTime() - atShop + here;
}
