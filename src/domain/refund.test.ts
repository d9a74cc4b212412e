import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum, toCents, ZERO } from './money.ts';
import { quoteOrder } from './pricing.ts';
import {
  matchRefund,
  packRefund,
  quoteNextRefund,
  quoteRefund,
  refundStateAfter,
  type RefundQuote,
  type RefundState,
  type RefundStatus,
} from './refund.ts';
import { flatRates } from './tax.ts';

const CHARGES = { taxes: flatRates('Tax', 0.08), cardFee: toCents(50) };
const taxed = (amount: number) => [
  { name: 'Tax', rate: 0.08, amount: toCents(amount), account: 'house:tax' as const },
];

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
  const quote = quoteOrder(lines, null, 'stripe', CHARGES); // packs 20.00, tax 1.60, card fee 0.50

  test('of all packs is the whole payment, with the card fee', () => {
    expect(quoteRefund(quote, lines, [{ packTypeId: 'a', count: 2 }])).toEqual({
      goods: 2_000,
      tax: 160,
      taxes: taxed(160),
      fee: 50,
      total: 2_210,
    });
  });

  test('of the remaining packs is their price and tax', () => {
    expect(quoteRefund(quote, lines, [{ packTypeId: 'a', count: 1 }])).toEqual({
      goods: 1_000,
      tax: 80,
      taxes: taxed(80),
      fee: 0,
      total: 1_080,
    });
  });

  test('for any order is never more than the payment, and all of it if nothing was opened', () => {
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

describe('refunds in parts', () => {
  const steps = fc
    .record({
      lines: fc.array(
        fc.record({
          unitPrice: fc.integer({ min: 1, max: 100_000 }).map(toCents),
          quantity: fc.integer({ min: 1, max: 5 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      order: fc.array(fc.nat(), { maxLength: 30 }),
    })
    .map(({ lines, order: chosen }) => ({
      order: chosen,
      lines: lines.map((line, index) => ({ ...line, packTypeId: `type-${index}` })),
    }));

  test('add up to the payment, whatever their order', () => {
    fc.assert(
      fc.property(steps, ({ lines, order: chosen }) => {
        const quote = quoteOrder(lines, null, 'stripe', CHARGES);
        const left = lines.map((line) => ({ ...line, refunded: 0 }));
        let back = 0;
        const packs = lines.flatMap((line) =>
          Array.from({ length: line.quantity }, () => line.packTypeId),
        );
        for (let at = 0; packs.length > 0; at += 1) {
          const [packTypeId] = packs.splice((chosen[at] ?? 0) % packs.length, 1);
          const rest = toCents(quote.total - back);
          back += quoteNextRefund(quote, left, [{ packTypeId: packTypeId!, count: 1 }], rest).total;
          left.find((line) => line.packTypeId === packTypeId)!.refunded += 1;
        }
        expect(back).toBe(quote.total);
      }),
    );
  });

  test('never exceed the rest', () => {
    const lines = [{ packTypeId: 'a', unitPrice: toCents(1000), quantity: 2, refunded: 0 }];
    const quote = quoteOrder(lines, null, 'stripe', CHARGES); // packs 20.00, tax 1.60, card fee 0.50
    const all = [{ packTypeId: 'a', count: 2 }];
    expect(quoteNextRefund(quote, lines, all, toCents(2110))).toEqual({
      goods: 1900,
      tax: 160,
      taxes: taxed(160),
      fee: 50,
      total: 2110,
    });
  });
});

describe('an amount that was refunded outside the shop', () => {
  const lines = [
    { packTypeId: 'a', unitPrice: toCents(1000), quantity: 2, refunded: 0, unopened: 1, opened: 1 },
    { packTypeId: 'b', unitPrice: toCents(300), quantity: 1, refunded: 0, unopened: 1, opened: 0 },
  ];
  const quote = quoteOrder(lines, null, 'stripe', CHARGES); // packs 23.00, tax 1.84, card fee 0.50
  const all = { goods: 2300, tax: 184, fee: 50, total: 2534 } as RefundQuote;
  const packs = (amount: number) => {
    const match = matchRefund(quote, lines, all, toCents(amount));
    return match && [match.unopened, match.opened];
  };
  const a = (count: number) => ({ packTypeId: 'a', count });
  const b = { packTypeId: 'b', count: 1 };

  test.each<[string, number, unknown]>([
    ['all that is left', 2534, [[a(1), b], [a(1)]]],
    ['all that is unopened', 1404, [[a(1), b], []]],
    ['one pack of a type, an unopened one', 1080, [[a(1)], []]],
    ['two of a type, of which one is opened', 2160, [[a(1)], [a(1)]]],
    ['another type', 324, [[b], []]],
    ['the price of nothing', 1000, null],
  ])('is %s', (_what, amount, expected) => {
    expect(packs(amount)).toEqual(expected);
  });
});

test.each<[RefundState, RefundStatus, RefundState]>([
  ['due', 'pending', 'pending'],
  ['due', 'succeeded', 'paid'],
  ['pending', 'requires_action', 'pending'],
  ['paid', 'pending', 'paid'],
  ['paid', 'failed', 'failed'],
  ['failed', 'succeeded', 'failed'],
  ['pending', 'canceled', 'failed'],
])('a refund that is %s and reported as %s is %s', (from, told, to) => {
  expect(refundStateAfter(from, told)).toBe(to);
});
