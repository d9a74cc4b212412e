// Tests processes that run without the owner's address, while a separate job migrates with that address
// (docs/deploying.md, “Two logins”).
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { toCents } from '#domain/money.ts';
import { useTestApp } from '../testing/app.ts';
import { runShopCommand } from '../testing/command.ts';
import { giveCredits } from '../testing/give-credits.ts';
import { onDatabase, startShop, type StartedShop } from '../testing/process.ts';
import { stockPackType } from '../testing/stock.ts';
import { appUrlOf } from './database/app-role.ts';
import { JOBS } from './jobs/table.ts';

const shop = useTestApp();
const withoutOwner = () => ({ DATABASE_URL: '', APP_DATABASE_URL: appUrlOf(shop.url) });
const command = (...words: string[]) =>
  runShopCommand(shop.url, words, { ...withoutOwner(), SANDBOX: '' });

let process: StartedShop;

/** The database is empty, and only the owner can create what the shop needs in it. */
beforeAll(async () => {
  const name = new URL(shop.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`drop database ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  process = startShop(
    onDatabase('', { ...withoutOwner(), READ_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/shop' }),
  );
});

afterAll(async () => {
  await process.end('SIGKILL');
});

test('a process waits for the migration of the owner’s job, and commands are refused until then', async () => {
  await expect.poll(process.said).toMatch(/^Waiting: the database is not migrated/m);
  const refused = await command('audit');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/is not migrated to this version: npm run shop -- migrate, with .*\n$/),
  ]);
  expect(await runShopCommand(shop.url, ['migrate'])).toMatchObject({ code: 0 });
  const address = await process.opened;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test('a setting of an earlier version prevents no shop from opening, and its log says what to do', async () => {
  await process.opened;
  const lines = process.said().split('\n');
  const warned = lines.filter((line) => line.includes('"event":"setting_ignored"'));
  expect(warned.map((line) => JSON.parse(line) as object)).toMatchObject([
    { setting: 'READ_DATABASE_URL', msg: expect.stringContaining('Remove the setting') as string },
  ]);
});

test('a missing login is reported with who creates it', async () => {
  const stranger = new URL(appUrlOf(shop.url));
  stranger.username = 'nobody_made_this_login';
  const { code, err } = await runShopCommand(shop.url, ['audit'], {
    DATABASE_URL: '',
    APP_DATABASE_URL: stranger.href,
    SANDBOX: '',
  });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^APP_DATABASE_URL can't be used: .*nobody_made_this_login.* its owner makes this login: npm run shop -- migrate, .*\n$/,
    ),
  ]);
});

test('the shop sells, and does all of its jobs', async () => {
  const address = await process.opened;
  const post = async <Data>(path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { data: Data }) };
  };
  const packId = await stockPackType(shop.context, { packs: 1 });
  const { data } = await post<{ access_token: string; user: { id: string } }>('/auth/register', {
    email: 'buyer@example.test',
    password: 'correct horse',
  });
  await giveCredits(shop.owner, [data.user.id], toCents(10_000));
  const bought = await post(
    '/payments/purchase-with-balance',
    { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    { authorization: `Bearer ${data.access_token}`, 'idempotency-key': randomUUID() },
  );
  expect(bought.status).toBe(200);

  const scheduled = Object.entries(JOBS).flatMap(([name, { schedule }]) =>
    schedule === 'on demand' ? [] : [name],
  );
  const unfinished = async () => {
    const { rows } = await shop.owner.query<{ name: string }>(
      `select name from pgboss.job group by name having bool_or(state = 'completed')`,
    );
    const done = new Set(rows.map(({ name }) => name));
    return scheduled.filter((name) => !done.has(name));
  };
  await expect.poll(unfinished).toEqual([]);
  const { rows: failed } = await shop.owner.query(
    `select name, output from pgboss.job where state in ('retry', 'failed')`,
  );
  expect(failed).toEqual([]);
});

test('commands that only the owner may run are refused in one line, and others run', async () => {
  for (const words of [
    ['user', 'create', 'me@example.test', '--role', 'admin'],
    ['user', 'role', 'buyer@example.test', 'moderator'],
    ['backup', '/nowhere/today.backup'],
  ]) {
    const { code, err } = await runShopCommand(shop.url, words, {
      ...withoutOwner(),
      SANDBOX: '',
      SHOP_PASSWORD: 'correct horse',
    });
    expect([words, code, err]).toEqual([
      words,
      1,
      "These settings can't be used:\n  DATABASE_URL is not set, and only the owner of the database may do this\n",
    ]);
  }
  expect(await command('audit')).toMatchObject({ code: 0, err: '' });
});
