// Tests the shop's suggestions: packs that a user has not bought yet, and packs that sell well.
import { beforeAll, describe, expect, test } from 'vitest';
import type { PackType } from '#contract/catalogue.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';
import { inTransaction } from '#engine/database.ts';

const shop = useTestApp();
let buyer: SignedIn;
let bought: string;
let other: string;
let soldOut: string;

const buy = (as: SignedIn, packId: string, quantity = 1) =>
  shop.call('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs: [{ packId, quantity }], paymentMethod: 'balance' },
  });

beforeAll(async () => {
  buyer = await shop.signUp(500);
  bought = await stockPackType(shop.context, { packs: 9, purchaseLimit: null });
  other = await stockPackType(shop.context, { packs: 9, purchaseLimit: null });
  soldOut = await stockPackType(shop.context, { packs: 0 });
  // All test stock is of one game, so the test moves one of the types to another game.
  await shop.owner.query(
    `insert into card_sets (id, game, code, name) values ('pokemon-tst', 'pokemon', 'tst', 'Test Meadow')`,
  );
});

describe('recommendations', () => {
  const recommend = async (as: SignedIn, query = '') => {
    const response = await shop.call<PackType[]>('GET', `/packs/recommendations${query}`, { as });
    return {
      ...response,
      ids: response.status === 200 ? response.body.data.map(({ id }) => id) : [],
    };
  };
  const prefer = (as: SignedIn, preferences: object) =>
    shop.call('PUT', '/users/settings/preferences', { as, body: preferences });

  test('are packs in stock that the shopper has not bought', async () => {
    const shopper = await shop.signUp(100);
    expect((await recommend(shopper)).ids.toSorted()).toEqual([bought, other].toSorted());
    await buy(shopper, bought);
    const { ids, body } = await recommend(shopper);
    expect(ids).toEqual([other]);
    expect(body.data[0]).toMatchObject({ stock: 9, price: 10 });
    expect(ids).not.toContain(soldOut);
  });

  test('are at most six, those of the favourite games first', async () => {
    const shopper = await shop.signUp();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        stockPackType(shop.context, { packs: 0, id: `zz-${at}` }),
      ),
    );
    await shop.owner.query(`update pack_types set set_id = 'pokemon-tst' where id = 'zz-5'`);
    const { rows } = await shop.owner.query<{ id: string }>('select id from cards limit 1');
    const cards = Array.from({ length: 3 }, () => ({
      cardId: rows[0]!.id,
      condition: 'Near Mint' as const,
    }));
    await inTransaction(shop.context.db, (db) =>
      insertPacks(
        db,
        made.map((id) => ({ packTypeId: id, serial: id, certificationNumber: id, cards })),
      ),
    );
    const before = await recommend(shopper);
    expect(before.ids).toHaveLength(6);
    expect(before.ids).not.toContain('zz-5');
    await prefer(shopper, { preferredCategories: ['pokemon'] });
    expect((await recommend(shopper)).ids[0]).toBe('zz-5');
  });

  test('are empty for a user who wants none', async () => {
    const shopper = await shop.signUp();
    await prefer(shopper, { packRecommendations: false });
    expect((await recommend(shopper)).ids).toEqual([]);
  });

  test('of another user are only for admins', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    const query = `?userId=${buyer.userId}`;
    expect((await recommend(admin, query)).ids).toContain(other);
    expect((await recommend(await shop.signUp(), query)).status).toBe(403);
    const unknown = await recommend(admin, '?userId=00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('trending packs', () => {
  const trending = async (query = '') => {
    const { body } = await shop.call<PackType[]>('GET', `/packs/trending${query}`);
    return body.data.map(({ id }) => id);
  };

  test('are what sold most in the requested time, by default a day', async () => {
    await buy(buyer, other, 3);
    await buy(buyer, bought, 1);
    expect(await trending()).toEqual([other, bought]);
    await shop.owner.query(
      `update orders set paid_at = paid_at - interval '3 days' where id in
         (select order_id from order_lines where pack_type_id = $1)`,
      [other],
    );
    expect(await trending()).toEqual([bought]);
    expect(await trending('?timeframe=24h')).toEqual([bought]);
    expect(await trending('?timeframe=7d')).toEqual([other, bought]);
    expect(await trending('?timeframe=30d')).toEqual([other, bought]);
  });

  test('exclude returned packs', async () => {
    const setRefunded = (packs: string) =>
      shop.owner.query(`update order_lines set refunded = ${packs} where pack_type_id = $1`, [
        other,
      ]);
    await setRefunded('quantity');
    expect(await trending('?timeframe=30d')).toEqual([bought]);
    // Restores the sums of the ledger for the other tests.
    await setRefunded('0');
  });

  test('can be requested only for known periods', async () => {
    const { status, body } = await shop.call('GET', '/packs/trending?timeframe=1y');
    expect([status, body.error.message]).toEqual([400, 'timeframe must be 24h, 7d or 30d']);
  });
});
