import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum, toCents, ZERO } from './money.ts';
import { quoteOrder } from './pricing.ts';
import { packRefund, quoteRefund } from './refund.ts';

const CHARGES = { taxRate: 0.08, cardFee: toCents(50) };

const order = fc
  .record({
    lines: fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 0, max: 100_000 }).map(toCents),
        quantity: fc.integer({ min: 1, max: 20 }),
        opened: fc.integer({ min: 0, max: 20 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    percent: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, percent }) => {
    const named = lines.map((line, at) => ({ ...line, packTypeId: `type-${at}` }));
    const discount = { type: 'percentage', rate: percent / 100 } as const;
    return { lines: named, quote: quoteOrder(named, discount, 'stripe', CHARGES) };
  });

describe('a refund', () => {
  const lines = [{ packTypeId: 'a', unitPrice: toCents(1_000), quantity: 2 }];
  const quote = quoteOrder(lines, null, 'stripe', CHARGES); // 20.00 + 1.60 + 0.50

  test('of all packs is all that was paid, the card fee too', () => {
    expect(quoteRefund(quote, lines, [{ packTypeId: 'a', count: 2 }])).toEqual({
      goods: 2_000,
      tax: 160,
      fee: 50,
      total: 2_210,
    });
  });

  test('of the packs that are left is their price and tax', () => {
    expect(quoteRefund(quote, lines, [{ packTypeId: 'a', count: 1 }])).toEqual({
      goods: 1_000,
      tax: 80,
      fee: 0,
      total: 1_080,
    });
  });

  test('for any order is never more than was paid, and all of it when nothing was opened', () => {
    fc.assert(
      fc.property(order, ({ lines: of, quote: paid }) => {
        const left = of.map(({ packTypeId, quantity, opened }) => ({
          packTypeId,
          count: Math.max(0, quantity - opened),
        }));
        const refund = quoteRefund(paid, of, left);
        expect(refund.total).toBeLessThanOrEqual(paid.total);
        expect(refund.tax).toBeLessThanOrEqual(paid.tax);
        const all = of.map(({ packTypeId, quantity }) => ({ packTypeId, count: quantity }));
        expect(quoteRefund(paid, of, all).total).toBe(paid.total);
        expect(sum(ZERO, ...packRefund(refund).map((transfer) => transfer.amount))).toBe(
          refund.total,
        );
      }),
    );
  });
});
