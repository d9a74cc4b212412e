// Tests single cards, the catalogue's lists and their filters, and the collection with its summary.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

type Item = {
  card: { id: string; catalogueCardId: string; name: string };
  packName: string;
  status: string;
  packOpeningId: string;
};
type List = {
  cards: Item[];
  pagination: { totalItems: number; totalPages: number };
  packNames: string[];
  summary: object;
};
type Market = {
  cards: { id: string; name: string; marketValue: number }[];
  pagination: { totalItems: number };
};

const shop = useTestApp();
let packTypeId: string;
let otherTypeId: string;
let owner: SignedIn;
let items: Item[];

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 20, purchaseLimit: null });
  otherTypeId = await stockPackType(shop.context, { packs: 20, cards: ['4', '5'] });
  owner = await shop.signUp(100);
  for (const packId of [packTypeId, otherTypeId]) {
    await shop.call('POST', '/packs/purchase', { as: owner, body: { packId } });
  }
  items = (await list('/cards/my?pageSize=100')).cards;
});

async function list(path: string): Promise<List> {
  const { body } = await shop.call<List>('GET', path, { as: owner });
  return body.data;
}

async function names(path: string): Promise<string[]> {
  return (await list(path)).cards.map((item) => item.card.name);
}

async function market(path: string): Promise<string[]> {
  const { body } = await shop.call<Market>('GET', path);
  return body.data.cards.map((card) => card.name);
}

