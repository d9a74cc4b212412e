import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

type Item = { card: { id: string; name: string }; sellPrice: number; packOpeningId: string };
type Ask = { cardId: string; packOpeningId: string; expectedSellPrice?: number };
type Result = {
  cardId: string;
  cardName: string;
  sellPrice: number;
  success: boolean;
  error: string | null;
  code: string | null;
};
type Sold = {
  successCount: number;
  failureCount: number;
  totalSellPrice: number;
  newAccountBalance: number;
  results: Result[];
};

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 420, purchaseLimit: null });
});

async function ownerOfCards(packs: number): Promise<{ user: SignedIn; items: Item[] }> {
  const user = await shop.signUp(packs * 10.8);
  for (let left = packs; left > 0; left -= 100) {
    const body = { packId: packTypeId, quantity: Math.min(left, 100) };
    await shop.call('POST', '/packs/purchase', { as: user, body });
  }
  const items: Item[] = [];
  for (let page = 1; items.length < packs * 3; page += 1) {
    const path = `/cards/my?pageSize=100&page=${page}`;
    const { body } = await shop.call<{ cards: Item[] }>('GET', path, { as: user });
    items.push(...body.data.cards);
  }
  return { user, items };
}

const ask = (item: Item): Ask => ({ cardId: item.card.id, packOpeningId: item.packOpeningId });

function sell(as: SignedIn | undefined, cards: unknown, key?: string) {
  return shop.call<Sold>('POST', '/cards/sell/bulk', {
    as,
    body: { cards },
    ...(key === undefined ? {} : { key }),
  });
}

describe('selling many cards', () => {
  test('pays for each, and responds in the order of the request', async () => {
    const { user, items } = await ownerOfCards(2);
    const { status, body } = await sell(user, items.map(ask));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      successCount: 6,
      failureCount: 0,
      totalSellPrice: 8.74,
      newAccountBalance: 8.74,
    });
    expect(body.data.results).toEqual(
      items.map((item) => ({
        cardId: item.card.id,
        cardName: item.card.name,
        sellPrice: item.sellPrice,
        success: true,
        error: null,
        code: null,
      })),
    );
  });

  test('sells what it can and gives a reason for the rest', async () => {
    const [{ user, items }, { items: others }] = [await ownerOfCards(1), await ownerOfCards(1)];
    const heron = items.find((item) => item.card.name === 'Glass Heron')!;
    const moss = items.find((item) => item.card.name === 'Moss Wall')!;
    const { status, body } = await sell(user, [
      { ...ask(heron), expectedSellPrice: 3.51 },
      ask(others[0]!),
      { cardId: randomUUID(), packOpeningId: moss.packOpeningId },
      { ...ask(moss), cardId: moss.card.id.toUpperCase() },
      ask(moss),
      { ...ask(heron), expectedSellPrice: 3.5 },
    ]);
    expect(status).toBe(200);
    const told = body.data.results.map((one) => [one.cardName, one.sellPrice, one.code, one.error]);
    expect(told).toEqual([
      [
        'Glass Heron',
        3.5,
        'PRICE_CHANGED',
        "This card's price has changed since you saw it. Nothing was sold.",
      ],
      ['Unknown card', 0, 'CARD_NOT_FOUND', 'Card not found'],
      ['Unknown card', 0, 'CARD_NOT_FOUND', 'Card not found'],
      ['Moss Wall', 0.17, null, null],
      ['Moss Wall', 0, 'CARD_NOT_AVAILABLE', 'This card has already been sold'],
      ['Glass Heron', 3.5, null, null],
    ]);
    expect(body.data).toMatchObject({
      successCount: 2,
      failureCount: 4,
      totalSellPrice: 3.67,
      newAccountBalance: 3.67,
    });
  });

  test('of which none can be sold still succeeds', async () => {
    const { user, items } = await ownerOfCards(1);
    await sell(user, items.map(ask));
    const { status, body } = await sell(user, items.map(ask));
    expect([status, body.data.successCount, body.data.failureCount]).toEqual([200, 0, 3]);
    expect(body.data.newAccountBalance).toBe(4.37);
  });

  test('of 500 takes one call of at most three seconds, and a journal each', async () => {
    const { user, items } = await ownerOfCards(167);
    const started = performance.now();
    const { status, body } = await sell(user, items.slice(0, 500).map(ask));
    const tookMs = performance.now() - started;
    expect([status, body.data.successCount]).toEqual([200, 500]);
    expect(tookMs).toBeLessThan(3_000);
    const { rows } = await shop.owner.query<{ journals: number }>(
      `select count(*)::int as journals from journals where kind = 'card_sale' and user_id = $1`,
      [user.userId],
    );
    expect(rows[0]!.journals).toBe(500);
  });

  test('with a repeated key returns the same and pays once', async () => {
    const { user, items } = await ownerOfCards(1);
    const first = await sell(user, items.map(ask), 'once');
    const second = await sell(user, items.map(ask), 'once');
    expect(second.body).toEqual(first.body);
    expect(second.body.data.successCount).toBe(3);
  });

  test('from ten clients at once, in any order, pays for each card once', async () => {
    const { user, items } = await ownerOfCards(20);
    const orders = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0 ? items.map(ask) : items.map(ask).toReversed(),
    );
    const responses = await Promise.all(orders.map((cards) => sell(user, cards)));
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
    const sold = responses.reduce((count, response) => count + response.body.data.successCount, 0);
    expect(sold).toBe(items.length);
  });

  test.each([
    [{}, 'No cards selected'],
    [[], 'No cards selected'],
    [[{ cardId: randomUUID() }], 'Missing pack opening information'],
    [[{ packOpeningId: randomUUID() }], 'Missing required information for sale'],
    [
      Array.from({ length: 501 }, () => ({ cardId: randomUUID(), packOpeningId: randomUUID() })),
      'At most 500 cards can be sold at once',
    ],
  ])('that names none, or too many, is refused with a message', async (cards, message) => {
    const { status, body } = await sell(await shop.signUp(), cards);
    expect([status, body.error.message]).toEqual([400, message]);
  });
});
