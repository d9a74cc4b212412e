// Holds back a price that jumps, until an operator has checked it (docs/product.md §4).

/** A market's price of one card on a day (ISO date), in hundredths of its currency. */
export type SeenPrice = { amountMinor: number; currency: string; observedOn: string };

/** The largest factor by which a price may rise or fall at once (docs/product.md §4). */
const JUMP_FACTOR = 5;

/** Whether a price is more than five times the previous price, or less than a fifth of it. */
export function isJump(beforeMinor: number, afterMinor: number): boolean {
  return afterMinor > beforeMinor * JUMP_FACTOR || afterMinor * JUMP_FACTOR < beforeMinor;
}

/**
 * Divides the new prices of one card at one market into believed and held ones. `last` is the newest believed price,
 * or null if there is none. Each price is compared with the last believed price. A price that is in another
 * currency, or not of a later day, can't be compared and is believed.
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

/** The number of days for which a manual price overrides the sources, including its own day (choice 91). */
export const MANUAL_DAYS = 7;

/**
 * The market name of a manual price. Each manual price of a day gets its own name, because all of them are stored.
 * `earlierThatDay` is the number of manual prices earlier on the same day.
 */
export function manualSource(earlierThatDay: number): string {
  return earlierThatDay === 0 ? 'manual' : `manual-${String(earlierThatDay + 1).padStart(3, '0')}`;
}
