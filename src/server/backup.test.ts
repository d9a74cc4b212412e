// Tests backups by the command line. A backup is a snapshot of a running shop, and is written completely or not at all
// (docs/product.md §13).
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findTables, quotedTable } from '#engine/backup/tables.ts';
import { SHOP } from './database/backup.ts';
import { useTestApp } from '../testing/app.ts';
import { runShopCommand, runShopProcess } from '../testing/command.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { buySealedPacks } from '../testing/sealed-packs.ts';
import { stockPackType } from '../testing/stock.ts';

const shop = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'shop.backup');
const made: string[] = [];

async function onServer(
  work: (client: pg.Client) => Promise<unknown>,
  url = inject('postgresUrl'),
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Makes an empty database on the same server as the shop's. */
async function emptyDatabase(): Promise<string> {
  const name = `restore_${process.pid}_${made.length}`;
  made.push(name);
  await onServer((client) => client.query(`create database ${name}`));
  return databaseUrl(inject('postgresUrl'), name);
}

async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  await onServer(async (client) => {
    for (const { name } of await findTables(client, SHOP.schemas)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${quotedTable(name)} t order by 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
  }, url);
  return contents;
}

const restore = (from: string, into: string) =>
  runShopCommand(shop.url, ['restore', from, '--into', into]);

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 12, id: 'harbour' });
  const owner = await shop.signUp(100);
  await buySealedPacks(shop.context, owner.userId, 'harbour', 1);
  await shop.call('POST', '/packs/purchase', { as: owner, body: { packId: 'harbour' } });
  await shop.owner.query(
    `insert into sandbox.objects (id, kind, body) values ('pi_kept', 'payment_intent', '{}')`,
  );
  const { code, err } = await runShopCommand(shop.url, ['backup', file]);
  if (code !== 0) throw new Error(err);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const name of made) {
    await onServer((client) => client.query(`drop database ${name} with (force)`));
  }
});

test('a restored shop has every row of every table, sealed cards and passwords with them', async () => {
  const into = await emptyDatabase();
  const { code, out, err } = await restore(file, into);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('The audit found nothing.\n');
  const before = await contentsOf(shop.url);
  expect(before['pack_secrets']!.some((row) => row.includes('Glass Heron'))).toBe(true);
  expect(before['sandbox.objects']!.some((row) => row.includes('pi_kept'))).toBe(true);
  expect(await contentsOf(into)).toEqual(before);
  await onServer(async (client) => {
    await expect(client.query('delete from transfers')).rejects.toThrow(/may not be changed/);
  }, into);
});

const notes = async () =>
  (
    await shop.owner.query<{ taken_at: Date; noted_by: string }>(
      'select taken_at, noted_by from backups order by taken_at',
    )
  ).rows;

test('a backup is recorded once it is complete, and a command records one by another program', async () => {
  const before = await notes();
  expect(before.map((note) => note.noted_by)).toContain('backup');
  const from = new Date();
  expect(await runShopCommand(shop.url, ['backup', join(folder, 'nowhere', 'x')])).toMatchObject({
    code: 1,
  });
  expect(await notes()).toEqual(before);
  expect(await runShopCommand(shop.url, ['note-backup'])).toEqual({
    code: 0,
    out: 'Noted: a backup was made just now.\n',
    err: '',
  });
  const noted = (await notes()).at(-1);
  expect(noted!.noted_by).toBe('note-backup');
  expect(noted!.taken_at.getTime()).toBeGreaterThanOrEqual(from.getTime());
  expect(await runShopCommand(shop.url, ['note-backup', 'today'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('The argument "today" is one too many.') as string,
  });
  await shop.owner.query(`delete from backups where noted_by = 'note-backup'`);
});

test('a file that can’t be written or read is reported in one line, before any work begins', async () => {
  const nowhere = join(folder, 'nowhere', 'x');
  expect(await runShopCommand(shop.url, ['backup', nowhere])).toMatchObject({
    code: 1,
    err: expect.stringMatching(`^${nowhere}: can't be written: ENOENT[^\n]*\n$`) as string,
  });
  expect(await runShopCommand(shop.url, ['backup', folder])).toEqual({
    code: 1,
    out: '',
    err: `${folder}: is a folder. Name a file in it.\n`,
  });
  expect(await restore(folder, await emptyDatabase())).toEqual({
    code: 1,
    out: '',
    err: `${folder}: is a folder\n`,
  });
});

test('only its owner may read a backup', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a backup during purchases shows one moment', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.signUp(100)));
  const busy = join(folder, 'busy.backup');
  const [backup, ...bought] = await Promise.all([
    runShopCommand(shop.url, ['backup', busy]),
    ...buyers.map((as) =>
      shop.call('POST', '/packs/purchase', { as, body: { packId: 'harbour' } }),
    ),
  ]);
  expect(backup.code).toBe(0);
  expect(bought.map((response) => response.status)).toEqual(buyers.map(() => 200));
  const { code, out } = await restore(busy, await emptyDatabase());
  expect([code, out.endsWith('The audit found nothing.\n')]).toEqual([0, true]);
});

// The message that Postgres sends after the rows of a table and before it reports their number.
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

