// Connections break under load. A server that restarts or fails over must not stop the shop.
import { expect, onTestFinished, test, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from './app-role.ts';
import { openPool } from './pool.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });

test('connections that are cut during purchases cause 503, and the next try works', async () => {
  const packTypeId = await stockPackType(shop.context, { packs: 300, purchaseLimit: null });
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.signUp(1000)));
  let isOver = false;
  const statuses = new Map<number, number>();
  const buying = buyers.map(async (buyer) => {
    while (!isOver) {
      const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
        as: buyer,
        body: { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance' },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const cut = () =>
    shop.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'felt-and-foil'`,
    );
  for (let round = 0; round < 15; round += 1) {
    const before = statuses.get(200) ?? 0;
    await expect.poll(() => statuses.get(200) ?? 0).toBeGreaterThan(before);
    await cut();
  }
  isOver = true;
  await Promise.all(buying);
  expect(new Set(statuses.keys())).toEqual(new Set([200, 503]));
  const { status } = await shop.call('GET', '/users/profile', { as: buyers[0]! });
  expect(status).toBe(200);
});

test('after a quiet minute a buyer gets a connection with cached plans for a purchase', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 0 });
  onTestFinished(async () => {
    vi.useRealTimers();
    await pool.end();
  });
  await pool.query('select');
  vi.advanceTimersByTime(60_000);
  expect(pool.idleCount).toBe(1);
});
