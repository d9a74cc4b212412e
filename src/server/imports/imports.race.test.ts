// Tests imports while other requests change the same data, or stop the import.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/imports.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { workImports } from './work-imports.ts';

type Detail = z.input<typeof rows.showImport.reply>;

const shop = useTestApp();
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const call = (method: string, path: string, body?: object) =>
  shop.call<Detail>(method, `/admin/imports${path}`, {
    as: admin,
    ...(body !== undefined && { body }),
  });

const work = () => workImports(shop.context, new AbortController().signal);

async function checked(kind: string, lines: string[]): Promise<string> {
  const file = Buffer.from(lines.join('\n')).toString('base64');
  const { body } = await call('POST', '', { kind, fileName: 'lines.csv', file });
  await work();
  return body.data.id;
}

test('an import that records a wrong guess and somebody who makes a pack type don’t wait for each other', async () => {
  const type = await stockPackType(shop.context, { packs: 1, serial: () => 'known' });
  const id = await checked('stock', [
    'pack type,serial,certification,card 1,card 2,card 3',
    `${type},known,FF-known,3,2,1`,
    `${type},fresh,FF-fresh,1,2,3`,
  ]);
  await call('POST', `/${id}/apply`, { mode: 'right' });
  const other = await shop.owner.connect();
  let working;
  try {
    await other.query('begin');
    // Takes the locks of a transaction that makes a pack type, in its order: first that of the hits, then that of the
    // audit log.
    await other.query('select pg_advisory_xact_lock(7046085)');
    working = work();
    await expect
      .poll(async () => {
        const { rows: waiting } = await shop.owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return waiting.length;
      })
      .toBe(1);
    // This time-out is shorter than the wait after which Postgres ends a deadlock. Otherwise Postgres would end the
    // import's transaction, and its retry would hide the deadlock.
    await other.query(`set local lock_timeout = '200ms'`);
    await other.query('select pg_advisory_xact_lock(7046003)');
    await other.query('commit');
  } finally {
    other.release(true);
  }
  expect(await working).toEqual({ done: 1, failed: 0 });
  const { body } = await call('GET', `/${id}`);
  expect(body.data).toMatchObject({ state: 'done', counts: { new: 1, wrong: 1 } });
});

test('an import that is stopped while it is applied ends after a whole batch, and goes on to its end', async () => {
  const ids = Array.from({ length: 2500 }, (_, at) => `race-${at}`);
  await shop.owner.query(
    `insert into pack_types (id, set_id, card_count, name, description, price, position, odds, filling)
     select id, 'magic-tst', 3, id, '', 1000, 0, '[]', '[]' from unnest($1::text[]) id`,
    [ids],
  );
  const id = await checked('prices', ['id,price', ...ids.map((one) => `${one},11.50`)]);
  await call('POST', `/${id}/apply`, { mode: 'right' });
  const working = work();
  const progress = async () => (await call('GET', `/${id}`)).body.data.worked;
  await expect.poll(progress).toBeGreaterThan(0);
  // A batch may take longer than a request waits for its lock. Then the shop answers 503, and the test repeats the
  // request as browsers do.
  await expect.poll(async () => (await call('POST', `/${id}/stop`, {})).status).toBe(200);
  await working;
  const { state, worked, counts } = (await call('GET', `/${id}`)).body.data;
  expect(state).toBe('stopped');
  expect([worked % 500, counts.changed]).toEqual([0, worked]);
  expect(worked).toBeLessThan(ids.length);
  await call('POST', `/${id}/apply`, { mode: 'right' });
  await work();
  expect((await call('GET', `/${id}`)).body.data).toMatchObject({
    state: 'done',
    counts: { changed: ids.length, wrong: 0 },
  });
});
