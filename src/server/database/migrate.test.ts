// Tests the schema that migrations create. A database of an older version must reach the schema of
// a new database.
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CARD_STEPS } from '#domain/card.ts';
import { DISPUTE_STEPS } from '#domain/dispute-state.ts';
import { DROP_STEPS } from '#domain/drop.ts';
import { HOUSE_CARD_STEPS } from '#domain/house-card.ts';
import { PAYMENT_STEPS } from '#domain/payment.ts';
import { REFUND_STEPS } from '#domain/refund.ts';
import { SHIPMENT_STEPS } from '#domain/shipping.ts';
import { PACK_STEPS } from '#domain/stock.ts';
import { readFunctions } from '#engine/replace-functions.ts';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { promisesOf } from '../admin/run-audit.ts';
import { appUrlOf } from './app-role.ts';
import { describeSchema, describeTables } from './describe-schema.ts';
import { MIGRATION_COUNT, migrateDatabase } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const SERVER = join(import.meta.dirname, '..');
const files = readdirSync(MIGRATIONS).toSorted();
const numberOf = (name: string) => Number.parseInt(name, 10);
const replaceFunctions = readFunctions(SERVER, 'drizzle');
const textOf = (name: string) => readFileSync(join(MIGRATIONS, name), 'utf8');
const BASELINE = numberOf(files[0]!);
/** The number of migrations in 1.0.0. */
const V1 = 99;
/** From this migration on, functions and triggers are in their rooms. */
const FUNCTIONS_IN_ROOMS = 134;
/** `git show 992f815c:src/server/database/schema.sql | sha256sum` (choice 852) */
const SCHEMA_OF_V1 = '2edd11a5f4774461bceb410fa8a9e72c28184a18e5e50f351ae394d7efd86dee';
const written = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8');
/**
 * The migrated state of an empty database, including its functions. Every other database must reach
 * this state.
 */
let whole: string;

const STEPS = {
  card: CARD_STEPS,
  dispute: DISPUTE_STEPS,
  drop: DROP_STEPS,
  pack: PACK_STEPS,
  payment: PAYMENT_STEPS,
  refund: REFUND_STEPS,
  shipment: SHIPMENT_STEPS,
  single: HOUSE_CARD_STEPS,
};

/** The databases with which most tests begin. They are made once, and copied. */
const [MIGRATED, OF_V1] = ['test_migrated', 'test_of_v1'];

type Work = (client: pg.Client, url: string) => Promise<void>;

/** Makes a database from a template, and runs `work` in it. */
async function makeDatabase(name: string, template: string, work: Work): Promise<void> {
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(inject('postgresUrl'), name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client, url);
  } finally {
    await client.end();
  }
}

/** Runs `work` in a copy of a database, and deletes the copy afterwards. */
async function inCopyOf(template: string, name: string, work: Work): Promise<void> {
  try {
    await makeDatabase(name, template, work);
  } finally {
    await dropDatabase(name);
  }
}

/** Runs `work` in an empty database, and deletes the database afterwards. */
const inDatabase = (name: string, work: Work) => inCopyOf('template1', name, work);

const dropDatabase = (name: string) => asAdmin(`drop database if exists ${name} with (force)`);

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}

beforeAll(async () => {
  await makeDatabase(MIGRATED, 'template1', async (client, url) => {
    await migrateDatabase(url, appUrlOf(url));
    whole = await describeSchema(client);
  });
  await makeDatabase(OF_V1, 'template1', (client) => migrateTo(client, V1));
});

afterAll(async () => {
  for (const name of [MIGRATED, OF_V1]) await dropDatabase(name);
});

test('a migration’s name begins with its number, and the first replaces those before it', () => {
  files.forEach((name, place) => {
    const number = String(BASELINE + place).padStart(4, '0');
    expect(name).toMatch(new RegExp(`^${number}_[a-z0-9_-]+(\\.(batch|steps))?\\.sql$`));
  });
  expect(BASELINE + files.length).toBe(MIGRATION_COUNT);
});

test('migrations contain tables, columns, indexes and data: functions and triggers are in their rooms', () => {
  const makers = files
    .filter((name) => numberOf(name) >= FUNCTIONS_IN_ROOMS)
    .filter((name) =>
      /\bcreate\s+(or\s+replace\s+)?(function|procedure|(constraint\s+)?trigger)\b/i.test(
        textOf(name),
      ),
    );
  expect(makers).toEqual([]);
});

