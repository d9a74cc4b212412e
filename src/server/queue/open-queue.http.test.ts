// Tests that sign-ups, purchases and shipments enqueue jobs. A failure to enqueue one job must not prevent later ones.
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { appUrlOf } from '../database/app-role.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { openPool, overPool } from '../database/pool.ts';
import { openQueue } from './open-queue.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });

async function countAsked(): Promise<number> {
  const { rows } = await shop.owner.query(
    `delete from pgboss.job where name = 'forget-keys' returning id`,
  );
  return rows.length;
}

test('a job that was requested after Postgres was down is enqueued, even if the first one was requested meanwhile', async () => {
  const { db, log } = shop.context;
  let isAway = true;
  const query = (text: string, values?: unknown[]) =>
    isAway ? Promise.reject(new Error('Connection refused')) : db.client.query(text, values);
  const queue = openQueue({ over: 'pool', client: { query } } as unknown as Database, log);
  const ask = () => inTransaction(db, (tx) => queue.send(tx, 'forget-keys', {}));
  await expect(ask()).rejects.toThrow('Connection refused');
  isAway = false;
  await ask();
  expect(await countAsked()).toBe(1);
  await queue.close();
});

test('buyers who hold every connection of a new shop have their mails enqueued', async () => {
  const pool = openPool({
    url: appUrlOf(shop.url),
    clockOffsetMs: 0,
    connectionsMax: 1,
    connectWithinMs: 5_000,
  });
  const queue = openQueue(overPool(pool), shop.context.log);
  await queue.open();
  await inTransaction(overPool(pool), (tx) => queue.send(tx, 'forget-keys', {}));
  expect(await countAsked()).toBe(1);
  await queue.close();
  await pool.end();
});
