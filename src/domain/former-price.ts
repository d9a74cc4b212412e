// The crossed-out price of a pack type, from the prices that the shop really asked (docs/product.md §4).
import { least, type Cents } from './money.ts';

/** A price that a pack type asks from an instant until the next price. Null if the type was not on sale. */
export type AskedPrice = { price: Cents | null; since: Date };

/**
 * The length of the longest six months. If this length were shorter, half of it could be less than half of six
 * months.
 */
const SIX_MONTHS_MS = 184 * 86_400_000;

/**
 * The price to cross out. It is above the current price, and was asked for at least half of the last six months. If
 * two prices were asked for exactly half each, it is the lower one. Null if no price was asked for long enough.
 * `history` is ordered oldest first.
 */
export function formerPrice(history: readonly AskedPrice[], price: Cents, now: Date): Cents | null {
  const start = now.getTime() - SIX_MONTHS_MS;
  const asked = new Map<Cents, number>();
  for (const [at, { price: then, since }] of history.entries()) {
    const until = (history[at + 1]?.since ?? now).getTime();
    const lasted = Math.max(0, until - Math.max(start, since.getTime()));
    if (then !== null) asked.set(then, (asked.get(then) ?? 0) + lasted);
  }
  const half = SIX_MONTHS_MS / 2;
  const [first, ...others] = [...asked].flatMap(([then, lasted]) =>
    then > price && lasted >= half ? [then] : [],
  );
  return first === undefined ? null : least(first, ...others);
}

/** The discount from the former price in percent, rounded. Null if there is no former price. */
export function discountFrom(former: Cents | null, price: Cents): number | null {
  return former === null ? null : Math.round((1 - price / former) * 100);
}
