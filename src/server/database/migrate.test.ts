// What migrations make, and that a shop that runs already comes to the same.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { packCommitment, readPackDocument } from '#domain/packproof/pack-document.ts';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { promisesOf } from '../admin/run-audit.ts';
import { appUrlOf } from './app-role.ts';
import { readBackup } from './backup/backup-file.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { describeSchema } from './describe-schema.ts';
import { MIGRATION_COUNT, migrateDatabase, type BatchProgress } from './migrate.ts';

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
    const number = String(place).padStart(4, '0');
    expect(name).toMatch(new RegExp(`^${number}_[a-z0-9_-]+(\\.(batch|steps))?\\.sql$`));
  });
  expect(files.length).toBe(MIGRATION_COUNT);
});

test('an owner who is no superuser can run each migration, whichever one their session begins with', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(`create role test_plain_owner login createrole createdb password 'plain'`);
    await admin.query('grant felt_and_foil_app to test_plain_owner with admin option');
    await inDatabase('test_plain', async (client, url) => {
      await client.query('alter database test_plain owner to test_plain_owner');
      const address = new URL(url);
      Object.assign(address, { username: 'test_plain_owner', password: 'plain' });
      for (const before of files.keys()) {
        const owner = new pg.Client({ connectionString: address.href });
        await owner.connect();
        try {
          await migrateTo(owner, before + 1, { before });
        } finally {
          await owner.end();
        }
      }
      expect(await describeSchema(client)).toBe(written);
    });
  } finally {
    await admin.query('drop role if exists test_plain_owner');
    await admin.end();
  }
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
    expect(await brokenPromises(client)).toEqual([]);
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

test('what the version before kept by the hour is in the sums by day, and so is what came late to an hour', () =>
  inDatabase('test_before_day_sums', async (client, url) => {
    await migrateTo(client, files.indexOf('0121_day-sums.sql'));
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
    const { rows } = await client.query<{ credits: number; is_as_kept: boolean }>(
      `select (select sum(credits)::int from day_sums) as credits,
         (select until from summed_until) = (select max(hour) + interval '1 hour' from kept_hours) as is_as_kept`,
    );
    expect(rows).toEqual([{ credits: 1500, is_as_kept: true }]);
    const { day_sums_are_as_the_ledger_says: promise } = promisesOf({ demo: false });
    expect((await client.query(promise!)).rows).toEqual([]);
  }));

const ORDER = '33333333-3333-4333-8333-333333333333';
const GIFT = '66666666-6666-4666-8666-666666666666';
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

/**
 * What an earlier version left: its first migrations, of which some have run before. `work`: what it did before its
 * packs had documents.
 */
async function migrateTo(
  client: pg.Client,
  count: number,
  { before = 0, work = null }: { before?: number; work?: (() => Promise<void>) | null } = {},
): Promise<void> {
  // As drizzle-orm kept its book.
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const [place, name] of files.slice(before, count).entries()) {
    if (name === '0050_pack-documents.sql') await work?.();
    const text = readFileSync(join(MIGRATIONS, name), 'utf8');
    await client.query('begin');
    for (const part of text.split('--> statement-breakpoint')) await client.query(part);
    await client.query('commit');
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [`hash of ${name}`, 1_790_000_000_000 + place],
    );
  }
}

const openPack = (number: number) =>
  `select open_packs('${PERSON}', array[gen_random_uuid()], array[md5('pack ${number}')::uuid], interval '30 days')`;

