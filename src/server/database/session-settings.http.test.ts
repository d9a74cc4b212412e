// The shop's sessions have the settings that its statements need, whatever the server, the database
// or the login sets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { stockPackType } from '../../testing/stock.ts';
import { APP_ROLE, appUrlOf } from './app-role.ts';
import { connectionOf } from '#engine/database.ts';
import { openClient, openOwnerPool, openPool, openProvenPool } from './pool.ts';

const lines: string[] = [];
const shop = useTestApp(
  { LOG_LEVEL: 'error' },
  { log: { write: (line) => void lines.push(line) } },
);
const clockOffsetMs = 0;
const databaseName = () => new URL(shop.url).pathname.slice(1);
let packId: string;
let buyers: SignedIn[];

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  // The buyers sign up before any test changes the database's settings, because these changes also
  // apply to the owner's connections.
  buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp(100)));
});

/** No administrator would use all of these values, but each of them occurs somewhere. */
const ODD: Record<string, string> = {
  jit: 'on',
  idle_session_timeout: '1h',
  default_transaction_isolation: 'serializable',
  client_encoding: 'LATIN1',
  standard_conforming_strings: 'off',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Pacific/Kiritimati',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  array_nulls: 'off',
  transform_null_equals: 'on',
  row_security: 'off',
  gin_fuzzy_search_limit: '1',
  lock_timeout: '1h',
  statement_timeout: '1h',
  idle_in_transaction_session_timeout: '1h',
  search_path: 'nowhere',
};

/**
 * The settings that every connection of the shop has in spite of ODD. The owner's connections also
 * have them, except for the time limits.
 */
