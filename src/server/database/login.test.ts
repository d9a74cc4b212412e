// The connections of the pool use only the shop's own role. All other connections are refused.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startThrowawayPostgres } from '../../embedded-postgres/throwaway.ts';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { stockPackType } from '../../testing/stock.ts';
import { whileLocked } from './advisory-lock.ts';
import { APP_ROLE, appUrlOf, sameLoginAt } from './app-role.ts';
import { connectionOf } from '#engine/database.ts';
import { openPool, openProvenPool, overPool } from './pool.ts';
import { migrateDatabase } from './migrate.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
const clockOffsetMs = 0;

const WAYS_OUT = [
  `select set_config('role', 'none', false)`,
  'reset role',
  'reset session authorization',
  'reset all',
];

test('no connection leaves its role: sealed cards stay hidden, and no program runs', async () => {
  await stockPackType(shop.context, { packs: 3 });
  for (const way of WAYS_OUT) {
    const client = await connectionOf(shop.context.db);
    try {
      await client.query(way);
      const refused = { code: '42501' };
      await expect(client.query('select document from pack_secrets')).rejects.toMatchObject(
        refused,
      );
      await expect(client.query(`copy (select 1) to program 'true'`)).rejects.toMatchObject(
        refused,
      );
      await expect(client.query('set role throwaway')).rejects.toMatchObject(refused);
      await expect(client.query('update ledger_accounts set balance = 1')).rejects.toMatchObject(
        refused,
      );
    } finally {
      client.release(true);
    }
  }
});

test('no shop opens if its owner and its own role are at different databases', async () => {
  const other = `other_${randomBytes(6).toString('hex')}`;
  await shop.owner.query(`create database ${other}`);
  const url = new URL(shop.url);
  url.pathname = `/${other}`;
  await migrateDatabase(url.href, appUrlOf(url.href));
  const environment = { APP_DATABASE_URL: appUrlOf(url.href) };
  const { code, err } = await runShopCommand(shop.url, ['audit'], environment);
  await shop.owner.query(`drop database ${other} with (force)`);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('APP_DATABASE_URL and DATABASE_URL lead to different databases'),
  ]);
});

const SOMEBODY_ELSE = 'The database signs the shop in as another role than its own';

test('a connection of the owner is discarded, and the caller gets the reason', async () => {
  const pool = openPool({ url: shop.url, clockOffsetMs });
  await expect(pool.query('select 1')).rejects.toThrow(SOMEBODY_ELSE);
  expect(pool.totalCount).toBe(0);
  await pool.end();
});

/**
 * Runs `work` with a login that has the rights of the shop's own role and the rights that `more`
 * grants. Deletes the login afterwards.
 */
async function withLogin(more: string, work: (url: string) => Promise<void>): Promise<void> {
  const user = `login_${randomBytes(6).toString('hex')}`;
  await shop.owner.query(
    [
      `create role ${user} login password 'secret' in role ${APP_ROLE}`,
      more.replaceAll('LOGIN', user),
    ].join(';'),
  );
  const url = new URL(shop.url);
  url.username = user;
  url.password = 'secret';
  try {
    await work(url.href);
  } finally {
    await shop.owner.query(`drop owned by ${user}; drop role ${user}`);
  }
}

test('a login chosen by the operator works if it has the rights of the shop’s role', () =>
  withLogin('', async (url) => {
    const pool = await openProvenPool({ url, clockOffsetMs });
    expect((await pool.query('select count(*) as users from users')).rowCount).toBe(1);
    await pool.end();
  }));

// Each statement gives the login a right that it must not have. Before Postgres 16, `noinherit`
// applies to all roles of a login.
test.each([
  ['passes by the security of rows', 'alter role LOGIN bypassrls'],
  ['may write to the ledger', 'grant insert on transfers to LOGIN'],
  ['can become the owner', 'alter role LOGIN noinherit; grant throwaway to LOGIN'],
  ['may read everything', 'grant pg_read_all_data to LOGIN'],
  [
    'can become who may read everything',
    'alter role LOGIN noinherit; grant pg_read_all_data to LOGIN',
  ],
  ['may run programs', 'alter role LOGIN noinherit; grant pg_execute_server_program to LOGIN'],
  ['may make other roles', 'alter role LOGIN createrole'],
  ['is nobody of the shop’s', `revoke ${APP_ROLE} from LOGIN`],
])('a login that %s is refused at the start', (_what, more) =>
  withLogin(more, async (url) => {
    await expect(openProvenPool({ url, clockOffsetMs })).rejects.toThrow(SOMEBODY_ELSE);
  }),
);

test('a login that the database refuses gets an error that says how to create it', async () => {
  const url = new URL(appUrlOf(shop.url));
  url.password = 'guess';
  await expect(openProvenPool({ url: url.href, clockOffsetMs })).rejects.toThrow(
    /refuses the shop’s own role.*password authentication failed.*APP_DATABASE_URL/s,
  );
});

