// The database accepts no writes: it is a primary that has just been demoted, or a replica whose
// address was configured by mistake.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
let packId: string;
let as: SignedIn;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
  as = await shop.signUp(50);
});

let isReadOnly = false;
afterEach(async () => {
  if (isReadOnly) await setReadOnly('off');
});

/** Makes new connections of the shop read-only, and ends the existing connections. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  isReadOnly = value === 'on';
  await shop.owner.query(
    `do $$ begin execute format('alter role felt_and_foil_app in database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
  );
  await shop.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'felt_and_foil_app'`,
  );
}

test('a buyer gets "later", and the shop is not ready, until the database accepts writes again', async () => {
  const key = randomUUID();
  const buy = () =>
    shop.call('POST', '/payments/purchase-with-balance', {
      as,
      key,
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    });
  await setReadOnly('on');
  await expect
    .poll(async () => (await shop.app.inject('/readyz')).json())
    .toEqual({
      status: 'not ready',
      reason: 'the database accepts no writes',
    });
  const refused = await buy();
  expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
  await setReadOnly('off');
  await expect.poll(async () => (await shop.app.inject('/readyz')).statusCode).toBe(200);
  expect((await buy()).status).toBe(200);
});
