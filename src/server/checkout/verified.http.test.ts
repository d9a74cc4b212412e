// Tests a shop that requires a verified address for purchases.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ REQUIRE_VERIFIED_EMAIL: 'on' });
const open = useTestApp();

const rows = Object.values<Endpoint>(ENDPOINTS).filter((row) => row.verified !== undefined);

describe('a user with an unverified address', () => {
  test.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))(
    'is refused by %s',
    async (_name, row) => {
      const user = await shop.signUp(100);
      const { status, body } = await shop.call(row.method, row.path, { as: user, body: {} });
      expect([status, body.error.code, body.error.message]).toEqual([
        403,
        'EMAIL_NOT_VERIFIED',
        'Please verify your email address to continue.',
      ]);
    },
  );

  test('may do everything else, and can buy as soon as they verify it', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp(100);
    expect((await shop.call('GET', '/users/profile', { as: buyer })).status).toBe(200);
    await shop.owner.query('update users set email_verified_at = now() where id = $1', [
      buyer.userId,
    ]);
    const bought = await shop.call('POST', '/payments/purchase-with-balance', {
      as: buyer,
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    });
    expect(bought.status).toBe(200);
  });

  test('can buy if the shop does not require verification', async () => {
    const packId = await stockPackType(open.context, { packs: 1 });
    const bought = await open.call('POST', '/payments/purchase-with-balance', {
      as: await open.signUp(100),
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    });
    expect(bought.status).toBe(200);
  });
});

test('the endpoints that require a verified address are those with that rejection', () => {
  const named = Object.values<Endpoint>(ENDPOINTS).filter((row) =>
    row.rejections.includes('EMAIL_NOT_VERIFIED'),
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(named)).toEqual(new Set(rows));
});
