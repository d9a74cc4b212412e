import { expect, test } from 'vitest';
import { collectionMoney, worthByDay } from './collection-worth.ts';
import { toCents } from './money.ts';

const of = (
  date: string,
  kind: Parameters<typeof collectionMoney>[0][number]['kind'],
  inOut: number,
) => ({
  date,
  kind,
  in: toCents(Math.max(inOut, 0)),
  out: toCents(Math.max(-inOut, 0)),
});

test('gifts and bought credits count neither as paid nor as returned, and all other movements do', () => {
  expect(
    collectionMoney([
      of('2026-11-01', 'bonus_credit', 10_000),
      of('2026-11-01', 'credit_purchase', 5_000),
      of('2026-11-02', 'pack_purchase', -1_080),
      of('2026-11-03', 'shipping_fee', -800),
      of('2026-11-04', 'card_sale', 350),
      of('2026-11-05', 'card_conversion', 17),
      of('2026-11-06', 'refund', 1_080),
      // Bought credits that went back to a card count neither as money paid nor as money returned.
      of('2026-11-07', 'take_back', -500),
      of('2026-11-07', 'refund', 500),
    ]),
  ).toEqual({ packs: 1_080, shipping: 800, soldBack: 367, refunds: 1_080, bonus: 10_000 });
});

test('each day has its state at its end, and the first includes what was before', () => {
  const days = worthByDay(
    ['2026-11-02', '2026-11-03', '2026-11-04'],
    [
      { date: '2026-10-01', what: 'here', by: toCents(100) },
      { date: '2026-11-03', what: 'here', by: toCents(-40) },
      { date: '2026-11-03', what: 'home', by: toCents(40) },
      { date: '2026-11-04', what: 'sealed', by: toCents(7) },
    ],
    [of('2026-09-01', 'pack_purchase', -500), of('2026-11-04', 'card_sale', 60)],
  );
  expect(days).toEqual([
    { date: '2026-11-02', paid: 500, back: 0, here: 100, home: 0, sealed: 0 },
    { date: '2026-11-03', paid: 500, back: 0, here: 60, home: 40, sealed: 0 },
    { date: '2026-11-04', paid: 500, back: 60, here: 60, home: 40, sealed: 7 },
  ]);
});
