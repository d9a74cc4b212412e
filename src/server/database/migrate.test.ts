// What migrations make, and that a shop that runs already comes to the same.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { promisesOf } from '../admin/run-audit.ts';
import { appUrlOf } from './app-role.ts';
import { describeSchema } from './describe-schema.ts';
import { MIGRATION_COUNT, migrateDatabase } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const files = readdirSync(MIGRATIONS).toSorted();
const written = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8');

/** An empty database, gone afterwards. */
async function inDatabase(
  name: string,
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const serverUrl = inject('postgresUrl');
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client, url);
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

test('a migration’s name begins with its place', () => {
  files.forEach((name, place) => {
    expect(name).toMatch(new RegExp(`^${String(place).padStart(4, '0')}_[a-z0-9_-]+\\.sql$`));
  });
  expect(files.length).toBe(MIGRATION_COUNT);
});

test('schema.sql shows the database as the migrations leave it: if not, `npm run db:schema`', () =>
  inDatabase('test_migrated', async (client, url) => {
    expect(await migrateDatabase(url, appUrlOf(url))).toBe(MIGRATION_COUNT);
    expect(await describeSchema(client)).toBe(written);
  }));

test('credits that were given before the audit asked for causes are accepted, and none are later', () =>
  inDatabase('test_before_causes', async (client, url) => {
    await migrateTo(client, files.indexOf('0030_permitted-transfers.sql'));
    await client.query(`
      insert into users (id, email, username, password_hash, role)
      values ('${PERSON}', 'first@example.test', 'first', '', 'admin')`);
    await client.query(give('11111111-1111-4111-8111-111111111111'));
    await migrateDatabase(url, appUrlOf(url));
    const { bonus_credit_has_its_cause: promise } = promisesOf({ demo: false });
    expect((await client.query(promise!)).rowCount).toBe(0);
    await client.query(give('22222222-2222-4222-8222-222222222222'));
    expect((await client.query(promise!)).rowCount).toBe(1);
  }));

test('refunds of before, paid or still owed, break no promise', () =>
  inDatabase('test_old_refunds', async (client, url) => {
    await migrateTo(client, files.indexOf('0028_trials.sql'));
    await client.query(`
      insert into users (id, email, username, password_hash) values ('${PERSON}', 'first@example.test', 'first', '');
      insert into ledger_accounts (id, owner_id) values ('${PERSON}', '${PERSON}') on conflict do nothing;
      -- What was bought is there as it was left, without the way to it.
      set session_replication_role = replica;
      insert into reservations (id, user_id, state) values ('${ORDER}', '${PERSON}', 'paid');
      insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, paid_at)
      values ('${ORDER}', '${PERSON}', 'stripe', 4000, 0, 320, 50, 4370, now());
      insert into order_lines (order_id, pack_type_id, quantity, unit_price, refunded) values ('${ORDER}', 'alpha', 2, 2000, 2);
      insert into shipments (id, user_id, state, payment_method, base_fee, weight_fee, created_at, requested_at, cancelled_at, updated_at)
      values ('${SHIPMENT}', '${PERSON}', 'cancelled', 'stripe', 1500, 0, now(), now(), now(), now());
      insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at, created_at, updated_at)
      select gen_random_uuid(), '${PERSON}', purpose, subject::uuid, '', amount, 'x', 'succeeded', 'pi_' || purpose, now(), now(), now()
      from (values ('order', '${ORDER}', 4370), ('shipment', '${SHIPMENT}', 1500)) p (purpose, subject, amount);
      insert into refunds (id, payment_id, amount, reason, provider_id, created_at, paid_at)
      select case purpose when 'order' then '${REFUND}' else gen_random_uuid() end, id, amount, 'x',
        case purpose when 'order' then 're_1' end, now(), case purpose when 'order' then now() end
      from payments;
      set session_replication_role = default;
    `);
    for (const journal of [
      post('pack_purchase', ORDER, [
        ['house:card_clearing', 'house:sales', 4000],
        ['house:card_clearing', 'house:tax', 320],
        ['house:card_clearing', 'house:fees', 50],
      ]),
      post('shipping_fee', SHIPMENT, [['house:card_clearing', 'house:shipping', 1500]]),
      post('refund', ORDER, [
        ['house:sales', 'house:refunds', 4000],
        ['house:tax', 'house:refunds', 320],
        ['house:fees', 'house:refunds', 50],
      ]),
      post('refund', SHIPMENT, [['house:shipping', 'house:refunds', 1500]]),
      post('refund', REFUND, [['house:refunds', 'house:card_clearing', 4370]]),
    ]) {
      await client.query(journal);
    }
    await migrateDatabase(url, appUrlOf(url));
    const broken: string[] = [];
    for (const [name, promise] of Object.entries(promisesOf({ demo: false }))) {
      if ((await client.query(promise)).rowCount! > 0) broken.push(name);
    }
    expect(broken).toEqual([]);
  }));

