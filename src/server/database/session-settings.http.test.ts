// Whatever a database gives its sessions by default, the shop's have what its statements need.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { appUrlOf } from './app-role.ts';
import { openOwnerPool, openPool } from './pool.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
const clockOffsetMs = 0;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  const database = new URL(shop.url).pathname.slice(1);
  await shop.owner.query(`alter database ${database} set jit = on`);
  pools.push(
    openPool({ url: appUrlOf(shop.url), clockOffsetMs }),
    openOwnerPool({ url: shop.url, clockOffsetMs }),
  );
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

test('no statement of the shop is compiled, though its database says so', async () => {
  for (const pool of pools) expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
});
