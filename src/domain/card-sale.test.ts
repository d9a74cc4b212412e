import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_STATUSES, saysCardIsGone } from './card.ts';
import { judgeSale, planBulkSale, type OwnedCard } from './card-sale.ts';
import { toCents } from './money.ts';

const card = (more: Partial<OwnedCard> = {}): OwnedCard => ({
  id: 'a',
  name: 'Moss Wall',
  openingId: 'o',
  status: 'available',
  marketValue: toCents(701),
  cost: null,
  ...more,
});
const ask = (cardId = 'a', expected?: number) => ({
  cardId,
  packOpeningId: 'o',
  expectedSellPrice: expected === undefined ? undefined : toCents(expected),
});

describe('a card', () => {
  test('sells for half of its market value, rounded down', () => {
    expect(judgeSale(ask(), card())).toMatchObject({ sold: true, offer: 350 });
  });

  test('that was bought as a single sells for half of what it cost at most', () => {
    const bought = (cost: number) => judgeSale(ask(), card({ cost: toCents(cost) }));
    expect(bought(501)).toMatchObject({ sold: true, offer: 250 });
    expect(bought(9_000)).toMatchObject({ sold: true, offer: 350 });
  });

  test('is never sold for less than the price that its owner saw, and for more without a prompt', () => {
    expect(judgeSale(ask('a', 351), card())).toMatchObject({ code: 'PRICE_CHANGED', offer: 350 });
    expect(judgeSale(ask('a', 350), card())).toMatchObject({ sold: true });
    expect(judgeSale(ask('a', 1), card())).toMatchObject({ sold: true, offer: 350 });
  });

  test('of nobody, or of another opening, is not found', () => {
    expect(judgeSale(ask(), null)).toMatchObject({ code: 'CARD_NOT_FOUND', card: null });
    expect(judgeSale(ask(), card({ openingId: 'p' }))).toMatchObject({ code: 'CARD_NOT_FOUND' });
  });

  test.each([
    ['sold', 'This card has already been sold', true],
    ['converted', 'This card has been converted to credit', true],
    ['locked', 'This card is not available for sale', false],
    ['shipped', 'This card is not available for sale', false],
  ] as const)('that is %s is refused: %s', (status, sentence, isGone) => {
    expect(judgeSale(ask(), card({ status }))).toMatchObject({
      code: 'CARD_NOT_AVAILABLE',
      sentence,
    });
    expect(saysCardIsGone(sentence)).toBe(isGone);
  });
});

describe('a bulk sale', () => {
  test('responds in the order of the request, card by card', () => {
    const { sales, total } = planBulkSale(
      [ask('b'), ask('nobody'), ask('a')],
      [card(), card({ id: 'b', marketValue: toCents(100) })],
    );
    expect(sales.map((sale) => (sale.sold ? sale.card.id : sale.code))).toEqual([
      'b',
      'CARD_NOT_FOUND',
      'a',
    ]);
    expect(total).toBe(400);
  });

  test('sells a repeated card once; a refused first try leaves the second one possible', () => {
    const twice = planBulkSale([ask(), ask()], [card()]);
    expect(twice.sales[1]).toMatchObject({ sentence: 'This card has already been sold' });
    const after = planBulkSale([ask('a', 999), ask()], [card()]);
    expect(after.sales.map((sale) => sale.sold)).toEqual([false, true]);
    expect(after.total).toBe(350);
  });

  test('for any cards and requests pays the sum of what was sold, each card at most once', () => {
    const ids = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(
        fc.array(fc.record({ cardId: fc.constantFrom(...ids), packOpeningId: fc.constant('o') })),
        fc.uniqueArray(
          fc.record({
            id: fc.constantFrom(...ids),
            name: fc.constant('x'),
            openingId: fc.constantFrom('o', 'p'),
            status: fc.constantFrom(...CARD_STATUSES),
            marketValue: fc.nat(1_000_000).map(toCents),
            cost: fc.option(fc.nat(1_000_000).map(toCents)),
          }),
          { selector: (one) => one.id },
        ),
        (requests, cards) => {
          const { sales, total } = planBulkSale(requests, cards);
          const sold = sales.flatMap((sale) => (sale.sold ? [sale] : []));
          expect(sales).toHaveLength(requests.length);
          expect(new Set(sold.map((sale) => sale.card.id)).size).toBe(sold.length);
          expect(total).toBe(sold.reduce((sum, sale) => sum + sale.offer, 0));
        },
      ),
    );
  });
});
