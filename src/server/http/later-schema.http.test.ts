// A process of this version runs beside processes of the next version, which have already migrated
// the database.
import { afterEach, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { MIGRATION_COUNT } from '../database/migrate.ts';

const shop = useTestApp();

afterEach(async () => {
  await shop.owner.query('delete from drizzle.wanted');
});

async function ready(): Promise<unknown> {
  return (await shop.app.inject('/readyz')).json();
}

const ONE_MORE = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('the next', 0)`;
const BACK = `delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;

test('a shop continues to sell after the next version has added to its database', async () => {
  await shop.owner.query(ONE_MORE);
  expect(await ready()).toEqual({ status: 'ready' });
  const packId = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
  const bought = await shop.call('POST', '/payments/purchase-with-balance', {
    as: await shop.signUp(50),
    key: 'beside the next version',
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(bought.status).toBe(200);
  await shop.owner.query(BACK);
});

test('it is not ready once a later version has removed what it still reads', async () => {
  await shop.owner.query('insert into drizzle.wanted values ($1)', [MIGRATION_COUNT]);
  expect(await ready()).toEqual({ status: 'ready' });
  await shop.owner.query('insert into drizzle.wanted values ($1)', [MIGRATION_COUNT + 1]);
  expect(await ready()).toEqual({
    status: 'not ready',
    reason: 'the database is of a later version than this one',
  });
});

test('it is not ready as long as the database lacks what it needs', async () => {
  await shop.owner.query(BACK);
  expect(await ready()).toEqual({
    status: 'not ready',
    reason: 'the database lacks migrations of this version',
  });
  await shop.owner.query(ONE_MORE);
});