test('a dispute of before keeps what the card provider took for it and gave back', () =>
  inDatabase('test_old_fees', async (client, url) => {
    await migrateTo(client, files.indexOf('0045_refunds-and-disputes.sql'));
    await client.query(`
      insert into users (id, email, username, password_hash) values ('${PERSON}', 'first@example.test', 'first', '');
      set session_replication_role = replica;
      insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at, created_at, updated_at)
      values ('${ORDER}', '${PERSON}', 'top_up', '${ORDER}', '', 4370, 'x', 'canceled', 'pi_1', now(), now(), now());
      insert into disputes (id, payment_id, user_id, provider_id, provider_status, state, reason, amount, fee, fee_returned_at,
        raised_at, opened_at, decided_at, created_at, updated_at)
      select id::uuid, '${ORDER}', '${PERSON}', provider_id, 'won', 'won', 'x', 4370, 1500, returned, now(), now(), now(), now(), now()
      from (values ('${SHIPMENT}', 'dp_1', null), ('${REFUND}', 'dp_2', now())) d (id, provider_id, returned);
      set session_replication_role = default;
    `);
    const fee = (kind: string, about: string, legs: [string, string]) =>
      client.query(post(kind, about, [[...legs, 1500]]));
    for (const id of [SHIPMENT, REFUND]) {
      await client.query(
        post('dispute_opened', id, [['house:disputes', 'house:card_clearing', 4370]]),
      );
      await client.query(
        post('dispute_won', id, [['house:card_clearing', 'house:disputes', 4370]]),
      );
      await fee('dispute_fee', id, ['house:dispute_losses', 'house:card_clearing']);
    }
    await fee('dispute_fee_returned', REFUND, ['house:card_clearing', 'house:dispute_losses']);
    await migrateDatabase(url, appUrlOf(url));
    const broken: string[] = [];
    for (const [name, promise] of Object.entries(promisesOf({ demo: false }))) {
      if ((await client.query(promise)).rowCount! > 0) broken.push(name);
    }
    expect(broken).toEqual([]);
  }));

const ORDER = '33333333-3333-4333-8333-333333333333';
const SHIPMENT = '44444444-4444-4444-8444-444444444444';
const REFUND = '55555555-5555-4555-8555-555555555555';

const post = (
  kind: string,
  about: string,
  legs: [debit: string, credit: string, cents: number][],
) => {
  const listed = (at: 0 | 1 | 2) => `string_to_array('${legs.map((leg) => leg[at]).join()}', ',')`;
  return `select post_journal(gen_random_uuid(), '${kind}', '${about}', '${PERSON}', 'x',
    ${listed(0)}, ${listed(1)}, ${listed(2)}::bigint[])`;
};

const PERSON = '99999999-9999-4999-8999-999999999999';
const give = (journal: string): string =>
  `select post_journal('${journal}', 'bonus_credit', '${journal}', '${PERSON}', 'x',
     array['house:promotions'], array['${PERSON}'], array[500]::bigint[])`;

/** What an earlier version left: its first migrations, of which some have run before. */
async function migrateTo(client: pg.Client, count: number, before = 0): Promise<void> {
  // As drizzle-orm kept its book.
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const [place, name] of files.slice(before, count).entries()) {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8');
    for (const part of text.split('--> statement-breakpoint')) await client.query(part);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [`hash of ${name}`, 1_790_000_000_000 + place],
    );
  }
}

test('a shop of an earlier version comes to the same, and its migrations run once', () =>
  inDatabase('test_earlier', async (client, url) => {
    await migrateTo(client, 20);

    await Promise.all([migrateDatabase(url, appUrlOf(url)), migrateDatabase(url, appUrlOf(url))]);
    const { rows } = await client.query(
      'select hash from drizzle.__drizzle_migrations order by id',
    );
    expect(rows.length).toBe(MIGRATION_COUNT);
    expect(rows[0]).toEqual({ hash: `hash of ${files[0]}` });
    expect(await describeSchema(client)).toBe(written);
  }));

test.each([
  ['nobody tried out', [], []],
  [
    'was a demo',
    [
      `insert into users (id, email, username, password_hash, role)
       values (gen_random_uuid(), 'admin@feltandfoil.test', 'admin', '', 'admin')`,
    ],
    ['demo'],
  ],
  [
    'took test cards',
    [`insert into sandbox.answers (key, fingerprint, status, body) values ('k', 'f', 200, '{}')`],
    ['sandbox'],
  ],
])('a shop of an earlier version that %s is known as such', (what, done, expected) =>
  inDatabase(`test_trial_${done.length}_${what.length}`, async (client, url) => {
    await migrateTo(client, 28);
    for (const text of done) await client.query(text);
    await migrateDatabase(url, appUrlOf(url));
    const { rows } = await client.query<{ kind: string }>('select kind from trials');
    expect(rows.map(({ kind }) => kind)).toEqual(expected);
  }),
);

describe('a production start that is refused leaves as it was', () => {
  test.each([
    ['a shop of before anything was marked', '0028_trials.sql'],
    ['a shop that knows already what was tried out in it', '0030_permitted-transfers.sql'],
    ['a shop of this version', null],
  ])('%s', (_what, next) =>
    inDatabase(`test_refused_${next === null ? 'now' : next.slice(0, 4)}`, async (client, url) => {
      const count = next === null ? files.length : files.indexOf(next);
      await migrateTo(client, Math.min(count, 28));
      await client.query(
        `insert into sandbox.answers (key, fingerprint, status, body) values ('k', 'f', 200, '{}')`,
      );
      await migrateTo(client, count, 28);
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