/** A shop of before there were documents: 620 packs in stock, one of each other state, and names that are hard to write. */
const STOCK_OF_BEFORE = `
  insert into users (id, email, username, password_hash) values ('${PERSON}', 'first@example.test', 'first', '');
  insert into card_sets (id, game, code, name) values ('magic-tst', 'magic', 'tst', 'Test');
  insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
  select md5('card ' || n)::uuid, 'magic-tst', n::text,
    (array[E'\u00c6ther "Vial" \\\\ \t\u0001\u007f', E'Cafe\u0301 \u2028', 'Glass Heron'])[n], n::text, (array['common', 'rare', 'mythic'])[n], 'Any', 'normal'
  from generate_series(1, 3) n;
  insert into pack_types (id, set_id, name, price, card_count, purchase_limit, odds_counted, position)
  values ('alpha', 'magic-tst', 'Alpha', 500, 3, null, true, 0);
  insert into physical_packs (id, pack_type_id, serial, certification_number, received_at)
  select md5('pack ' || n)::uuid, 'alpha', 'S-' || n || E'e\u0301', 'C-' || n, '2026-01-01 00:00:00.7Z'::timestamptz + n * interval '1 minute'
  from generate_series(1, 625) n;
  insert into physical_cards (id, pack_id, card_id, position, condition)
  select md5('copy ' || n || ' ' || c)::uuid, md5('pack ' || n)::uuid, md5('card ' || c)::uuid, c, (array['Near Mint', 'Damaged', 'Near Mint'])[c]
  from generate_series(1, 625) n, generate_series(1, 3) c;
  update physical_packs set state = 'available';
  select post_journal('${GIFT}', 'bonus_credit', '${GIFT}', '${PERSON}', 'x', array['house:promotions'], array['${PERSON}'], array[5000]::bigint[]);
  insert into accepted_journals (journal_id, reason) values ('${GIFT}', 'For a test');
  insert into reservations (id, user_id, state) values ('${ORDER}', '${PERSON}', 'paid');
  insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, paid_at)
  values ('${ORDER}', '${PERSON}', 'balance', 1500, 0, 120, 0, 1620, now());
  insert into order_lines (order_id, pack_type_id, quantity, unit_price) values ('${ORDER}', 'alpha', 3, 500);
  update physical_packs set state = 'sold', buyer_id = '${PERSON}', reservation_id = '${ORDER}' where certification_number in ('C-1', 'C-2', 'C-5');
  ${openPack(1)};
  insert into reservations (id, user_id, state, expires_at) values ('${SHIPMENT}', '${PERSON}', 'held', now() + interval '10 minutes');
  update physical_packs set state = 'reserved', buyer_id = '${PERSON}', reservation_id = '${SHIPMENT}' where certification_number = 'C-3';
  update physical_packs set state = 'withdrawn' where certification_number = 'C-4'`;

const PAID: [string, string, number][] = [
  [PERSON, 'house:sales', 1500],
  [PERSON, 'house:tax', 120],
];

