// How an operator changes the prices of many pack types by one rule.
import { toCents, type Cents } from './money.ts';

export type PriceRule = 'leave' | 'set' | 'add' | 'percent';

/**
 * The price by a rule, rounded to whole cents. `typed` is an amount in CAD or a percentage, and may be negative with
 * `add` and `percent`. Null if `typed` is no number, or if the price would not be above 0.
 */
export function priceBy(rule: PriceRule, typed: number, price: Cents): Cents | null {
  if (rule === 'leave') return price;
  if (!Number.isFinite(typed)) return null;
  const cents = Math.round(
    rule === 'set'
      ? typed * 100
      : rule === 'add'
        ? price + typed * 100
        : (price * (100 + typed)) / 100,
  );
  return cents > 0 ? toCents(cents) : null;
}

/** What is left of a price after what a pack cost, and its share of the price in whole percent. */
export function priceMarginOf(price: Cents, cost: Cents): { amount: Cents; percent: number } {
  const amount = toCents(price - cost);
  return { amount, percent: Math.round((amount * 100) / price) };
}
