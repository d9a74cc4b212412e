// Says when the day's prices are read (docs/product.md §4).

/** By this hour (UTC), the public sources have published the day's prices. */
export const PRICES_HOUR = 21;

/** By this hour (UTC), the day's prices are read, and single cards get theirs. */
export const SINGLE_PRICES_HOUR = PRICES_HOUR + 1;

/** The sentence that the dialog of a sale shows in the hour before the prices are read. */
export const PRICES_CHANGE = `Prices change at ${PRICES_HOUR}:00 UTC.`;

/** Whether a shop with price sources reads the day's prices within the next hour. */
export function pricesChangeSoon(now: Date): boolean {
  return now.getUTCHours() === PRICES_HOUR - 1;
}
