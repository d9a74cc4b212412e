import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

type Item = {
  card: { id: string; name: string };
  sellPrice: number;
  status: string;
  packOpeningId: string;
  daysUntilAutoConvert: number | null;
  leftAt: string | null;
};

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 400, purchaseLimit: null });
});

async function ownerOfCards(packs: number): Promise<{ user: SignedIn; items: Item[] }> {
  const user = await shop.signUp(packs * 10.8);
  await shop.call('POST', '/payments/purchase-with-balance', {
    as: user,
    body: { packs: [{ packId: packTypeId, quantity: packs }], paymentMethod: 'balance' },
  });
  const { body } = await shop.call<{ cards: Item[] }>(
    'GET',
    '/cards/my?status=available&pageSize=100',
    { as: user },
  );
  return { user, items: body.data.cards };
}

function sell(user: SignedIn, item: Item, more: object = {}, key?: string) {
  return shop.call<{ sellPrice: number; newAccountBalance: number }>('POST', '/cards/sell', {
    as: user,
    body: { cardId: item.card.id, packOpeningId: item.packOpeningId, ...more },
    ...(key === undefined ? {} : { key }),
  });
}

describe('my cards', () => {
  test('are listed in pages, newest first, with their values', async () => {
    const { user } = await ownerOfCards(4);
    const { body } = await shop.call<{ cards: Item[]; pagination: object }>(
      'GET',
      '/cards/my?status=available&page=2&pageSize=5',
      { as: user },
    );
    expect(body.data.pagination).toEqual({
      totalItems: 12,
      totalPages: 3,
      page: 2,
      pageSize: 5,
      hasNext: true,
      hasPrevious: true,
    });
    expect(body.data.cards).toHaveLength(5);
    expect(body.data.cards[0]).toMatchObject({
      status: 'available',
      daysUntilAutoConvert: 30,
      packName: `Pack ${packTypeId}`,
    });
  });

  test('can be sorted by price, name and rarity, either way', async () => {
    const { user } = await ownerOfCards(2);
    const prices = async (order: string) => {
      const { body } = await shop.call<{ cards: Item[] }>(
        'GET',
        `/cards/my?sortBy=price&sortOrder=${order}`,
        { as: user },
      );
      return body.data.cards.map((item) => item.sellPrice);
    };
    expect(await prices('asc')).toEqual([0.17, 0.17, 0.7, 0.7, 3.5, 3.5]);
    expect(await prices('desc')).toEqual([3.5, 3.5, 0.7, 0.7, 0.17, 0.17]);
  });

  test.each([
    ['page=0', 'page must be a whole number between 1 and 10000'],
    ['pageSize=101', 'pageSize must be a whole number between 1 and 100'],
    ['sortBy=luck', 'sortBy must be opened_at, left_at, name, rarity, price or auto_convert_at'],
    ['status=sealed', 'status is not a card status'],
  ])('requested with %s are refused with a message', async (query, message) => {
    const user = await shop.signUp();
    const { status, body } = await shop.call('GET', `/cards/my?${query}`, { as: user });
    expect([status, body.error.message]).toEqual([400, message]);
  });

  test('that are gone are listed in the order in which they left, with the time', async () => {
    const { user, items } = await ownerOfCards(3);
    expect(items.every(({ leftAt }) => leftAt === null)).toBe(true);
    // The cards are sold in an order that differs from the order of their ids and of their packs.
    const gone = [4, 0, 7, 2, 8, 1].map((at) => items[at]!);
    for (const item of gone) {
      // oxlint-disable-next-line no-await-in-loop -- The cards must be sold one after the other.
      await sell(user, item);
    }
    const { body } = await shop.call<{ cards: Item[] }>(
      'GET',
      '/cards/my?status=sold&sortBy=left_at&sortOrder=desc',
      { as: user },
    );
    const { cards } = body.data;
    expect(cards.map(({ card }) => card.id)).toEqual(gone.map(({ card }) => card.id).reverse());
    const moments = cards.map(({ leftAt }) => Date.parse(leftAt!));
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  test('can be requested by several statuses', async () => {
    const { user, items } = await ownerOfCards(1);
    await sell(user, items[0]!);
    const { body } = await shop.call<{ cards: Item[] }>(
      'GET',
      '/cards/my?status[]=sold&status[]=locked',
      { as: user },
    );
    expect(body.data.cards.map((item) => item.status)).toEqual(['sold']);
  });
});

describe('selling a card', () => {
  test('pays half of its market value, rounded down, and shows the amount', async () => {
    const { user, items } = await ownerOfCards(1);
    const cheap = items.find((item) => item.card.name === 'Moss Wall')!;
    const { status, body } = await sell(user, cheap);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      cardName: 'Moss Wall',
      marketValue: 0.35,
      sellPrice: 0.17,
      newAccountBalance: 0.17,
    });
    const sold = await shop.call<{ cards: Item[] }>('GET', '/cards/my?status=sold', { as: user });
    expect(sold.body.data.cards[0]).toMatchObject({
      sellPrice: 0.17,
      status: 'sold',
      daysUntilAutoConvert: null,
    });
  });

  test('twice is refused the second time, and paid once', async () => {
    const { user, items } = await ownerOfCards(1);
    await sell(user, items[0]!);
    const again = await sell(user, items[0]!);
    expect([again.status, again.body.error.code, again.body.error.message]).toEqual([
      409,
      'CARD_NOT_AVAILABLE',
      'This card has already been sold',
    ]);
  });

  test('of another user, or of another opening, is not found', async () => {
    const [{ items }, { user: stranger, items: own }] = [
      await ownerOfCards(1),
      await ownerOfCards(1),
    ];
    for (const attempt of [
      items[0]!,
      { ...own[0]!, packOpeningId: items[0]!.packOpeningId },
      { ...own[0]!, card: { id: randomUUID(), name: '' } },
    ]) {
      const { status, body } = await sell(stranger, attempt);
      expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    }
  });

  test('for less than the owner saw is refused with the new price', async () => {
    const { user, items } = await ownerOfCards(1);
    const item = items.find((one) => one.card.name === 'Glass Heron')!;
    const { status, body } = await sell(user, item, { expectedSellPrice: 3.51 });
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'PRICE_CHANGED',
      { sellPrice: 3.5 },
    ]);
    expect((await sell(user, item, { expectedSellPrice: 3.5 })).status).toBe(200);
  });

  test('without its opening is refused with a message', async () => {
    const { user, items } = await ownerOfCards(1);
    const { body } = await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[0]!.card.id },
    });
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Missing pack opening information',
    });
  });

  test('400 times over from five clients pays for each card once', async () => {
    const { user, items } = await ownerOfCards(20);
    const attempts = Array.from({ length: 5 }, () => items).flat();
    const responses = await Promise.all(attempts.map((item) => sell(user, item)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(items.length);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(
      attempts.length - items.length,
    );
    const earned = items.reduce((total, item) => total + Math.round(item.sellPrice * 100), 0);
    const { body } = await shop.call<{ account_balance: number }>('GET', '/users/profile', {
      as: user,
    });
    expect(Math.round(body.data.account_balance * 100)).toBe(earned);
  });
});
