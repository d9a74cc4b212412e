import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import { addMargins, leftOf, lossesOfPrice, meanOf, NO_MARGIN } from './margin.ts';

const margin = (parts: object) => ({ ...NO_MARGIN, ...parts });

test('what is left is the sum of all parts, and adds up over lines', () => {
  const packs = margin({ sold: 10_00, discounts: -1_00, bought_back: -3_00, pack_cost: -4_00 });
  const parcels = margin({ shipping: 8_00, labels: -5_50 });
  expect(leftOf(packs)).toEqual({ left: 200, leftBeforeUnknown: 200 });
  expect(leftOf(addMargins([packs, parcels])).left).toBe(450);
});

test('what is left is unknown while the cost of a pack or a label is', () => {
  expect(leftOf(margin({ sold: 10_00, packs_without_cost: 1 }))).toEqual({
    left: null,
    leftBeforeUnknown: 1000,
  });
  expect(leftOf(margin({ shipping: 8_00, labels_without_cost: 2 })).left).toBeNull();
});

test('a price is a warning below cost or below what the shop pays back on average, never for what is unknown', () => {
  const price = toCents(500);
  expect(lossesOfPrice(price, { cost: toCents(501), returned: toCents(501) })).toEqual([
    'below_cost',
    'below_return',
  ]);
  expect(lossesOfPrice(price, { cost: price, returned: price })).toEqual([]);
  expect(lossesOfPrice(price, { cost: null, returned: null })).toEqual([]);
});

test('a mean is rounded to the cent, and there is none of nothing', () => {
  expect(meanOf(toCents(1001), 2)).toBe(501);
  expect(meanOf(toCents(0), 0)).toBeNull();
});
