// The price of a pack in the demo shop follows from what is in it (docs/product.md §12).
import { toCents } from './money.ts';
import type { Cents } from './money.ts';

const DEMO_MARGIN = 1.25; // times the expected value (docs/product.md §12)
const LEAST_PRICE_CENTS = 400; // docs/product.md §12

/**
 * What a demo pack costs: its expected value in CAD cents (a fraction of a cent is allowed) times
 * 1.25, at least 4.00, then up to the next price that ends in .49 or .99. Never less than the
 * expected value, so selling every card back at 50% can't bring more than the pack cost on average.
 */
export function demoPrice(expectedCents: number): Cents {
  if (!Number.isFinite(expectedCents) || expectedCents < 0) {
    throw new Error(`Not an expected value in cents: ${expectedCents}`);
  }
  const least = Math.ceil(Math.max(LEAST_PRICE_CENTS, expectedCents * DEMO_MARGIN));
  return toCents(least + ((99 - (least % 50)) % 50));
}