describe('my cards', () => {
  test.each([
    ['rarity=common', ['Harbour Lantern', 'Moss Wall']],
    ['rarity=epic', ['Blank Token']],
    ['rarity[]=legendary&rarity[]=rare', ['Glass Heron', 'The Ninth Bell']],
    ['finish=foil', []],
    ['priceMin=1.40&priceMax=7', ['Glass Heron', 'Harbour Lantern']],
    ['setName=harbour&search=heron', ['Glass Heron']],
    ['setName=h%C3%A1rbour&search=H%C3%89RON', ['Glass Heron']],
    ['search=100%25', []],
  ])('filtered by %s are the right ones', async (query, expected) => {
    expect(await names(`/cards/my?sortBy=name&sortOrder=asc&${query}`)).toEqual(expected);
  });

  test('can be filtered to one of the named packs', async () => {
    const all = await list('/cards/my?status=available');
    expect(all.packNames).toEqual([`Pack ${packTypeId}`, `Pack ${otherTypeId}`].toSorted());
    const one = await list(`/cards/my?packName=${encodeURIComponent(`Pack ${otherTypeId}`)}`);
    expect(one.pagination.totalItems).toBe(2);
    expect(new Set(one.cards.map((item) => item.packName)).size).toBe(1);
    expect((await list('/cards/my?status=sold')).packNames).toEqual([]);
  });

  test.each([
    ['rarity=gold', 'rarity is not a rarity'],
    ['finish=wet', 'finish must be normal, foil or reverse-foil'],
    ['priceMin=-1', 'priceMin must be an amount such as 12.50'],
    ['priceMax=1.005', 'priceMax must be an amount such as 12.50'],
    ['search=', 'search must have at most 100 characters'],
  ])('filtered by %s are refused with a message', async (query, message) => {
    const { status, body } = await shop.call('GET', `/cards/my?${query}`, { as: owner });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('the collection', () => {
  test('is what the owner still has, with the same summary as in the profile', async () => {
    const seller = await shop.signUp(100);
    await shop.call('POST', '/packs/purchase', { as: seller, body: { packId: packTypeId } });
    const { body: mine } = await shop.call<List>('GET', '/cards/my', { as: seller });
    const gone = mine.data.cards.find((item) => item.card.name === 'Moss Wall')!;
    await shop.call('POST', '/cards/sell', {
      as: seller,
      body: { cardId: gone.card.id, packOpeningId: gone.packOpeningId },
    });
    const { status, body } = await shop.call<List>('GET', '/cards/collection', { as: seller });
    expect(status).toBe(200);
    expect(body.data.cards.map((item) => item.card.name)).not.toContain('Moss Wall');
    expect(body.data.summary).toEqual({
      totalCards: 2,
      legendary: 0,
      epic: 0,
      rare: 1,
      totalValue: 8.4,
      totalSellPrice: 4.2,
    });
    const profile = await shop.call<{ collection: object }>('GET', '/users/profile', {
      as: seller,
    });
    expect(profile.body.data.collection).toEqual(body.data.summary);
  });
});

describe('the cost of a pack', () => {
  type Priced = { cards: (Item & { packCost: number | null })[] };

  test('is shown with each of its cards: its share of the payment, with discount and tax', async () => {
    await shop.owner.query(`insert into discount_codes (code, percent) values ('TENTH', 10)`);
    const dear = await stockPackType(shop.context, { packs: 5, price: 2_999, cards: ['4'] });
    const buyer = await shop.signUp(100);
    const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
      as: buyer,
      body: {
        packs: [
          { packId: dear, quantity: 1 },
          { packId: packTypeId, quantity: 2 },
        ],
        paymentMethod: 'balance',
        discountCode: 'TENTH',
      },
    });
    expect(status).toBe(200);
    const { body } = await shop.call<Priced>('GET', '/cards/my?pageSize=100', { as: buyer });
    const costs = new Set(body.data.cards.map((one) => `${one.packName} ${one.packCost}`));
    // The buyer paid 48.59, which is 49.99 less a discount of 5.00, plus taxes of 3.60.
    expect([...costs].toSorted()).toEqual(
      [`Pack ${dear} 29.15`, `Pack ${packTypeId} 9.72`].toSorted(),
    );
    const [first] = body.data.cards;
    const one = await shop.call('GET', `/cards/${first!.card.id}`, { as: buyer });
    expect(one.body.data).toEqual(first);
  });
});

describe('a card', () => {
  test('of the caller is shown as theirs', async () => {
    const { status, body } = await shop.call('GET', `/cards/${items[0]!.card.id}`, { as: owner });
    expect([status, body.data]).toEqual([200, items[0]]);
    const { headers } = await shop.call('GET', `/cards/${items[0]!.card.id}`, { as: owner });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('of the catalogue is public', async () => {
    const heron = items.find((item) => item.card.name === 'Glass Heron')!;
    for (const as of [undefined, owner]) {
      const { status, body } = await shop.call<object>(
        'GET',
        `/cards/${heron.card.catalogueCardId}`,
        { as },
      );
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        id: heron.card.catalogueCardId,
        name: 'Glass Heron',
        game: 'magic',
        set_id: 'magic-tst',
        set_name: 'Test Harbour',
        number: '3',
        rarity: 'rare',
        finish: 'normal',
        foil: false,
        price: 7,
        value: 7,
        marketValue: 7,
        pricesAsOf: '2026-11-01T00:00:00.000Z',
        status: 'active',
      });
    }
  });

  test('of another user, in a sealed pack, or unknown, is not found', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select s.physical_card_ids[1] as id from pack_secrets s
       join places p on p.pack_id = s.pack_id where p.state <> 'opened' limit 1`,
    );
    const stranger = await shop.signUp();
    for (const id of [items[0]!.card.id, rows[0]!.id, randomUUID()]) {
      for (const path of [`/cards/${id}`, `/cards/${id}/history`]) {
        const { status, body } = await shop.call('GET', path, { as: stranger });
        expect([path, status, body.error.code]).toEqual([path, 404, 'CARD_NOT_FOUND']);
      }
    }
  });

  test('is not shown for an invalid token', async () => {
    const bad = { ...owner, accessToken: 'nonsense' };
    const { status, body } = await shop.call('GET', `/cards/${items[0]!.card.id}`, { as: bad });
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('the history of a card', () => {
  type History = { prices: { date: string }[]; events: { type: string; at: string }[] };
  const history = (id: string, query = '', as?: SignedIn) =>
    shop.call<History>('GET', `/cards/${id}/history${query}`, { as });

  beforeAll(async () => {
    const cardId = items.find((item) => item.card.name === 'Glass Heron')!.card.catalogueCardId;
    for (const days of [400, 200, 60, 10]) {
      await shop.owner.query(
        `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
         values ($1, 'elsewhere', (now() at time zone 'utc')::date - $2::int, $2, 'USD')`,
        [cardId, days],
      );
    }
  });

  test('has prices of the last 90 days, and the one that was valid before', async () => {
    const heron = items.find((item) => item.card.name === 'Glass Heron')!;
    const amounts = async (query: string) =>
      (await history(heron.card.catalogueCardId, query)).body.data.prices
        .filter((price) => (price as { source?: string }).source === 'elsewhere')
        .map((price) => (price as { amount?: number }).amount);
    expect(await amounts('')).toEqual([2, 0.6, 0.1]);
    expect(await amounts('?days=30')).toEqual([0.6, 0.1]);
    expect(await amounts('?days=365')).toEqual([4, 2, 0.6, 0.1]);
    expect((await history(heron.card.catalogueCardId, '?days=7')).body.error.message).toBe(
      'days must be 30, 90 or 365',
    );
  });

  test('shows its owner what happened to it, and nobody else', async () => {
    const seller = await shop.signUp(20);
    await shop.call('POST', '/packs/purchase', { as: seller, body: { packId: packTypeId } });
    const { body: mine } = await shop.call<List>('GET', '/cards/my', { as: seller });
    const { card, packOpeningId } = mine.data.cards[0]!;
    const types = async () =>
      (await history(card.id, '', seller)).body.data.events.map((event) => event.type);
    expect(await types()).toEqual(['opened']);
    await shop.call('POST', '/cards/sell', {
      as: seller,
      body: { cardId: card.id, packOpeningId },
    });
    expect(await types()).toEqual(['opened', 'sold']);
    expect((await history(card.catalogueCardId, '', seller)).body.data.events).toEqual([]);
    expect((await history(card.id, '', owner)).status).toBe(404);
  });
});

describe('the catalogue’s cards', () => {
  test('are listed in pages, the most valuable first', async () => {
    const { status, body } = await shop.call<Market & { filters: object }>(
      'GET',
      '/cards/market?pageSize=2&page=2',
    );
    expect(status).toBe(200);
    expect(body.data.cards.map((card) => card.name)).toEqual(['Harbour Lantern', 'Moss Wall']);
    expect(body.data.filters).toEqual({ sortBy: 'price', sortOrder: 'desc' });
    expect(body.data.pagination).toMatchObject({ totalItems: 5, totalPages: 3 });
  });

  test.each([
    ['rarity=legendary', ['The Ninth Bell']],
    ['rarity=uncommon', ['Blank Token']],
    ['sortBy=name&sortOrder=asc&priceMin=1', ['Glass Heron', 'Harbour Lantern', 'The Ninth Bell']],
    ['sortBy=rarity&priceMax=0.35', ['Blank Token', 'Moss Wall']],
    ['game=pokemon', []],
    ['setName=elsewhere', []],
  ])('filtered by %s are the right ones', async (query, expected) => {
    expect(await market(`/cards/market?${query}`)).toEqual(expected);
  });

  test('are found by two letters of their name, in any case', async () => {
    expect(await market('/cards/search?search=LAN&sortBy=name&sortOrder=asc')).toEqual([
      'Blank Token',
      'Harbour Lantern',
    ]);
    expect(await market('/cards/search?search=lan&rarity=common')).toEqual(['Harbour Lantern']);
  });

  test.each(['', '?search=', '?search=a', '?search=%20%20a'])(
    'can’t be searched by less: %s',
    async (query) => {
      const { status, body } = await shop.call('GET', `/cards/search${query}`);
      expect([status, body.error.message]).toEqual([400, 'search must have 2 to 100 characters']);
    },
  );
});
