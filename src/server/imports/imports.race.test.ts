// Tests imports while other requests change the same data, or stop the import.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/imports.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { inLongTransaction } from '#engine/database.ts';
import { stockPackType } from '../../testing/stock.ts';
import { PEOPLE_KIND } from './people-kind.ts';
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

test('two imports of the same people at once make each account once, and give each credit once', async () => {
  const file = ['email,credit,credit kind', 'one@race.test,7,bought', 'two@race.test,3,earned'];
  const ids = [await checked('people', file), await checked('people', file)];
  const lines = file.slice(1).map((line, at) => {
    const [email, credit, kind] = line.split(',');
    return { line: at + 2, values: { email: email!, credit: credit!, 'credit kind': kind! } };
  });
  let waiting = 0;
  let go: () => void;
  const bothHaveJudged = new Promise<void>((resolve) => (go = resolve));
  const { userId, sessionId } = { userId: admin.userId, sessionId: admin.userId };
  const take = (importId: string) =>
    inLongTransaction(shop.context.db, async (db) => {
      const context = { ...shop.context, db };
      const actor = { userId, sessionId, importId, isWhole: true };
      await PEOPLE_KIND.lock(db, lines);
      const { judged, store } = await PEOPLE_KIND.judge(context, lines, actor);
      waiting += 1;
      if (waiting === 2) go();
      await bothHaveJudged;
      return [judged.map(({ outcome }) => outcome), await store(context, actor, new Set([2, 3]))];
    });
  const [first, second] = await Promise.all(ids.map(take));
  expect([first![0], second![0]]).toEqual([
    ['new', 'new'],
    ['new', 'new'],
  ]);
  expect(first![1]!.length + second![1]!.length).toBe(2);
  const { rows: found } = await shop.owner.query(
    `select u.email, a.balance::int, a.bought::int from users u join ledger_accounts a on a.owner_id = u.id
     where u.email like '%@race.test' order by 1`,
  );
  expect(found).toEqual([
    { email: 'one@race.test', balance: 700, bought: 700 },
    { email: 'two@race.test', balance: 300, bought: 0 },
  ]);
});

test('a stranger who signs up with an address of a file while it is applied gets none of its credits', async () => {
  const email = 'victim@race.test';
  const id = await checked('people', ['email,credit,credit kind', `${email},7,bought`]);
  const lines = [{ line: 2, values: { email, credit: '7', 'credit kind': 'bought' } }];
  const taken = inLongTransaction(shop.context.db, async (db) => {
    const context = { ...shop.context, db };
    const actor = { ...admin, sessionId: admin.userId, importId: id, isWhole: true };
    await PEOPLE_KIND.lock(db, lines);
    const { store } = await PEOPLE_KIND.judge(context, lines, actor);
    const body = { email, password: 'battery staple' };
    expect((await shop.call('POST', '/auth/register', { body })).status).toBe(200);
    return store(context, actor, new Set([2]));
  });
  await expect(taken).rejects.toThrow('signed up');
  await call('POST', `/${id}/apply`, { mode: 'all' });
  await work();
  const { body } = await call('GET', `/${id}`);
  expect(body.data).toMatchObject({ state: 'checked', counts: { wrong: 1 } });
  const { rows: found } = await shop.owner.query(
    'select balance::int from users u join ledger_accounts a on a.owner_id = u.id where u.email = $1',
    [email],
  );
  expect(found).toEqual([{ balance: 0 }]);
});
