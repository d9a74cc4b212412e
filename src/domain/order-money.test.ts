// Tests one order from every side. The amounts that are shown to the shopper, charged to the card, moved in the ledger
// and printed on the receipt must agree to the cent.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balancePurchase, cardPurchase, type Transfer } from './ledger.ts';
import { toCents } from './money.ts';
import { receiptOfOrder } from './order-receipt.ts';
import { quoteOrder, type Discount } from './pricing.ts';
import { quoteRefund } from './refund.ts';
import { canadianRates } from './canadian-taxes.ts';
import { PROVINCE_CODES } from './region.ts';
import { flatRates } from './tax.ts';
import { sumOfTaxes, type TaxRate } from './tax-lines.ts';

const RUNS = 100_000;

const lines = fc.uniqueArray(
  fc.record({
    packTypeId: fc.constantFrom('a', 'b', 'c', 'd'),
    unitPrice: fc.integer({ min: 1, max: 50_000 }).map(toCents),
    quantity: fc.integer({ min: 1, max: 100 }),
  }),
  { minLength: 1, maxLength: 4, selector: (line) => line.packTypeId },
);
const discount: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc
    .integer({ min: 1, max: 100 })
    .map((percent): Discount => ({ type: 'percentage', rate: percent / 100 })),
  fc
    .integer({ min: 1, max: 200_000 })
    .map((amount): Discount => ({ type: 'fixed', amount: toCents(amount) })),
);
const charges = fc.record({
  taxes: fc.oneof(
    fc
      .integer({ min: 0, max: 2500 })
      .map((basisPoints): TaxRate[] => flatRates('Tax', basisPoints / 10_000)),
    fc.constantFrom(...PROVINCE_CODES).map((province) => canadianRates(province, '2026-11-23')),
  ),
  cardFee: fc.integer({ min: 0, max: 500 }).map(toCents),
});

function moved(transfers: Transfer[]): number {
  return transfers.reduce((total, transfer) => total + transfer.amount, 0);
}

test(`for any of ${RUNS} carts, discounts, taxes and fees, total, charge, ledger and receipt agree`, () => {
  const names = ['a', 'b', 'c', 'd'].map((packTypeId) => ({ packTypeId, name: packTypeId }));
  let orders = 0;
  fc.assert(
    fc.property(lines, discount, charges, (cart, off, settings) => {
      for (const method of ['balance', 'stripe'] as const) {
        const quote = quoteOrder(cart, off, method, settings);
        const ledger = method === 'stripe' ? cardPurchase(quote) : balancePurchase('u', quote);
        const receipt = receiptOfOrder({ lines: cart, singles: [], quote }, names, []);
        const printed =
          receipt.lines.reduce((total, line) => total + line.amount, 0) -
          receipt.discount +
          quote.tax +
          quote.processingFee;
        const everything = cart.map((line) => ({
          packTypeId: line.packTypeId,
          count: line.quantity,
        }));
        const back = quoteRefund(quote, cart, everything);
        if (moved(ledger) !== quote.total) return false;
        if (printed !== quote.total) return false;
        if (back.total !== quote.total) return false;
        if (sumOfTaxes(quote.taxes) !== quote.tax) return false;
        if (quote.total < 0 || ledger.some((transfer) => transfer.amount <= 0)) return false;
        orders += 1;
      }
      return true;
    }),
    { numRuns: RUNS },
  );
  expect(orders).toBe(2 * RUNS);
});