test('the first migration creates the schema of 1.0.0, as its own schema.sql shows it', () =>
  inCopyOf(OF_V1, 'test_baseline', async (client) => {
    const described = createHash('sha256').update(await describeSchema(client));
    expect(described.digest('hex')).toBe(SCHEMA_OF_V1);
  }));

test('the steps between states equal those of domain', () =>
  inCopyOf(MIGRATED, 'test_steps', async (client) => {
    const { rows } = await client.query<{ step: string }>(
      `select concat_ws(' ', thing, old, new) as step from allowed_steps`,
    );
    const steps = Object.entries(STEPS).flatMap(([thing, following]) =>
      Object.entries(following).flatMap(([from, states]: [string, readonly string[]]) =>
        states.map((to) => `${thing} ${from} ${to}`),
      ),
    );
    expect(rows.map(({ step }) => step).toSorted()).toEqual(steps.toSorted());
  }));

test('a database from before 1.0.0 is refused with advice, and stays unchanged', () =>
  inDatabase('test_too_old', async (client, url) => {
    await createBook(client);
    await client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of before', 0 from generate_series(1, $1::int)`,
      [V1 - 1],
    );
    await expect(migrateDatabase(url, appUrlOf(url))).rejects.toThrow(
      'it is older than 1.0.0. Start 1.0.0 on it once, which migrates it, and then this version.',
    );
    const { rows } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
  }));

test('an owner without superuser rights can run each migration, whichever one their session begins with', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(`create role test_plain_owner login createrole createdb password 'plain'`);
    await admin.query('grant felt_and_foil_app to test_plain_owner with admin option');
    await inDatabase('test_plain', async (client, url) => {
      await client.query('alter database test_plain owner to test_plain_owner');
      const address = new URL(url);
      Object.assign(address, { username: 'test_plain_owner', password: 'plain' });
      for (const name of files) {
        const owner = new pg.Client({ connectionString: address.href });
        await owner.connect();
        try {
          await migrateTo(owner, numberOf(name) + 1, { before: numberOf(name) });
        } finally {
          await owner.end();
        }
      }
      await migrateDatabase(address.href, appUrlOf(address.href));
      expect(await describeSchema(client)).toBe(whole);
    });
  } finally {
    await admin.query('drop role if exists test_plain_owner');
    await admin.end();
  }
});

test('schema.sql shows the tables after all migrations: if not, `npm run db:schema`', () =>
  inCopyOf(MIGRATED, 'test_tables', async (client) => {
    expect(await describeTables(client)).toBe(written);
  }));

test('schema.sql also shows which rows exclude each other', () =>
  inCopyOf(MIGRATED, 'test_exclusions', async (client) => {
    const apart = 'constraint nights_apart EXCLUDE USING gist (during WITH &&)';
    await client.query(`create table nights (during tstzrange, ${apart})`);
    const described = await describeTables(client);
    expect(described.toLowerCase().split(apart.toLowerCase())).toHaveLength(2);
    expect(described).not.toContain('create index nights_apart');
  }));