test('packs that came in before get their documents, a killed migration goes on, and no promise is broken', () =>
  inDatabase('test_before_documents', async (client, url) => {
    await migrateTo(client, files.indexOf('0050_pack-documents.sql'));
    await sellBeforeDocuments(client);
    const { rows: odds } = await client.query(
      'select count_odds($1) as odds, count_filling($1) as filling',
      ['alpha'],
    );
    const { rows: before } = await client.query<CardOfBefore>(CARDS_OF_BEFORE);

    const shown: number[][] = [];
    const note = ({ name, done, waiting }: BatchProgress) => {
      if (name.includes('documents')) shown.push([done, waiting]);
    };
    const killed = migrateDatabase(url, appUrlOf(url), {
      show: (progress) => {
        note(progress);
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    // Processes of the version before go on: the book is as they know it, and packs are opened as they do it.
    const { rows: book } = await client.query('select from drizzle.__drizzle_migrations');
    expect(book).toHaveLength(files.indexOf('0050_pack-documents.sql'));
    const { rowCount: early } = await client.query(
      `select from pack_secrets where pack_id = md5('pack 5')::uuid`,
    );
    await client.query(openPack(5));

    await migrateDatabase(url, appUrlOf(url), { show: note });
    expect(shown).toEqual([
      [500, 124],
      [123 + early!, 0],
    ]);

    expect(await brokenPromises(client)).toEqual([]);
    const { rows: packs } = await client.query<PackOfNow>(PACKS_OF_NOW);
    expect(packs).toHaveLength(623 + early!);
    const taken = (pack: PackOfNow) => before.filter((card) => card.pack_id === pack.id);
    for (const pack of packs) {
      const document = readPackDocument(pack.document);
      expect(packCommitment(PRIMITIVES, pack.salt, pack.document)).toEqual(pack.commitment);
      expect(document).toEqual({
        v: 2,
        packType: 'alpha',
        serial: pack.serial.normalize('NFC'),
        certification: pack.certification_number,
        takenInAt: Math.floor(pack.received_at.getTime() / 1000),
        cards: taken(pack).map(({ number, name, rarity, condition }) => ({
          game: 'magic',
          set: 'tst',
          finish: 'normal',
          number,
          rarity,
          condition,
          name: name.normalize('NFC'),
        })),
      });
      expect(pack.physical_card_ids).toEqual(taken(pack).map(({ id }) => id));
      expect(pack.card_ids).toEqual(taken(pack).map(({ card_id: cardId }) => cardId));
    }
    expect(new Set(packs.map(({ salt }) => salt.toString('hex'))).size).toBe(packs.length);
    const { rows: left } = await client.query<{ id: string }>('select id from physical_cards');
    const opened = before.filter(({ certification_number: number }) =>
      ['C-1', 'C-5'].includes(number),
    );
    expect(left.map(({ id }) => id).toSorted()).toEqual(opened.map(({ id }) => id).toSorted());
    expect((await client.query('select * from count_contents($1)', ['alpha'])).rows).toEqual(odds);

    await client.query(openPack(2));
    const { rows: revealed } = await client.query<{ id: string }>(
      `select id from physical_cards where pack_id = md5('pack 2')::uuid order by position`,
    );
    const sold = before.filter(({ certification_number: number }) => number === 'C-2');
    expect(revealed.map(({ id }) => id)).toEqual(sold.map(({ id }) => id));
    expect(await brokenPromises(client)).toEqual([]);
  }));

test('packs that came in between two of its steps get their documents from the last one', () =>
  inDatabase('test_between_steps', async (client, url) => {
    // One batch of the second step, and no more.
    await migrateTo(client, files.indexOf('0052_cards-when-opened.sql'), {
      work: () => sellBeforeDocuments(client),
    });
    await migrateDatabase(url, appUrlOf(url));
    expect(await brokenPromises(client)).toEqual([]);
    expect((await client.query(PACKS_OF_NOW)).rowCount).toBe(624);
  }));

test('a backup of before there were documents comes back as it was, is migrated, and no promise is broken', () =>
  inDatabase('test_backed_up', async (client, url) => {
    const before = files.indexOf('0050_pack-documents.sql');
    await migrateTo(client, before);
    await sellBeforeDocuments(client);
    const folder = mkdtempSync(join(tmpdir(), 'backup-of-before-'));
    const file = join(folder, 'shop.backup');
    await writeBackup(url, file, new Date(), () => {});
    const { rows: cards } = await client.query<CardOfBefore>(CARDS_OF_BEFORE);
    // Only the version that wrote it restores it: by its migrations, which are here, too.
    await expect(checkBackup(file)).rejects.toThrow(/Restore it with the version that wrote it/);
    await inDatabase('test_brought_back', async (restored, into) => {
      await migrateTo(restored, before);
      const contents = await readBackup(file, async (_table, blocks) => {
        for await (const _block of blocks);
      });
      await restoreBackup(into, file, contents, () => {});
      expect((await restored.query(CARDS_OF_BEFORE)).rows).toEqual(cards);

      await migrateDatabase(into, appUrlOf(into));
      expect(await brokenPromises(restored)).toEqual([]);
      const { rows: packs } = await restored.query<PackOfNow>(PACKS_OF_NOW);
      expect(packs).toHaveLength(624);
      const held = new Map(packs.map((pack) => [pack.id, pack.physical_card_ids]));
      const sealed = Map.groupBy(cards, (card) => card.pack_id);
      for (const [pack, ids] of held) {
        expect(ids).toEqual(sealed.get(pack)!.map(({ id }) => id));
      }
    });
    rmSync(folder, { recursive: true });
  }));

test('packs of before get their places, those that moved meanwhile as they are, and no promise is broken', () =>
  inDatabase('test_before_places', async (client, url) => {
    const before = files.indexOf('0060_places.sql');
    await migrateTo(client, before, { work: () => sellBeforeDocuments(client) });
    const { rows: was } = await client.query<PackOfBefore>(PACKS_OF_BEFORE);

    const shown: number[][] = [];
    const killed = migrateDatabase(url, appUrlOf(url), {
      show: ({ done, waiting }) => {
        shown.push([done, waiting]);
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    // Processes of the version before go on: with packs that have their places already, and with others.
    const moved = await client.query<PackOfBefore>(
      `update physical_packs p set state = case p.state when 'withdrawn' then 'available' else 'withdrawn' end
       from (select p.id, row_number() over (partition by l.id is null order by p.state = 'available', p.id) as number
             from physical_packs p left join places l on l.id = p.id where p.state in ('available', 'withdrawn')) n
       where n.id = p.id and n.number <= 2
       returning p.id, p.pack_type_id, p.id as pack_id, p.state, p.rank, p.reservation_id, p.buyer_id, p.received_at`,
    );
    await client.query(openPack(2));
    const second = await client.query<{ id: string }>(`select md5('pack 2')::uuid as id`);
    const { rowCount: filled } = await client.query('select from places');
    await migrateDatabase(url, appUrlOf(url), {
      show: ({ name, done, waiting }) => {
        if (name.includes('places')) shown.push([done, waiting]);
      },
    });
    expect(shown).toEqual([
      [500, was.length - 500],
      [was.length - filled!, 0],
    ]);

    const since = new Map(moved.rows.map((row) => [row.id, row]));
    const { rows: places } = await client.query<PackOfBefore>(
      `select id, pack_type_id, pack_id, state, rank, reservation_id, buyer_id, received_at from places order by id`,
    );
    expect(moved.rows).toHaveLength(4);
    expect(places).toEqual(
      was.map((pack) => {
        const now = since.get(pack.id) ?? pack;
        return now.id === second.rows[0]!.id ? { ...now, state: 'opened' } : now;
      }),
    );
    expect(await brokenPromises(client)).toEqual([]);
  }));

async function sellBeforeDocuments(client: pg.Client): Promise<void> {
  await client.query(STOCK_OF_BEFORE);
  await client.query(post('pack_purchase', ORDER, PAID));
}

type PackOfBefore = {
  id: string;
  pack_type_id: string;
  pack_id: string;
  state: string;
  rank: number;
  reservation_id: string | null;
  buyer_id: string | null;
  received_at: Date;
};
const PACKS_OF_BEFORE = `
  select id, pack_type_id, id as pack_id, state, rank, reservation_id, buyer_id, received_at from physical_packs order by id`;

type CardOfBefore = {
  id: string;
  pack_id: string;
  card_id: string;
  number: string;
  name: string;
  rarity: string;
  condition: string;
  certification_number: string;
};
const CARDS_OF_BEFORE = `
  select k.id, k.pack_id, k.card_id, c.number, c.name, c.rarity, k.condition, p.certification_number
  from physical_cards k join cards c on c.id = k.card_id join physical_packs p on p.id = k.pack_id
  order by k.pack_id, k.position`;

type PackOfNow = {
  id: string;
  serial: string;
  certification_number: string;
  received_at: Date;
  commitment: Buffer;
  salt: Buffer;
  document: string;
  card_ids: string[];
  physical_card_ids: string[];
};
const PACKS_OF_NOW = 'select * from physical_packs p join pack_secrets s on s.pack_id = p.id';

const PRIMITIVES = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  utf8: (text: string) => Buffer.from(text),
};

/** The names of the promises that the audit finds broken. */
async function brokenPromises(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, promise] of Object.entries(promisesOf({ demo: false }))) {
    if ((await client.query(promise)).rowCount! > 0) broken.push(name);
  }
  return broken;
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

test('long indexes are made one after the other, and a migration that is killed between goes on', () =>
  inDatabase('test_indexes_in_steps', async (client, url) => {
    const step = files.indexOf('0123_index-search-keys.steps.sql');
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
    expect(await describeSchema(client)).toBe(written);
  }));

test('a migration that needs a table which a backup reads lets shoppers through while it waits, and goes on by itself', () =>
  inDatabase('test_lock', async (client, url) => {
    await migrateTo(client, 20);
    const [backup, shopper] = [1, 2].map(() => new pg.Client({ connectionString: url }));
    await Promise.all([backup!.connect(), shopper!.connect()]);
    try {
      await backup!.query('begin');
      await backup!.query('lock table users in access share mode');
      const waits = Promise.withResolvers<void>();
      const migrated = migrateDatabase(url, appUrlOf(url), { waits: waits.resolve });
      await expect
        .poll(async () => (await client.query(WAITS_FOR_USERS)).rowCount)
        .toBeGreaterThan(0);
      // Behind who waits for the table alone; it would stay there for as long as the backup takes.
      await shopper!.query('select from users');
      await waits.promise;
      await backup!.query('commit');
      expect(await migrated).toBe(MIGRATION_COUNT);
      expect(await describeSchema(client)).toBe(written);
    } finally {
      await Promise.all([backup!.end(), shopper!.end()]);
    }
  }));

const WAITS_FOR_USERS = `select from pg_locks where relation = 'users'::regclass and not granted`;

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
      await migrateTo(client, count, { before: 28 });
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