const EVEN = {
  jit: 'off',
  idle_session_timeout: '0',
  default_transaction_isolation: 'read committed',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  gin_fuzzy_search_limit: '0',
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  search_path: 'public',
};
const NO_LIMITS = {
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

async function settingsOf(client: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) n (name)',
    [Object.keys(ODD)],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Changes the default settings of this database, and of the shop's role in it. Then ends the shop's
 * sessions, so that new sessions get these settings.
 */
async function give(settings: Record<string, string>): Promise<void> {
  const whose = [`database ${databaseName()}`, `role ${APP_ROLE} in database ${databaseName()}`];
  for (const [name, value] of Object.entries(settings))
    for (const who of whose) {
      await shop.owner.query(`alter ${who} set ${name} = ${pg.escapeLiteral(value)}`);
    }
  await cutConnections();
}

async function cutConnections(): Promise<void> {
  await shop.owner.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and application_name = 'felt-and-foil'`,
  );
}

afterEach(async () => {
  await shop.owner.query(`alter database ${databaseName()} reset all`);
  await shop.owner.query(`alter role ${APP_ROLE} in database ${databaseName()} reset all`);
  await cutConnections();
  while ((await ready()).statusCode !== 200);
});

async function ready(): Promise<{ statusCode: number; reason: string | undefined }> {
  const { statusCode, body } = await shop.app.inject({ url: '/readyz' });
  return { statusCode, reason: (JSON.parse(body) as { reason?: string }).reason };
}

async function buy(): Promise<number> {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  return (await shop.call('POST', '/payments/purchase-with-balance', { as: buyers[0]!, body }))
    .status;
}

test('each connection has the settings that its statements need, whatever its database sets', async () => {
  await give(ODD);
  const odd = new pg.Client({ connectionString: appUrlOf(shop.url) });
  await odd.connect();
  // The driver itself sets the encoding when it connects.
  expect(await settingsOf(odd)).toEqual({ ...ODD, client_encoding: 'UTF8' });
  await odd.end();

  const shops = openPool({ url: appUrlOf(shop.url), clockOffsetMs });
  const owners = openOwnerPool({ url: shop.url, clockOffsetMs });
  // Migrations, backups and the locks of jobs use connections like this one.
  const owner = await openClient(shop.url, 'a test');
  expect(await settingsOf(shops)).toEqual(EVEN);
  for (const one of [owners, owner])
    expect(await settingsOf(one)).toEqual({ ...EVEN, ...NO_LIMITS });
  await Promise.all([shops.end(), owners.end(), owner.end()]);

  expect((await ready()).statusCode).toBe(200);
  expect(await buy()).toBe(200);
  const { code, out, err } = await runShopCommand(shop.url, ['audit']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^(.*\t0\n)+$/);
});

test('a database with other session settings is migrated from the beginning, audited, backed up and restored', async () => {
  const names = ['first', 'second'].map((name) => `${databaseName()}_${name}`);
  const urlOf = (name: string) => databaseUrl(shop.url, name);
  for (const name of names) {
    await shop.owner.query(`create database ${name}`);
    for (const [setting, value] of Object.entries(ODD))
      await shop.owner.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    for (const name of names) await shop.owner.query(`drop database ${name} with (force)`);
  });
  const file = join(folder, 'today.backup');
  const [first, second] = names.map(urlOf) as [string, string];
  for (const [url, words] of [
    [first, ['audit']],
    [first, ['backup', file]],
    [second, ['restore', file, '--into', second]],
  ] as const) {
    expect(await runShopCommand(url, [...words])).toMatchObject({ code: 0, err: '' });
  }
});

test.each([
  ['default_transaction_isolation', 'serializable'],
  ['default_transaction_isolation', 'repeatable read'],
])('if %s is %s, twenty buyers at once are all served', async (name, value) => {
  await give({ [name]: value });
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  const responses = await Promise.all(
    buyers.map((as) => shop.call('POST', '/payments/purchase-with-balance', { as, body })),
  );
  expect(responses.map(({ status }) => status)).toEqual(buyers.map(() => 200));
});

test.each([
  ['set jit = on', ['jit']],
  ['set statement_timeout = 0', ['statement_timeout']],
  [`set datestyle = 'SQL, DMY'; set search_path = pg_catalog`, ['DateStyle', 'search_path']],
  ['reset all', ['jit', 'lock_timeout', 'statement_timeout']],
])(
  'a session whose settings are changed (%s) is not ready, is logged, and is replaced',
  async (statement, names) => {
    expect((await ready()).statusCode).toBe(200);
    lines.length = 0;
    const client = await connectionOf(shop.context.db);
    await client.query(statement);
    client.release();

    const { statusCode, reason } = await ready();
    expect([statusCode, reason]).toEqual([
      503,
      expect.stringMatching(/^A connection to the database has lost the shop’s settings \(.+\)$/),
    ]);
    const [line] = lines.map((text) => JSON.parse(text) as { event: string; settings: string[] });
    expect(line).toMatchObject({ event: 'database_session_refused', reason });
    expect(line!.settings).toEqual(expect.arrayContaining(names));

    expect(await ready()).toEqual({ statusCode: 200, reason: undefined });
    expect(await settingsOf(shop.context.db.client)).toEqual(EVEN);
  },
);

test('a database that would run no triggers is not used: "later", and /readyz names the reason, until it is repaired', async () => {
  expect((await ready()).statusCode).toBe(200);
  await give({ session_replication_role: 'replica' });
  await expect.poll(buy).toBe(503);
  const reason = 'The database runs no triggers for the shop';
  expect(await ready()).toEqual({ statusCode: 503, reason });
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ settings: ['session_replication_role'] });
  await expect(openProvenPool({ url: appUrlOf(shop.url), clockOffsetMs })).rejects.toThrow(
    `alter role ${APP_ROLE} in database ${databaseName()} set session_replication_role = origin;`,
  );

  const { code, err } = await runShopCommand(shop.url, ['audit']);
  const line = /alter role .*;/.exec(err)![0];
  expect([code, err]).toEqual([1, expect.stringContaining(`${reason}:\n`)]);
  // Runs the statement that the error advises, for the owner and for the shop's role.
  for (const who of [line, line.replace(/role \w+/, `role ${APP_ROLE}`)])
    await shop.owner.query(who);
  await expect.poll(ready).toEqual({ statusCode: 200, reason: undefined });
  expect(await buy()).toBe(200);
});