test('a login that the operator chose is created at the start, by the owner, and admitted', async () => {
  const user = `login_${randomBytes(6).toString('hex')}`;
  const appUrl = new URL(shop.url);
  appUrl.username = user;
  appUrl.password = `it's "secret" @/`;
  const more = { APP_DATABASE_URL: appUrl.href };
  const database = appUrl.pathname.slice(1);
  await shop.owner.query(`revoke connect on database ${database} from public`);
  const { code, err } = await runShopCommand(shop.url, ['migrate'], more);
  expect([code, err]).toEqual([0, '']);
  await shop.owner.query(`drop owned by ${user}; drop role ${user}`);
  await shop.owner.query(`grant connect on database ${database} to public`);
});

test('a login that only a pooler knows is left to its operator', async () => {
  const appUrl = sameLoginAt('postgres://felt_and_foil_app.project:secret@pooler/x', shop.url);
  await migrateDatabase(shop.url, appUrl);
  const { rowCount } = await shop.owner.query(
    `select from pg_roles where rolname like '%.project'`,
  );
  expect(rowCount).toBe(0);
});

test('an older database, whose shop signed in as the owner, gets the login at the next start', async () => {
  const server = await startThrowawayPostgres();
  try {
    const owner = new pg.Client({ connectionString: server.url });
    await owner.connect();
    await owner.query(`create role ${APP_ROLE} nologin`);
    await owner.end();
    const url = appUrlOf(server.url);
    for (const _start of ['first', 'next']) {
      await migrateDatabase(server.url, url);
      const pool = await openProvenPool({ url, clockOffsetMs });
      expect(await pool.query('select session_user as login')).toMatchObject({
        rows: [{ login: APP_ROLE }],
      });
      await pool.end();
    }
  } finally {
    await server.close();
  }
});

test('if the owner may not create the login, the error says what an administrator must run', async () => {
  const user = `owner_${randomBytes(6).toString('hex')}`;
  await shop.owner.query(`create role ${user} login password 'secret' in role ${APP_ROLE}`);
  await shop.owner.query(`create database ${user} owner ${user}`);
  const url = new URL(shop.url);
  url.pathname = `/${user}`;
  url.username = user;
  url.password = 'secret';
  const appUrl = new URL(url);
  appUrl.username = `${user}_app`;
  try {
    // The shop's own role exists and may sign in, so a migration that uses it needs no
    // administrator.
    const ownUrl = sameLoginAt(appUrlOf(shop.url), url.href);
    await migrateDatabase(url.href, ownUrl);
    await (await openProvenPool({ url: ownUrl, clockOffsetMs })).end();
    await expect(migrateDatabase(url.href, appUrl.href)).rejects.toThrow(
      new RegExp(
        `create role ${user}_app login password '...'.*grant ${APP_ROLE} to ${user}_app;`,
        's',
      ),
    );
  } finally {
    await shop.owner.query(`drop database ${user} with (force)`);
    await shop.owner.query(`drop role ${user}`);
  }
});

test('a job keeps its lock beyond the pooler, if there is an address that bypasses it', async () => {
  const { db } = shop.context;
  const held = await whileLocked(db, shop.url, 42, async () => {
    const { rows } = await shop.owner.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = 42 and a.datname = current_database()`,
    );
    const again = await whileLocked(db, null, 42, async () => 'twice');
    return { rows, again };
  });
  expect(held).toEqual({ rows: [{ name: 'felt-and-foil lock' }], again: null });
  expect(await whileLocked(db, null, 42, async () => 'free')).toBe('free');
});

test('a login’s address follows from the owner’s, by its name or by a socket’s folder', () => {
  const app = new URL(appUrlOf('postgres://me:secret@db.example:5432/shop?sslmode=verify-full'));
  expect(app.username).toBe(APP_ROLE);
  expect(app.password).toMatch(/^[0-9a-f]{64}$/);
  expect([app.host, app.pathname, app.search]).toEqual([
    'db.example:5432',
    '/shop',
    '?sslmode=verify-full',
  ]);
  // If the owner's login has no password, no password is derived from it.
  expect(new URL(appUrlOf('postgres://me@localhost/shop')).password).toBe('');
  expect(new URL(appUrlOf('postgres:///shop?host=/run/postgres')).searchParams.get('user')).toBe(
    APP_ROLE,
  );
  expect(() => appUrlOf('postgres://me:100%@localhost/shop')).not.toThrow();
  expect(sameLoginAt('postgres://app:p%40ss@one/x', 'postgres://me:secret@two:99/y')).toBe(
    'postgres://app:p%40ss@two:99/y',
  );
});

test('a pool has its own clock, and sends it with a proof', async () => {
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 86_400_000 });
  const { rows } = await overPool(pool).client.query<{ days: number }>(
    `select round(extract(epoch from shop_now() - now()) / 86400)::int as days`,
  );
  expect(rows).toEqual([{ days: 1 }]);
  await pool.end();
});
