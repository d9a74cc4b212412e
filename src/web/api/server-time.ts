// When something ends that an answer tells of: by the time at the shop when it answered, and how long ago that is.
// The browser's own clock may say anything.

/** When each answer was made, by the shop's clock, and came, by this browser's; both in epoch milliseconds. */
const answered = new WeakMap<object, { atShop: number; here: number }>();

/** Notes the time of an answer: the envelope's, which the shop writes as it answers. */
export function noteAnswered(answer: unknown, timestamp: unknown): void {
  const atShop = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (typeof answer !== 'object' || answer === null || Number.isNaN(atShop)) return;
  answered.set(answer, { atShop, here: Date.now() });
}

/** An instant of an answer by this browser's clock, in epoch milliseconds. `answer` as `call` gave it. */
export function inBrowserTime(answer: object, at: Date): number {
  const { atShop, here } = answered.get(answer) ?? { atShop: 0, here: 0 };
  return at.getTime() - atShop + here;
}