/** Starts a proxy to the server, which delays everything after the last row of a table. */
async function lateWordFrom(url: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.setNoDelay(true);
    near.pipe(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => {});
    void (async () => {
      for await (const block of far as AsyncIterable<Buffer>) {
        const at = block.indexOf(COPY_DONE);
        const end = at === -1 ? block.length : at + COPY_DONE.length;
        near.write(block.subarray(0, end));
        if (end === block.length) continue;
        await sleep(20);
        near.write(block.subarray(end));
      }
    })().catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const late = new URL(url);
  late.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: late.href, close: () => server.close() };
}

test('a backup over a slow connection has the row counts, and can be restored', async () => {
  const [fast, slow] = [join(folder, 'fast.backup'), join(folder, 'slow.backup')];
  const line = await lateWordFrom(shop.url);
  for (const [url, path] of [
    [shop.url, fast],
    [line.url, slow],
  ] as const) {
    // Deletes the record of the previous backup. Otherwise the second backup would contain one row more than the first.
    await shop.owner.query('delete from backups');
    const { code, err } = await runShopCommand(url, ['backup', path]);
    expect([code, err]).toEqual([0, '']);
  }
  line.close();
  const sums = (path: string) =>
    gunzipSync(readFileSync(path))
      .toString()
      .match(/^\{"rows":.*$/gm);
  expect(sums(slow)).toEqual(sums(fast));
  const { code, err } = await restore(slow, await emptyDatabase());
  expect([code, err]).toEqual([0, '']);
});

const unpacked = () => gunzipSync(readFileSync(file)).toString('latin1');
const packed = (content: string) => gzipSync(Buffer.from(content, 'latin1'));

test.each<[string, () => Buffer, RegExp]>([
  [
    'is cut',
    () => readFileSync(file).subarray(0, -400),
    /: is broken in .*table \w+: the file ends too early\. Nothing was changed\.$/,
  ],
  [
    'lost its end',
    () => packed(unpacked().replace(/\{"end".*\n$/, '')),
    /what follows table \w+: the file ends too early\./,
  ],
  [
    'has another value in a row',
    () => packed(unpacked().replace('@example.test', '@example.tesT')),
    /is broken in table \w+: its rows are not those of its hash\./,
  ],
  ['is no backup', () => gzipSync('[]\n'), /is broken in its head/],
  ['is not packed', () => Buffer.from('hello, this is text'), /it can’t be unpacked/],
  [
    'is of a newer form',
    () => packed(unpacked().replace('"version":1', '"version":2')),
    /has version 2 of the form of backups; this shop reads 1\.$/,
  ],
  [
    'is of another version of the shop',
    () => packed(unpacked().replace(/"migrations":\d+/, '"migrations":3')),
    /is of a shop with 3 migrations, this one has \d+\./,
  ],
])('a file that %s is refused, and the database stays empty', async (_what, content, problem) => {
  const bad = join(folder, 'bad.backup');
  writeFileSync(bad, content());
  const into = await emptyDatabase();
  const { code, out, err } = await restore(bad, into);
  expect([code, out]).toEqual([1, '']);
  expect(err.trimEnd()).toMatch(problem);
  expect(await contentsOf(into)).toEqual({});
});

test('a database with users is refused, and keeps its data', async () => {
  const before = await contentsOf(shop.url);
  const { code, err } = await restore(file, shop.url);
  expect([code, err]).toEqual([1, expect.stringMatching(/^The database already has users/)]);
  expect(await contentsOf(shop.url)).toEqual(before);
});

/** Makes a database that, by its migration table, belongs to a version with one migration fewer. */
async function earlierDatabase(more = ''): Promise<string> {
  const into = await emptyDatabase();
  expect((await restore(file, into)).code).toBe(0);
  const last = '(select max(id) from drizzle.__drizzle_migrations)';
  await onServer(async (client) => {
    await client.query(`delete from drizzle.__drizzle_migrations where id = ${last}`);
    await client.query(more);
  }, into);
  return into;
}

test('a new version backs up a database that it has not migrated, for the previous version to restore', async () => {
  const earlier = await earlierDatabase();
  const migrationsOf = async () => {
    let count = 0;
    await onServer(async (client) => {
      count = (await client.query('select from drizzle.__drizzle_migrations')).rows.length;
    }, earlier);
    return count;
  };
  const before = await migrationsOf();
  const path = join(folder, 'earlier.backup');
  expect(await runShopCommand(earlier, ['backup', path])).toMatchObject({ code: 0, err: '' });
  expect(await migrationsOf()).toBe(before);
  expect(gunzipSync(readFileSync(path)).toString()).toContain(`"migrations":${before},`);
});

test('a database that no version could restore is not backed up', async () => {
  const path = join(folder, 'none.backup');
  const begun = `insert into drizzle.begun (hash, created_at) values ('half', 0)`;
  for (const [url, problem] of [
    [await emptyDatabase(), 'There is no shop in this database.'],
    [await earlierDatabase(begun), 'A migration is unfinished here'],
  ] as const) {
    const { code, err } = await runShopCommand(url, ['backup', path]);
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
    expect(existsSync(path)).toBe(false);
  }
});

test('a command without a file is wrong usage, a missing file is refused', async () => {
  expect((await runShopCommand(shop.url, ['backup'])).code).toBe(2);
  expect((await runShopCommand(shop.url, ['restore'])).code).toBe(2);
  const { code, err } = await runShopProcess(shop.url, ['restore', join(folder, 'nowhere')]);
  expect([code, err]).toEqual([1, `${join(folder, 'nowhere')}: is not there\n`]);
});
