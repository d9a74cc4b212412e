// A price that jumps is not believed before a person has looked at it (docs/product.md §4).

/** A price of one card at one market: hundredths of its currency, on a day (ISO date). */
export type SeenPrice = { amountMinor: number; currency: string; observedOn: string };

/** How many times up or down a price may go at once (docs/product.md §4). */
const JUMP_FACTOR = 5;

/** Whether a price is more than five times the one before it, or less than a fifth of it. */
export function isJump(beforeMinor: number, afterMinor: number): boolean {
  return afterMinor > beforeMinor * JUMP_FACTOR || afterMinor * JUMP_FACTOR < beforeMinor;
}

/**
 * Which of the new prices of one card at one market are believed, given the newest that was believed
 * before (null for none). Each is compared with the last believed one; a price in another currency,
 * or of a day before that one, has nothing to be compared with and passes.
 */
export function guardPrices<Price extends SeenPrice>(
  last: SeenPrice | null,
  incoming: readonly Price[],
): { believed: Price[]; held: { price: Price; before: SeenPrice }[] } {
  const believed: Price[] = [];
  const held: { price: Price; before: SeenPrice }[] = [];
  let before = last;
  for (const price of incoming.toSorted((a, b) => (a.observedOn < b.observedOn ? -1 : 1))) {
    const isNewer = before === null || before.observedOn < price.observedOn;
    const isComparable = before !== null && isNewer && before.currency === price.currency;
    if (isComparable && before !== null && isJump(before.amountMinor, price.amountMinor)) {
      held.push({ price, before });
      continue;
    }
    believed.push(price);
    if (isNewer) before = price;
  }
  return { believed, held };
}

/** Days for which a price set by hand overrides the sources, its own day included (choice 91). */
export const MANUAL_DAYS = 7;

/** What the market of a price by hand is called, the first of a day or a later one: each is kept. */
export function manualSource(earlierThatDay: number): string {
  return earlierThatDay === 0 ? 'manual' : `manual-${String(earlierThatDay + 1).padStart(3, '0')}`;
}
