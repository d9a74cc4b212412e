// Tests the endpoints of single packs: viewing, validating, buying, and listing what was bought.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveRole, useTestApp, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType } from '../../testing/stock.ts';

type Bought = { updatedBalance: number; packOpenings: { id: string; packId: string }[] };
type Validation = { valid: boolean; errors: string[]; totalCost: number; account_balance: number };
type Pagination = { total: number; totalPages: number; hasNext: boolean; hasPrev: boolean };

const shop = useTestApp();
let once: string;
let unlimited: string;
let soldOut: string;

beforeAll(async () => {
  once = await stockPackType(shop.context, { packs: 12 });
  unlimited = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
  soldOut = await stockPackType(shop.context, { packs: 0 });
});

function buy(as: SignedIn | undefined, body: object, key?: string) {
  return shop.call<Bought>('POST', '/packs/purchase', {
    as,
    body,
    ...(key === undefined ? {} : { key }),
  });
}

function validate(as: SignedIn, body: object) {
  return shop.call<Validation>('POST', '/packs/validate-purchase', { as, body });
}

describe('the packs of a type on sale', () => {
  const available = (id: string, query = '') =>
    shop.call<{ packs: { id: string; physicalPackId: string }[]; pagination: Pagination }>(
      'GET',
      `/pack-types/${id}/available-packs${query}`,
    );

  test('are listed by id, page by page; count is another name for limit', async () => {
    const { status, body } = await available(once, '?page=2&limit=5');
    expect(status).toBe(200);
    expect(body.data.pagination).toEqual({
      page: 2,
      limit: 5,
      total: 12,
      totalPages: 3,
      hasNext: true,
      hasPrev: true,
    });
    const first = await available(once, '?page=1&count=5');
    const ids = [...first.body.data.packs, ...body.data.packs].map((pack) => pack.id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(10);
    expect(body.data.packs[0]).toEqual({
      id: ids[5],
      physicalPackId: ids[5],
      packTypeId: once,
      name: `Pack ${once}`,
      certificationNumber: null,
    });
  });

  test('are empty for a type that is sold out or off sale', async () => {
    expect((await available(soldOut)).body.data).toMatchObject({
      packs: [],
      pagination: { total: 0, totalPages: 0, hasNext: false },
    });
    const off = await stockPackType(shop.context, { packs: 2 });
    await shop.owner.query('update pack_types set is_available = false where id = $1', [off]);
    expect((await available(off)).body.data.packs).toEqual([]);
  });

  test('of an unknown type are not found; an invalid page is refused', async () => {
    const missing = await available('no-such-pack');
    expect([missing.status, missing.body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    expect((await available(once, '?count=0')).body.error.message).toBe(
      'count must be a whole number between 1 and 100',
    );
  });
});

describe('a pack', () => {
  test('is shown by its type', async () => {
    const { body } = await shop.call<object>('GET', `/packs/${once}`);
    expect(body.data).toMatchObject({
      id: once,
      physicalPackId: null,
      name: `Pack ${once}`,
      price: 10,
      cardCount: 3,
      isAvailable: true,
      guaranteed: true,
      setName: 'Test Harbour',
      packType: once,
      potentialHitsCards: [{ cardName: 'The Ninth Bell' }, {}, {}, {}, {}],
    });
    expect((await shop.call<object>('GET', `/packs/${soldOut}`)).body.data).toMatchObject({
      isAvailable: false,
    });
  });

  test('is shown by the id of a physical one in stock, without what it holds', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from places where pack_type_id = $1 and state = 'available' limit 1`,
      [once],
    );
    const { body } = await shop.call<object>('GET', `/packs/${rows[0]!.id}`);
    expect(body.data).toMatchObject({
      id: rows[0]!.id,
      physicalPackId: rows[0]!.id,
      packType: once,
    });
    expect(body.data).not.toHaveProperty('cards');
  });

  test('that is sold, or never was, is not found', async () => {
    const buyer = await shop.signUp(20);
    const { body } = await buy(buyer, { packId: unlimited });
    for (const id of [body.data.packOpenings[0]!.packId, randomUUID(), 'nonsense']) {
      const { status, body: reply } = await shop.call('GET', `/packs/${id}`);
      expect([status, reply.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    }
  });
});

describe('the contents of a sealed pack', () => {
  test('are in no response, whoever asks', async () => {
    const someone = await shop.signUp(100);
    await buy(someone, { packId: unlimited });
    const { rows } = await shop.owner.query<{ id: string; pack_id: string }>(
      `select unnest(s.physical_card_ids) as id, s.pack_id from pack_secrets s
       join places p on p.pack_id = s.pack_id where p.state <> 'opened'`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const responses = await Promise.all(
      [
        '/pack-types',
        `/pack-types/${once}`,
        `/pack-types/${once}/available-packs?limit=100`,
        `/packs/${rows[0]!.pack_id}`,
        `/cards/${rows[0]!.id}`,
        `/cards/${rows[0]!.id}/history`,
        '/cards/my?pageSize=100',
        '/cards/collection?pageSize=100',
        '/cards/market?pageSize=100',
        '/packs/history?limit=100',
      ].map((path) => shop.call('GET', path, { as: someone })),
    );
    const told = JSON.stringify(responses.map((response) => response.body));
    expect(rows.filter((card) => told.includes(card.id))).toEqual([]);
  });

  test('can’t be queried by the shop’s role', async () => {
    const { db } = shop.context;
    const { rows } = await db.client.query('select * from count_contents($1)', [once]);
    expect(rows).toEqual([{ odds: [], filling: [] }]);
    const compare = `select * from compare_packs(array['nothing'], array['x'], null, null, null)`;
    await expect(db.client.query(compare)).rejects.toThrow('Only an operator compares packs');
  });
});

describe('validating a purchase', () => {
  test('says that nothing prevents it, and what it costs with tax', async () => {
    const buyer = await shop.signUp(50);
    const { status, body } = await validate(buyer, { packId: unlimited, quantity: 2 });
    expect(status).toBe(200);
    expect(body.data).toEqual({ valid: true, errors: [], totalCost: 21.6, account_balance: 50 });
  });

  test('names all obstacles', async () => {
    const poor = await shop.signUp();
    expect((await validate(poor, { packId: soldOut, quantity: 2 })).body.data).toEqual({
      valid: false,
      errors: [
        'You can only purchase this pack once',
        'Insufficient credits',
        'Pack is not available or insufficient stock',
      ],
      totalCost: 21.6,
      account_balance: 0,
    });
  });

  test('of an unknown pack, or for nobody, is not found', async () => {
    const buyer = await shop.signUp();
    const unknown = await validate(buyer, { packId: 'no-such-pack', quantity: 1 });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    const admin = await shop.signUp({ role: 'admin' });
    const nobody = await validate(admin, { packId: once, quantity: 1, userId: randomUUID() });
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('for another user is only for admins', async () => {
    const [one, other] = [await shop.signUp(), await shop.signUp(30)];
    const body = { packId: once, quantity: 1, userId: other.userId };
    expect((await validate(one, body)).body.error.code).toBe('FORBIDDEN');
    await giveRole(shop, one, 'admin');
    expect((await validate(one, body)).body.data).toMatchObject({
      valid: true,
      account_balance: 30,
    });
  });

  test.each([
    [{ quantity: 1 }, 'Pack ID is required'],
    [{ packId: 'a', quantity: 0 }, 'Quantity must be a whole number between 1 and 100'],
    [{ packId: 'a', quantity: 101 }, 'Quantity must be a whole number between 1 and 100'],
    [{ packId: 'a', quantity: 1.5 }, 'Quantity must be a whole number between 1 and 100'],
  ])('requested as %j is refused with a message', async (body, message) => {
    const response = await validate(await shop.signUp(), body);
    expect([response.status, response.body.error.message]).toEqual([400, message]);
  });
});

describe('buying one pack', () => {
  test('is a cart of one line: paid with tax and opened; one pack by default', async () => {
    const buyer = await shop.signUp(100);
    const { status, body } = await buy(buyer, { packId: unlimited, quantity: 3 });
    expect([status, body.data.updatedBalance, body.data.packOpenings.length]).toEqual([
      200, 67.6, 3,
    ]);
    expect((await buy(buyer, { packId: once })).body.data.updatedBalance).toBe(56.8);
  });

  test('with a repeated key returns the same, and pays once', async () => {
    const buyer = await shop.signUp(100);
    const first = await buy(buyer, { packId: unlimited }, 'again');
    const second = await buy(buyer, { packId: unlimited }, 'again');
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['PACK_NOT_FOUND', 404, () => 'no-such-pack', 100, 1],
    ['PURCHASE_LIMIT_REACHED', 400, () => once, 100, 2],
    ['INSUFFICIENT_BALANCE', 402, () => once, 10, 1],
    ['PACK_UNAVAILABLE', 404, () => soldOut, 100, 1],
  ])(
    'is refused with %s, and nothing is charged',
    async (code, status, packId, credits, quantity) => {
      const buyer = await shop.signUp(credits);
      const response = await buy(buyer, { packId: packId(), quantity });
      expect([response.status, response.body.error.code]).toEqual([status, code]);
      const { body } = await shop.call<{ account_balance: number }>('GET', '/users/profile', {
        as: buyer,
      });
      expect(body.data.account_balance).toBe(credits);
    },
  );
});

describe('the packs that a user bought', () => {
  test('are listed newest first, with the payment and their openings', async () => {
    const buyer = await shop.signUp(100);
    const first = await buy(buyer, { packId: unlimited, quantity: 2 });
    const last = await buy(buyer, { packId: once });
    const { status, body } = await shop.call<{ packs: object[]; pagination: Pagination }>(
      'GET',
      '/packs/history?limit=2',
      { as: buyer },
    );
    expect(status).toBe(200);
    expect(body.data.pagination).toMatchObject({ total: 3, totalPages: 2, hasNext: true });
    expect(body.data.packs).toHaveLength(2);
    const [opening] = last.body.data.packOpenings;
    expect(body.data.packs[0]).toMatchObject({
      packId: opening!.packId,
      packTypeId: once,
      packName: `Pack ${once}`,
      pricePaid: 10,
      status: 'opened',
      packOpeningId: opening!.id,
      paymentIntentId: null,
      // The pack is in no drop, so it has no proof.
      inDrop: null,
    });
    expect(first.body.data.packOpenings.map((one) => one.id)).toContain(
      (body.data.packs[1] as { packOpeningId: string }).packOpeningId,
    );
  });

  test('can’t be read by other users', async () => {
    const [one, other] = [await shop.signUp(), await shop.signUp()];
    const { status, body } = await shop.call('GET', `/packs/history?userId=${other.userId}`, {
      as: one,
    });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the sealed packs of a user', () => {
  type SealedType = {
    packTypeId: string;
    packName: string;
    count: number;
    disputed: number;
    next: { packId: string; paymentIntentId: string | null } | null;
  };
  type Sealed = { total: number; types: SealedType[] };
  const sealedOf = async (as: SignedIn) =>
    (await shop.call<Sealed>('GET', '/packs/sealed', { as })).body.data;

  test('are counted by type, however many packs were bought and opened after them', async () => {
    const many = await stockPackType(shop.context, { packs: 120, purchaseLimit: null });
    const buyer = await shop.signUp(1_500);
    const [early] = await buySealedPacks(shop.context, buyer.userId, once, 1);
    const first = await buySealedPacks(shop.context, buyer.userId, many, 2);
    await buySealedPacks(shop.context, buyer.userId, many, 18);
    expect((await buy(buyer, { packId: many, quantity: 100 })).status).toBe(200);
    const { total, types } = await sealedOf(buyer);
    expect(total).toBe(21);
    expect(types).toMatchObject([
      { packTypeId: many, packName: `Pack ${many}`, count: 20, disputed: 0 },
      { packTypeId: once, count: 1, next: { packId: early, paymentIntentId: null } },
    ]);
    // The pack to open next is one of the oldest packs. After it is opened, it is no longer in the list.
    const next = types[0]!.next!.packId;
    expect(first).toContain(next);
    expect((await shop.call('POST', `/packs/${next}/open`, { as: buyer })).status).toBe(200);
    const after = await sealedOf(buyer);
    expect(after.types[0]).toMatchObject({ packTypeId: many, count: 19 });
    expect(after.types[0]!.next!.packId).not.toBe(next);

    const profile = await shop.call<{ sealedPacks: number }>('GET', '/users/profile', {
      as: buyer,
    });
    expect(profile.body.data.sealedPacks).toBe(20);
    const { body } = await shop.call<{ packs: object[]; pagination: Pagination }>(
      'GET',
      `/packs/history?status=purchased&packTypeId=${many}&limit=10&page=2`,
      { as: buyer },
    );
    expect(body.data.pagination).toMatchObject({ total: 19, hasNext: false });
    expect(body.data.packs).toHaveLength(9);
  });

  test('are empty for a user without any, and not visible to others', async () => {
    expect(await sealedOf(await shop.signUp())).toEqual({ total: 0, types: [] });
  });
});

describe('a cart of several kinds', () => {
  test('is checked line by line: obstacles, and how many could be bought', async () => {
    const buyer = await shop.signUp(100);
    await buy(buyer, { packId: once });
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from places where pack_type_id = $1 and state = 'available' limit 1`,
      [unlimited],
    );
    const { body } = await shop.call<{ eligible: boolean; lines: object[] }>(
      'POST',
      '/payments/purchase-eligibility',
      {
        as: buyer,
        body: {
          // The id of a physical pack counts as one more pack of its type.
          packs: [once, soldOut, unlimited, rows[0]!.id].map((packId) => ({ packId, quantity: 1 })),
        },
      },
    );
    expect(body.data.eligible).toBe(false);
    const lineOf = (packTypeId: string) =>
      body.data.lines.find((line) => (line as { packTypeId: string }).packTypeId === packTypeId);
    expect(lineOf(once)).toMatchObject({
      quantityMax: 0,
      ineligibilityReason: 'You can only purchase this pack once',
    });
    expect(lineOf(soldOut)).toMatchObject({
      quantityMax: 0,
      ineligibilityReason: `Pack "Pack ${soldOut}" is no longer available. Please return to the catalog.`,
    });
    const line = lineOf(unlimited) as { quantityMax: number };
    expect(line).toMatchObject({
      name: `Pack ${unlimited}`,
      price: 10,
      quantity: 2,
      ineligibilityReason: null,
    });
    expect(line.quantityMax).toBeGreaterThan(2);
    expect(line.quantityMax).toBeLessThanOrEqual(30);
  });
});

describe('the types that a user can’t buy any more', () => {
  const reached = async (as: SignedIn) =>
    (await shop.call<object[]>('GET', '/packs/reached-limits', { as })).body.data;

  test('are those with a reached limit, by paid packs', async () => {
    const buyer = await shop.signUp(100);
    expect(await reached(buyer)).toEqual([]);
    await buy(buyer, { packId: unlimited });
    await buy(buyer, { packId: once });
    expect(await reached(buyer)).toEqual([
      { packTypeId: once, isSealed: false, paymentIntentId: null },
    ]);
    await shop.owner.query('update pack_types set purchase_limit = 2 where id = $1', [once]);
    expect(await reached(buyer)).toEqual([]);
    await shop.owner.query('update pack_types set purchase_limit = 1 where id = $1', [once]);
    expect(await reached(await shop.signUp())).toEqual([]);
  });
});

describe('an opening', () => {
  test('can be viewed again by the user who opened it', async () => {
    const buyer = await shop.signUp(100);
    const bought = await buy(buyer, { packId: unlimited });
    const [opening] = bought.body.data.packOpenings;
    const { status, body } = await shop.call('GET', `/packs/openings/${opening!.id}`, {
      as: buyer,
    });
    expect([status, body.data]).toEqual([200, opening]);
  });

  test('of another user, or an unknown one, is not found', async () => {
    const [buyer, stranger] = [await shop.signUp(100), await shop.signUp()];
    const bought = await buy(buyer, { packId: unlimited });
    for (const id of [bought.body.data.packOpenings[0]!.id, randomUUID()]) {
      const { status, body } = await shop.call('GET', `/packs/openings/${id}`, { as: stranger });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
