// Converts times in responses to the browser's clock, because the browser's clock may be wrong. The conversion compares
// the shop's time in the response with the browser's time of arrival.

/**
 * For each response: when the shop created it (by the shop's clock), and when it arrived (by the browser's clock). Both
 * times are in epoch milliseconds.
 */
const replyTimes = new WeakMap<object, { atShop: number; here: number }>();

/** Records when a response was created and when it arrived. `timestamp`: the shop's time in the envelope. */
export function noteReplyTime(reply: unknown, timestamp: unknown): void {
  const atShop = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (typeof reply !== 'object' || reply === null || Number.isNaN(atShop)) return;
  replyTimes.set(reply, { atShop, here: Date.now() });
}

/**
 * Converts the time `at` to this browser's clock, in epoch milliseconds. `reply`: the response that contains `at`, as
 * the object that `call` returned.
 */
export function inBrowserTime(reply: object, at: Date): number {
  const { atShop, here } = replyTimes.get(reply) ?? { atShop: 0, here: 0 };
  return at.getTime() - atShop + here;
}
