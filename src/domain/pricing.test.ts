import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCents, type Cents } from './money.ts';
import { quoteOrder, withTax, type Discount } from './pricing.ts';
import { flatRates } from './tax.ts';

const charges = { taxes: flatRates('Tax', 0.08), cardFee: toCents(50) };
const line = (price: number, quantity = 1) => ({ unitPrice: toCents(price), quantity });

describe('an order', () => {
  test('costs its lines and tax, and a fee if it is paid by card', () => {
    expect(quoteOrder([line(2500)], null, 'balance', charges)).toEqual({
      subtotal: 2500,
      discount: 0,
      tax: 200,
      taxes: [{ name: 'Tax', rate: 0.08, amount: 200, account: 'house:tax' }],
      processingFee: 0,
      total: 2700,
    });
    expect(quoteOrder([line(2500)], null, 'stripe', charges).total).toBe(2750);
  });

  test('costs with tax what is shown before the order', () => {
    for (const price of [499, 1299, 2500]) {
      const { total } = quoteOrder([line(price)], null, 'balance', charges);
      expect(withTax(toCents(price), charges.taxes)).toBe(total);
    }
  });

  test('takes a discount off before tax, and leaves CAD 0.50 unless the code is a gift', () => {
    const tenPercent: Discount = { type: 'percentage', rate: 0.1 };
    expect(quoteOrder([line(999)], tenPercent, 'balance', charges)).toMatchObject({
      discount: 100,
      tax: 72,
      total: 971,
    });
    const fifty: Discount = { type: 'fixed', amount: toCents(5000) };
    expect(quoteOrder([line(999)], fifty, 'balance', charges)).toMatchObject({
      discount: 949,
      tax: 4,
      total: 54,
    });
    expect(quoteOrder([line(49)], fifty, 'balance', charges)).toMatchObject({ discount: 0 });
    const gift = { ...fifty, isFree: true };
    expect(quoteOrder([line(999)], gift, 'balance', charges)).toMatchObject({
      discount: 999,
      tax: 0,
      total: 0,
    });
  });

  test('below the minimum of its code is refused, and at the minimum is not', () => {
    const forTwenty: Discount = { type: 'fixed', amount: toCents(500), leastOrder: toCents(2000) };
    expect(quoteOrder([line(1000, 2)], forTwenty, 'balance', charges).discount).toBe(500);
    expect(() => quoteOrder([line(1999)], forTwenty, 'balance', charges)).toThrow(
      'This discount code is for orders of CAD 20.00 or more, before tax.',
    );
  });

  const anyLines = fc.array(
    fc.record({
      unitPrice: fc.integer({ min: 1, max: 100_000 }).map(toCents),
      quantity: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 10 },
  );
  const anyDiscount: fc.Arbitrary<Discount | null> = fc.oneof(
    fc.constant(null),
    fc
      .integer({ min: 1, max: 100 })
      .map((percent): Discount => ({ type: 'percentage', rate: percent / 100 })),
    fc
      .integer({ min: 1, max: 100_000 })
      .map((amount): Discount => ({ type: 'fixed', amount: toCents(amount) })),
  );

  test('for any cart, discount and tax, agrees to the cent with exact arithmetic', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyDiscount,
        fc.integer({ min: 0, max: 3000 }),
        (lines, discount, taxBasisPoints) => {
          const quote = quoteOrder(lines, discount, 'stripe', {
            taxes: flatRates('Tax', taxBasisPoints / 10_000),
            cardFee: toCents(50),
          });
          const subtotal = lines.reduce(
            (total, one) => total + BigInt(one.unitPrice) * BigInt(one.quantity),
            0n,
          );
          const off = exactDiscount(subtotal, discount);
          const tax = ((subtotal - off) * BigInt(taxBasisPoints) * 2n + 10_000n) / 20_000n;
          expect(quote).toEqual({
            subtotal: Number(subtotal),
            discount: Number(off),
            tax: Number(tax),
            taxes: flatRates('Tax', taxBasisPoints / 10_000).map((one) => ({
              ...one,
              amount: Number(tax),
            })),
            processingFee: 50,
            total: Number(subtotal - off + tax + 50n),
          });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

function exactDiscount(subtotal: bigint, discount: Discount | null): bigint {
  if (discount === null) return 0n;
  const off =
    discount.type === 'fixed'
      ? BigInt(discount.amount as Cents)
      : (subtotal * BigInt(Math.round(discount.rate * 100)) * 2n + 100n) / 200n;
  const most = subtotal > 50n ? subtotal - 50n : 0n;
  return off > most ? most : off;
}