test('the database has exactly the functions of the rooms, each with the text of its file', () =>
  inCopyOf(MIGRATED, 'test_texts', async (client) => {
    const { rows } = await client.query<{ name: string; text: string }>(
      `select proname as name, prosrc as text from pg_proc p
       where pronamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    const filed = globSync('*/sql/*.sql', { cwd: SERVER }).flatMap((file) =>
      [
        ...readFileSync(join(SERVER, file), 'utf8').matchAll(
          /^create or replace function (\w+)[^]*?\bas \$\$([^]*?)\$\$;/gm,
        ),
      ].map((match) => ({ name: match[1]!, text: match[2]! })),
    );
    const inOrder = (functions: typeof rows) =>
      functions.map(({ name, text }) => `${name}: ${text}`).toSorted();
    expect(rows.length).toBeGreaterThan(100);
    expect(inOrder(rows)).toEqual(inOrder(filed));
  }));

test('the hourly sums of the previous version are in the sums by day, with late movements', () =>
  inDatabase('test_before_day_sums', async (client, url) => {
    await migrateTo(client, numberOf('0121_day-sums.sql'));
    await client.query(`
      insert into users (id, email, username, password_hash) values ('${PERSON}', 'first@example.test', 'first', '');
      ${give(ORDER)}; ${give(SHIPMENT)}; ${give(REFUND)}`);
    const move = (journal: string, by: string) =>
      client.query(`begin; set local session_replication_role = replica;
        update transfers set created_at = created_at - interval '${by}' where journal_id = '${journal}'; commit`);
    await move(ORDER, '3 days');
    await move(SHIPMENT, '2 hours');
    await client.query('select keep_hours(168)');
    await move(REFUND, '3 days');
    await client.query(
      `update kept_hours set is_late = true where hour = (select min(hour) from kept_hours)`,
    );

    await migrateDatabase(url, appUrlOf(url));
    const { rows } = await client.query<{ credits: number; is_up_to_date: boolean }>(
      `select (select sum(credits)::int from day_sums) as credits,
         (select until from summed_until) = (select max(hour) + interval '1 hour' from kept_hours) as is_up_to_date`,
    );
    expect(rows).toEqual([{ credits: 1500, is_up_to_date: true }]);
    const { day_sums_are_as_the_ledger_says: promise } = promisesOf({ demo: false });
    expect((await client.query(promise!)).rows).toEqual([]);
  }));

test('what somebody bought before is told from what they earned, and earned credits were spent first', () =>
  inDatabase('test_before_bought_credits', async (client, url) => {
    await migrateTo(client, numberOf('0137_bought-credits.sql'));
    await client.query(`
      insert into users (id, email, username, password_hash) values ('${PERSON}', 'first@example.test', 'first', '');
      ${give(ORDER)};
      select post_journal('${SHIPMENT}', 'credit_purchase', '${SHIPMENT}', '${PERSON}', 'x',
        array['house:card_clearing'], array['${PERSON}'], array[1000]::bigint[]);
      select post_journal('${REFUND}', 'pack_purchase', '${REFUND}', '${PERSON}', 'x',
        array['${PERSON}'], array['house:sales'], array[700]::bigint[])`);

    await migrateDatabase(url, appUrlOf(url));
    const accounts = await client.query(
      `select balance::int, bought::int from ledger_accounts where owner_id = '${PERSON}'`,
    );
    expect(accounts.rows).toEqual([{ balance: 800, bought: 800 }]);
    const { rows } = await client.query('select bought::int from transfers order by journal_id');
    expect(rows.map(({ bought }) => bought)).toEqual([0, 1000, 200]);
    const { bought_credits_are_sum_of_transfers: promise } = promisesOf({ demo: false });
    expect((await client.query(promise!)).rows).toEqual([]);
    await expect(client.query('update transfers set bought = 1')).rejects.toThrow(/may not be/);
  }));

const ORDER = '33333333-3333-4333-8333-333333333333';
const SHIPMENT = '44444444-4444-4444-8444-444444444444';
const REFUND = '55555555-5555-4555-8555-555555555555';

const PERSON = '99999999-9999-4999-8999-999999999999';
const give = (journal: string): string =>
  `select post_journal('${journal}', 'bonus_credit', '${journal}', '${PERSON}', 'x',
     array['house:promotions'], array['${PERSON}'], array[500]::bigint[])`;

// Creates the record of migrations in the form that drizzle-orm used.
async function createBook(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
}

/** Runs the migrations of an earlier version. Their numbers are at least `before` and below `count`. */
async function migrateTo(client: pg.Client, count: number, { before = 0 } = {}): Promise<void> {
  await createBook(client);
  for (const name of files) {
    const number = numberOf(name);
    if (number < before || number >= count) continue;
    const text = textOf(name);
    const needed = [...text.matchAll(/^-- needs (\w+)$/gm)].map(([, one]) => one!);
    await client.query('begin');
    if (needed.length > 0) await replaceFunctions(client, needed);
    for (const part of text.split('--> statement-breakpoint')) await client.query(part);
    await client.query('commit');
    for (let place = number === BASELINE ? 0 : number; place <= number; place += 1) {
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [`hash of ${place}`, 1_790_000_000_000 + place],
      );
    }
  }
}

test('a shop of an earlier version gets the same schema, and its migrations run once', () =>
  inCopyOf(OF_V1, 'test_earlier', async (client, url) => {
    await Promise.all([migrateDatabase(url, appUrlOf(url)), migrateDatabase(url, appUrlOf(url))]);
    const { rows } = await client.query(
      'select hash from drizzle.__drizzle_migrations order by id',
    );
    expect(rows.length).toBe(MIGRATION_COUNT);
    expect(rows[0]).toEqual({ hash: 'hash of 0' });
    expect(await describeSchema(client)).toBe(whole);
  }));

test('long indexes are built one after the other, and a killed migration continues', () =>
  inDatabase('test_indexes_in_steps', async (client, url) => {
    const step = numberOf('0123_index-search-keys.steps.sql');
    await migrateTo(client, step);
    const made = async () => {
      const { rows } = await client.query<{ name: string }>(
        `select indexname as name from pg_indexes where tablename in ('users', 'shipments', 'mails', 'cards') and indexdef like '%search_key%'`,
      );
      return rows.length;
    };
    const killed = migrateDatabase(url, appUrlOf(url), {
      show: ({ done }) => {
        if (done === 3) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await made()).toBe(3);
    const { rows: book } = await client.query('select from drizzle.__drizzle_migrations');
    expect(book).toHaveLength(step);
    const shown: number[] = [];
    await migrateDatabase(url, appUrlOf(url), {
      show: ({ name, waiting }) => {
        if (name.includes('index-search-keys')) shown.push(waiting);
      },
    });
    expect([await made(), shown.length, shown.at(-1)]).toEqual([10, 11, 0]);
    expect(await describeSchema(client)).toBe(whole);
  }));

test('a migration that needs a table which a backup reads lets shoppers through while it waits, and continues by itself', () =>
  inCopyOf(OF_V1, 'test_lock', async (client, url) => {
    const [backup, shopper] = [1, 2].map(() => new pg.Client({ connectionString: url }));
    await Promise.all([backup!.connect(), shopper!.connect()]);
    try {
      await backup!.query('begin');
      await backup!.query('lock table cards in access share mode');
      const waits = Promise.withResolvers<void>();
      const migrated = migrateDatabase(url, appUrlOf(url), { waits: waits.resolve });
      await expect
        .poll(async () => (await client.query(waitsFor('cards'))).rowCount)
        .toBeGreaterThan(0);
      // This query queues behind the migration's lock request. If the migration didn't withdraw its
      // request, the query would wait for as long as the backup takes.
      await shopper!.query('select from cards');
      await waits.promise;
      await backup!.query('commit');
      expect(await migrated).toBe(MIGRATION_COUNT);
      expect(await describeSchema(client)).toBe(whole);
    } finally {
      await Promise.all([backup!.end(), shopper!.end()]);
    }
  }));

test('a migration that waits for a shopper who waits for it is rolled back, and continues by itself', () =>
  inDatabase('test_deadlock', async (client, url) => {
    // It changes shipments, and then physical_cards.
    await migrateTo(client, numberOf('0145_losses.sql'));
    const shopper = new pg.Client({ connectionString: url });
    await shopper.connect();
    try {
      // When Postgres detects the deadlock, it aborts the migration and not the shopper, because of
      // this setting.
      await shopper.query(`set deadlock_timeout = '1min'`);
      await shopper.query('begin');
      await shopper.query('lock table physical_cards in access share mode');
      let waits = 0;
      const migrated = migrateDatabase(url, appUrlOf(url), { waits: () => (waits += 1) });
      await expect
        .poll(async () => (await client.query(waitsFor('physical_cards'))).rowCount, {
          interval: 10,
        })
        .toBeGreaterThan(0);
      await shopper.query('select from shipments');
      await shopper.query('commit');
      expect(await migrated).toBe(MIGRATION_COUNT);
      expect(waits).toBeGreaterThan(0);
      expect(await describeSchema(client)).toBe(whole);
    } finally {
      await shopper.end();
    }
  }));

test('a migration that is killed keeps those before it, and the next start does the rest', () =>
  inDatabase('test_killed_between', async (client, url) => {
    await migrateTo(client, numberOf('0145_losses.sql'));
    const begun = async () => (await client.query('select from drizzle.begun')).rowCount;
    const shopper = new pg.Client({ connectionString: url });
    await shopper.connect();
    try {
      await shopper.query('begin');
      await shopper.query('lock table payments in access share mode');
      const killed = migrateDatabase(url, appUrlOf(url), {
        waits: () => {
          throw new Error('killed');
        },
      });
      await expect(killed).rejects.toThrow('killed');
      const done = await begun();
      expect(done).toBeGreaterThan(0);
      await shopper.query('commit');
      expect(await migrateDatabase(url, appUrlOf(url))).toBe(MIGRATION_COUNT);
      expect(await begun()).toBe(0);
      expect(await describeSchema(client)).toBe(whole);
    } finally {
      await shopper.end();
    }
  }));

const waitsFor = (table: string) =>
  `select from pg_locks where relation = '${table}'::regclass and not granted`;

describe('functions and triggers', () => {
  const OTHER = `create or replace function rarity_bit(p_rarity text) returns integer language sql immutable as 'select 0'`;
  const sourceOf = async (client: pg.Client) =>
    (await client.query(`select prosrc from pg_proc where proname = 'rarity_bit'`)).rows[0].prosrc;

  test('are replaced if their text differs from the database’s, and otherwise left alone', () =>
    inCopyOf(MIGRATED, 'test_functions', async (client, url) => {
      await client.query(OTHER);
      await migrateDatabase(url, appUrlOf(url));
      expect(await sourceOf(client)).toBe('select 0');

      await client.query(
        `update drizzle.functions set hash = '' where file like '%/rarity_bit.sql'`,
      );
      await client.query(
        `update drizzle.functions set hash = '' where file like '%/check_role.sql'`,
      );
      await client.query('drop trigger users_role_is_given on users');
      await client.query(`delete from drizzle.functions where file like '%/refuse_change.sql'`);
      await client.query('drop function refuse_change cascade');
      await migrateDatabase(url, appUrlOf(url));
      expect(await describeSchema(client)).toBe(whole);
    }));

  test('stay those of the newest version when an older one starts again', () =>
    inCopyOf(MIGRATED, 'test_later_functions', async (client, url) => {
      await client.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('the next', 0)`,
      );
      await client.query(OTHER);
      await client.query(`update drizzle.functions set hash = ''`);
      await migrateDatabase(url, appUrlOf(url));
      expect(await sourceOf(client)).toBe('select 0');
    }));

  test('are replaced during writes to their tables, without a wait', () =>
    inCopyOf(MIGRATED, 'test_functions_in_use', async (client, url) => {
      await client.query('delete from drizzle.functions');
      await client.query('begin');
      await client.query('lock table places, transfers, orders, users in row exclusive mode');
      const migrated = migrateDatabase(url, appUrlOf(url), {
        waits: () => {
          throw new Error('It waits for the tables');
        },
      });
      expect(await migrated).toBe(MIGRATION_COUNT);
      await client.query('rollback');
    }));
});

