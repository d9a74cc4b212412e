// Calculates the price of a pack in the demo shop from its contents (docs/product.md §12).
import { shareHalfUp, toCents, ZERO } from '#domain/money.ts';
import type { Cents } from '#domain/money.ts';
import type { ReadCard, ReadPrice } from '../src/server/catalogue/import/read-card.ts';

const USD_TO_CAD = 1.4; // docs/product.md §12, FX_USD_CAD
const EUR_TO_CAD = 1.5; // docs/product.md §12, FX_EUR_CAD
const DEMO_MARGIN = 1.25; // times the expected value (docs/product.md §12)
const LEAST_PRICE_CENTS = 400; // the least price of docs/product.md §12

/**
 * The price of a demo pack: its expected value in CAD cents (which may have a fraction of a cent) times 1.25, at least
 * 4.00, rounded up to the next price that ends in .49 or .99. It is never below the expected value. So a buyer who
 * sells every card back at 50% gets, on average, less than the pack cost.
 */
export function demoPrice(expectedCents: number): Cents {
  if (!Number.isFinite(expectedCents) || expectedCents < 0) {
    throw new Error(`Not an expected value in cents: ${expectedCents}`);
  }
  const least = Math.ceil(Math.max(LEAST_PRICE_CENTS, expectedCents * DEMO_MARGIN));
  return toCents(least + ((99 - (least % 50)) % 50));
}

/**
 * A card's market value in the demo: its newest price in dollars, or else in euros, converted to CAD, with half a cent
 * rounded up. 0 for a card without a price from any source.
 */
export function demoValueCents(card: ReadCard): Cents {
  const newest = (currency: string): ReadPrice | undefined =>
    card.prices
      .filter((price) => price.currency === currency)
      .reduce<ReadPrice | undefined>(
        (best, price) => (best && best.observedOn > price.observedOn ? best : price),
        undefined,
      );
  const [usd, eur] = [newest('USD'), newest('EUR')];
  if (usd) return shareHalfUp(toCents(usd.amountMinor), USD_TO_CAD);
  return eur ? shareHalfUp(toCents(eur.amountMinor), EUR_TO_CAD) : ZERO;
}