describe('a refused production start leaves', () => {
  test.each([
    ['a shop of 1.0.0', V1],
    ['a shop of this version', MIGRATION_COUNT],
  ])('%s', (_what, count) =>
    inCopyOf(OF_V1, `test_refused_${count}`, async (client, url) => {
      await client.query(
        `insert into sandbox.answers (key, fingerprint, status, body) values ('k', 'f', 200, '{}')`,
      );
      await migrateTo(client, count, { before: V1 });
      const standing = async () => [
        await describeSchema(client),
        (await client.query('select hash from drizzle.__drizzle_migrations order by id')).rows,
        (await client.query('select nspname from pg_namespace order by 1')).rows,
        (
          await client.query(
            `select s.* from pg_db_role_setting s join pg_database d on d.oid = setdatabase
             where datname = current_database()`,
          )
        ).rows,
      ];
      const before = await standing();
      const { code, err } = await runShopCommand(url, ['audit'], {
        NODE_ENV: 'production',
        SANDBOX: '',
        REQUIRE_VERIFIED_EMAIL: 'off',
        PUBLIC_URL: 'https://shop.example',
      });
      expect([code, err]).toEqual([1, expect.stringContaining('the sandbox wrote to it')]);
      expect(await standing()).toEqual(before);
    }),
  );
});
