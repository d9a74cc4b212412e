// `seedScale` creates a shop after a year with many shoppers, by statements inside the database. Its ledger adds up,
// so the audit finds only zeros.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pg from 'pg';

/**
 * The data of each shopper: one opened pack with this many cards, and the records of what the shopper did with them.
 */
export type Having = {
  cards: number;
  transfers: number;
  mails: number;
  /** The catalogue has one card for each shopper, but at most this many. */
  catalogueMost: number;
  /**
   * Whether all shoppers made their last transfer within the last two hours, as in a rush. Otherwise that transfer is
   * on the shopper's own day, like the others.
   */
  isInRush?: boolean;
};
export const BUSY: Having = { cards: 10, transfers: 50, mails: 2, catalogueMost: Infinity };
/**
 * The smallest amounts with which every kind of data still exists. Used for a million shoppers, with a catalogue of
 * the size for which the shop is made (choice 661).
 */
export const CALM: Having = { cards: 5, transfers: 8, mails: 1, catalogueMost: 100_000 };

export const PACK_TYPES = 40;
const CARDS_OF_SET = 400;
const CARDS_OF_MORE = 250;
/** The number of packs, over all types, that arrive in one intake. */
const PACKS_OF_INTAKE = 1_000;
// With this stock, each type has enough packs for the statistics of their contents, in a small shop too
// (docs/product.md §5).
const STOCK_LEAST = 24 * PACK_TYPES;
const SYLLABLES =
  'ar bo cha dri el fen gor ha is jor ka lu mor na or pre qui ro sha tu ul va wy xan yor zel mir dar eth lin gar pol rin sky tor vin wol bri cren dus';

/** Each shopper's number, id and day, calculated once for all of their rows. */
const SHOPPERS = `(select i, id_of('user', i) as me, day_of(i) as day from generate_series(1, $1) i offset 0) u`;

/** The SQL for the time of a shopper's transfer `k`. */
const timeOf = ({ transfers, isInRush = false }: Having): string =>
  `case when ${isInRush} and k = ${transfers} then now() - i * interval '2 hours' / $1 else day + k * interval '1 minute' end`;

// The data depends only on the number of a shopper, so each run seeds the same data.
const stepsFor = (having: Having, stock: string, catalogue: number): Record<string, string> => ({
  sets: `
    insert into card_sets (id, game, code, name, released_on)
    select 'scale-' || s, (array['magic', 'pokemon', 'yugioh'])[1 + s % 3], 'SC' || s, 'Scale set ' || s, '2026-01-01'
      from generate_series(1, ${PACK_TYPES}) s`,
  cards: `
    insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value, priced_on)
    select id_of('card', s * 1000 + n), 'scale-' || s, n::text, 'Card ' || n || ' of ' || s, n::text,
           (array['common', 'common', 'uncommon', 'rare', 'mythic'])[1 + n % 5], 'Any', 'normal', 100 + n, current_date
      from generate_series(1, ${PACK_TYPES}) s, generate_series(1, ${CARDS_OF_SET}) n`,
  // Creates the part of the catalogue that grows with the shop, with ten prices for each card.
  more_sets: `
    insert into card_sets (id, game, code, name, released_on)
    select 'more-' || s, (array['magic', 'pokemon', 'yugioh'])[1 + s % 3], 'MO' || s, 'More cards ' || s, '2026-01-01'
      from generate_series(0, ${Math.floor(catalogue / CARDS_OF_MORE)}) s`,
  more_cards: `
    insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value, priced_on)
    select id_of('more', i), 'more-' || i / ${CARDS_OF_MORE}, i::text,
           initcap(syllable(i, 1) || syllable(i, 2) || syllable(i, 3)) || case when i % ${Math.floor(catalogue / 20)} = 0 then ' Charizard' else '' end,
           (i % ${CARDS_OF_MORE})::text, (array['common', 'common', 'uncommon', 'rare', 'mythic'])[1 + i % 5], 'Any', 'normal',
           100 + i * 7919 % 30000, current_date
      from generate_series(1, ${catalogue}) i`,
  more_prices: `
    insert into price_observations (card_id, source, observed_on, amount_minor, currency)
    select id_of('more', i), 'tcgplayer', current_date - 9 * d, 100 + (i + d) * 7919 % 30000, 'USD'
      from generate_series(1, ${catalogue}) i, generate_series(0, 9) d`,
  card_counts: `
    insert into card_counts (set_id, rarity, finish, cards) select set_id, rarity, finish, count(*) from cards group by 1, 2, 3`,
  pack_types: `
    insert into pack_types (id, set_id, name, price, card_count, purchase_limit, position)
    select 'scale-' || s, 'scale-' || s, 'Scale pack ' || s, 500, ${having.cards}, null, s
      from generate_series(1, ${PACK_TYPES}) s`,
  pack_type_cards: `
    insert into pack_type_cards (pack_type_id, card_id) select set_id, id from cards where set_id like 'scale-%'`,
  users: `
    insert into users (id, email, username, password_hash, full_name, email_verified_at, created_at, updated_at)
    select id_of('user', i), 'shopper' || i || '@scale.test', 'shopper' || i, '', 'Mira Scale ' || i, day_of(i), day_of(i), day_of(i)
      from generate_series(1, $1) i`,
  ledger_accounts: `
    insert into ledger_accounts (id, owner_id, balance, version)
    select id_of('user', i)::text, id_of('user', i), ${8810 + 100 * (having.transfers - 7)}, ${having.transfers} from generate_series(1, $1) i`,
  reservations: `
    insert into reservations (id, user_id, state, created_at)
    select id_of('order', i), id_of('user', i), 'paid', day_of(i) from generate_series(1, $1) i`,
  orders: `
    insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, created_at, paid_at)
    select id_of('order', i), id_of('user', i), 'balance', 500, 0, 40, 0, 540, day_of(i), day_of(i) from generate_series(1, $1) i`,
  order_lines: `
    insert into order_lines (order_id, pack_type_id, quantity, unit_price)
    select id_of('order', i), 'scale-' || 1 + i % ${PACK_TYPES}, 1, 500 from generate_series(1, $1) i`,
  opened_packs: `
    with packs as (
      insert into physical_packs (id, pack_type_id, serial, certification_number, received_at)
      select id_of('pack', i), 'scale-' || 1 + i % ${PACK_TYPES}, 'S' || i, 'C' || i, day_of(1) from generate_series(1, $1) i
    )
    insert into places (id, pack_type_id, pack_id, state, reservation_id, buyer_id, received_at)
    select id_of('pack', i), 'scale-' || 1 + i % ${PACK_TYPES}, id_of('pack', i), 'opened', id_of('order', i), id_of('user', i), day_of(1)
      from generate_series(1, $1) i`,
  openings: `
    insert into openings (id, pack_id, user_id, opened_at)
    select id_of('opening', i), id_of('pack', i), id_of('user', i), day_of(i) from generate_series(1, $1) i`,
  counted_openings: `
    insert into opened_packs (pack_id, pack_type_id, opened_at, market)
    select o.pack_id, p.pack_type_id, o.opened_at, 500 + abs(hashtext(o.pack_id::text)::bigint) % 3000
      from openings o join places p on p.pack_id = o.pack_id`,
  // Of a shopper's ten cards, three are sold, one is delivered and six are available. The last of the six is locked
  // for one shopper in ten.
  opened_cards: `
    insert into physical_cards (id, pack_id, card_id, position, status, lock_reason, opened_by_id, opened_at, auto_convert_at, exit_price, exited_at, shipped_at, delivered_at)
    select id_of('copy', i * 10 + n), id_of('pack', i), id_of('card', (1 + i % ${PACK_TYPES}) * 1000 + 1 + (i * 7 + n * 13) % ${CARDS_OF_SET}), n + 1,
           case when n < 3 then 'sold' when n = 3 then 'delivered' when n = 9 and i % 10 = 0 then 'locked' else 'available' end,
           case when n = 9 and i % 10 = 0 then 'expired' end,
           id_of('user', i), day_of(i), case when n > 3 then now() + interval '20 days' end,
           case when n < 3 then 50 end, case when n < 3 then day_of(i) end,
           case when n = 3 then day_of(i) end, case when n = 3 then day_of(i) end
      from generate_series(1, $1) i, generate_series(0, ${having.cards - 1}) n`,
  came_back: `
    insert into house_cards (id, pack_id, position, card_id, condition, paid, came_at, game, set_id, rarity)
    select k.id, k.pack_id, k.position, k.card_id, k.condition, k.exit_price, k.exited_at, s.game, c.set_id, c.rarity
      from physical_cards k join cards c on c.id = k.card_id join card_sets s on s.id = c.set_id where k.status = 'sold'`,
  stocked_packs: `
    with made as materialized (
      select i, id_of('stock', i) as id, 'scale-' || 1 + i % ${PACK_TYPES} as type, day_of(1 + i / ${PACKS_OF_INTAKE} * ${PACKS_OF_INTAKE * 10}) as received_at,
             sha256(convert_to('salt ' || i, 'UTF8')) as salt
        from generate_series(1, ${stock}) i
    ), held as (
      select m.i, array_agg(c.id order by n) as card_ids, array_agg(id_of('sealed', m.i * 10 + n) order by n) as physical_card_ids,
             string_agg(format('{"condition":"Near Mint","finish":"%s","game":"%s","name":"%s","number":"%s","rarity":"%s","set":"%s"}',
               c.finish, s.game, c.name, c.number, c.rarity, s.code), ',' order by n) as cards
        from made m cross join generate_series(0, ${having.cards - 1}) n
        join cards c on c.id = id_of('card', (1 + m.i % ${PACK_TYPES}) * 1000 + 1 + (m.i * 7 + n * 13) % ${CARDS_OF_SET})
        join card_sets s on s.id = c.set_id group by m.i
    ), sealed as materialized (
      select m.*, h.card_ids, h.physical_card_ids,
             format('{"cards":[%s],"certification":"D%s","packType":"%s","serial":"T%s","takenInAt":%s,"v":2}',
               h.cards, m.i, m.type, m.i, floor(extract(epoch from m.received_at))::bigint) as document
        from made m join held h on h.i = m.i
    ), packs as (
      insert into physical_packs (id, pack_type_id, serial, certification_number, received_at, commitment)
      select id, type, 'T' || i, 'D' || i, received_at, pack_commitment(salt, document) from sealed
    ), places as (
      insert into places (id, pack_type_id, pack_id, received_at) select id, type, id, received_at from sealed
    )
    insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
    select id, salt, document, card_ids, physical_card_ids from sealed`,
  // Adds the rows that triggers would add, because triggers are off here.
  counted_contents: `
    with held as (
      select p.pack_type_id, p.id as pack_id, h.card_id
      from physical_packs p join pack_secrets s on s.pack_id = p.id cross join unnest(s.card_ids) h (card_id)
      union all
      select p.pack_type_id, p.id, k.card_id from physical_packs p join physical_cards k on k.pack_id = p.id where p.commitment is null
    ), copies as (
      insert into held_cards (pack_type_id, card_id, copies) select pack_type_id, card_id, count(*) from held group by 1, 2
    )
    insert into held_rarities (pack_type_id, rarities, packs)
    select pack_type_id, rarities, count(*) from (
      select h.pack_type_id, bit_or(rarity_bit(c.rarity)) as rarities from held h join cards c on c.id = h.card_id
      group by h.pack_type_id, h.pack_id
    ) packs group by 1, 2`,
  counted_stock: `
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from places where state = 'available' group by 1`,
  shipments: `
    insert into shipments (id, user_id, state, payment_method, base_fee, weight_fee, address, carrier, tracking_number,
                           created_at, requested_at, packed_at, shipped_at, delivered_at, updated_at)
    select id_of('shipment', i), id_of('user', i), 'delivered', 'balance', 800, 0,
           '{"firstName":"Mira","lastName":"Scale","addressLine1":"12 Queen St W","addressLine2":"","city":"Toronto","state":"ON","postalCode":"M5H 2N2","country":"CA"}',
           'Canada Post', 'TRACK' || i, day_of(i), day_of(i), day_of(i), day_of(i), day_of(i), day_of(i)
      from generate_series(1, $1) i`,
  shipment_cards: `
    insert into shipment_cards (shipment_id, card_id) select id_of('shipment', i), id_of('copy', i * 10 + 3) from generate_series(1, $1) i`,
  // Entry 1 is a grant, entries 2 and 3 pay for a pack and its tax, and entry 4 pays for a shipment. Entries 5 to 7 are
  // sold cards, and the rest are small grants.
  journals: `
    insert into journals (id, kind, reference_id, user_id, description, created_at)
    select id_of('journal', i * 100 + k),
           case when k = 2 then 'pack_purchase' when k = 4 then 'shipping_fee' when k in (5, 6, 7) then 'card_sale' else 'bonus_credit' end,
           case when k = 2 then id_of('order', i) when k = 4 then id_of('shipment', i)
                when k in (5, 6, 7) then id_of('copy', i * 10 + k - 5) else id_of('grant', i * 100 + k) end,
           me, 'Scale entry ' || k, ${timeOf(having)}
      from ${SHOPPERS}, generate_series(1, ${having.transfers}) k where k <> 3`,
  // Marks the grants as accepted, because no record says who gave them.
  accepted_journals: `
    insert into accepted_journals (journal_id, reason) select id, 'Scale' from journals where kind = 'bonus_credit'`,
  transfers: `
    insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, debit_version, debit_balance, credit_version, credit_balance, created_at)
    select id_of('journal', i * 100 + case k when 3 then 2 else k end), case k when 3 then 1 else 0 end,
           case when pays then me else house end, case when pays then house else me end, amount,
           case when pays then k end, case when pays then balance end,
           case when not pays then k end, case when not pays then balance end, ${timeOf(having)}
      from (select i, me::text as me, day from ${SHOPPERS} offset 0) u,
           (select k, k in (2, 3, 4) as pays,
                   case when k = 2 then 'house:sales' when k = 3 then 'house:tax' when k = 4 then 'house:shipping'
                        when k in (5, 6, 7) then 'house:buyback' else 'house:promotions' end as house,
                   case when k = 1 then 10000 when k = 2 then 500 when k = 3 then 40 when k = 4 then 800
                        when k in (5, 6, 7) then 50 else 100 end as amount,
                   case when k = 1 then 10000 when k = 2 then 9500 when k = 3 then 9460
                        when k <= 7 then 8660 + 50 * (k - 4) else 8810 + 100 * (k - 7) end as balance
              from generate_series(1, ${having.transfers}) k) e`,
  mails: `
    insert into mails (id, user_id, kind, to_address, subject, text, state, attempts, created_at, sent_at)
    select id_of('mail', i * 10 + n), id_of('user', i), 'receipt', 'shopper' || i || '@scale.test', 'Your receipt', 'Thank you.', 'sent', 1, day_of(i), day_of(i)
      from generate_series(1, $1) i, generate_series(1, ${having.mails}) n`,
});

/**
 * Steps that read the results of other steps, each with the names of those other steps. A step that is not listed
 * may start at any time.
 */
const BEHIND: Record<string, string[]> = {
  card_counts: ['cards', 'more_cards'],
  pack_type_cards: ['cards'],
  counted_openings: ['opened_packs', 'openings'],
  came_back: ['sets', 'cards', 'opened_cards'],
  stocked_packs: ['sets', 'cards'],
  counted_contents: ['cards', 'more_cards', 'opened_packs', 'opened_cards', 'stocked_packs'],
  counted_stock: ['opened_packs', 'stocked_packs'],
  accepted_journals: ['journals'],
};

/**
 * Fills the migrated, empty database at `url` with this many shoppers, and `stock` packs on the shelf. Uses as many
 * connections as there are cores. Signs in as a superuser, who can switch off the checks of each row; these would
 * take hours. `more` has further steps, which run after all others.
 */
export async function seedScale(
  url: string,
  shoppers: number,
  having: Having,
  say: (line: string) => void,
  stock = Math.floor(shoppers / 10) + STOCK_LEAST,
  more: Record<string, string> = {},
): Promise<void> {
  const lanes = await Promise.all(
    Array.from({ length: availableParallelism() }, () => openLane(url, shoppers)),
  );
  const [client] = lanes as [pg.Client];
  try {
    const indexes = await dropIndexes(client);
    const catalogue = Math.min(shoppers, having.catalogueMost);
    const asWork = ([name, text]: [string, string]) => workOf(name, text, shoppers, say);
    await inLanes(
      lanes,
      Object.entries(stepsFor(having, String(stock), catalogue))
        .map(asWork)
        // Runs the longest steps first.
        .toSorted((one, other) => Number(other.isLong) - Number(one.isLong)),
    );
    for (const step of Object.entries(more)) await asWork(step).run(client);
    const start = performance.now();
    await inLanes(lanes, await makeIndexes(client, indexes));
    say(`indexes, ${secondsSince(start)}`);
    await client.query('set session_replication_role = origin');
    await client.query(
      `insert into facts_due (pack_id) select pack_id from places where state not in ('opened', 'withdrawn')`,
    );
    for (let isMoreDue = true; isMoreDue;) {
      const { rows } = await client.query<{ more: boolean }>(
        'select settle_next_facts(true) as more',
      );
      isMoreDue = rows[0]!.more;
    }
    const vacuumed = performance.now();
    await inLanes(lanes, await vacuumAll(client));
    say(`vacuum, ${secondsSince(vacuumed)}`);
    const { rows } = await client.query<{ tables: number; indexes: number }>(`
      select sum(pg_table_size(oid))::float8 / 1024 as tables, sum(pg_indexes_size(oid))::float8 / 1024 as indexes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    const { tables, indexes: ofIndexes } = rows[0]!;
    say(
      `${((tables + ofIndexes) / shoppers).toFixed(1)} KB of disk a shopper, ${(ofIndexes / shoppers).toFixed(1)} of them indexes`,
    );
  } finally {
    for (const lane of lanes) await lane.end();
  }
}

async function openLane(url: string, shoppers: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Postgres inlines a function only if its body is as immutable as it is declared; otherwise each row costs a call.
  // `kind || n` is not immutable, because Postgres looks up its cast.
  await client.query(`
    set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB';
    set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0;
    create function pg_temp.id_of(kind text, n bigint) returns uuid language sql immutable
      as $$ select overlay(overlay(md5(kind || n::text) placing '4' from 13) placing '8' from 17)::uuid $$;
    create function pg_temp.syllable(i bigint, place int) returns text language sql immutable
      as $$ select (string_to_array('${SYLLABLES}', ' '))[1 + abs(hashint8(i * 10 + place)) % 40] $$;
    create function pg_temp.day_of(i bigint) returns timestamptz language sql stable
      as $$ select now() - (${shoppers} - i)::float8 / ${shoppers} * interval '365 days' - interval '2 hours' $$;`);
  return client;
}

/** A step that the next free lane runs, once the steps in `behind` are done. */
type Work = {
  name: string;
  behind: string[];
  isLong: boolean;
  run: (lane: pg.Client) => Promise<void>;
};

function workOf(name: string, text: string, shoppers: number, say: (line: string) => void): Work {
  const qualified = text.replaceAll(/\b(id_of|day_of|syllable)\(/g, 'pg_temp.$1(');
  const isLong = qualified.includes('$1');
  return {
    name,
    behind: BEHIND[name] ?? [],
    isLong,
    run: async (lane) => {
      const start = performance.now();
      const { rowCount } = await lane.query(qualified.replaceAll('$1', String(shoppers)));
      say(`${name}: ${rowCount} rows, ${secondsSince(start)}${isLong ? '' : ' (not by shoppers)'}`);
    },
  };
}

/** Lets each lane (a connection) run the first step that need not wait, until no step is left. */
async function inLanes(lanes: pg.Client[], all: Work[]): Promise<void> {
  const left = [...all];
  const done = new Set<string>();
  let next = Promise.withResolvers<void>();
  await Promise.all(
    lanes.map(async (lane) => {
      while (left.length > 0) {
        const at = left.findIndex(({ behind }) => behind.every((name) => done.has(name)));
        if (at === -1) {
          await next.promise;
          continue;
        }
        const [work] = left.splice(at, 1) as [Work];
        await work.run(lane);
        done.add(work.name);
        next.resolve();
        next = Promise.withResolvers();
      }
    }),
  );
}

/**
 * Drops indexes that aren't unique and disables the unique ones. Building an index afterwards takes a fraction of the
 * time, because the ids are in no order and each row would go to another page. Returns the definitions of the dropped
 * indexes.
 */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisunique`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(`
    update pg_index i set indisready = false, indisvalid = false from pg_class c
    where c.oid = i.indrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  return rows.map(({ definition }) => definition);
}

/** Rebuilds the dropped and the disabled indexes, those of the longest tables first. */
export async function makeIndexes(client: pg.Client, gone: string[]): Promise<Work[]> {
  const { rows } = await client.query<{ name: string; table: string; size: string }>(`
    select i.indexrelid::regclass::text as name, c.relname as table, pg_relation_size(c.oid) as size
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  const sizeOf = new Map(rows.map(({ table, size }) => [table, Number(size)]));
  const made = gone.map((text) => ({ text, table: / ON (?:public\.)?"?(\w+)/.exec(text)![1]! }));
  const rested = rows.map(({ name, table }) => ({ text: `reindex index ${name}`, table }));
  return [...made, ...rested]
    .toSorted((one, other) => (sizeOf.get(other.table) ?? 0) - (sizeOf.get(one.table) ?? 0))
    .map(({ text }) => workOn(text));
}

async function vacuumAll(client: pg.Client): Promise<Work[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and not relisshared and relpersistence = 'p' order by pg_relation_size(oid) desc`);
  return rows.map(({ name }) => workOn(`vacuum (analyze) ${name}`));
}

function workOn(text: string): Work {
  const run = async (lane: pg.Client) => void (await lane.query(text));
  return { name: text, behind: [], isLong: true, run };
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** The id of a card in the growing part of the catalogue, by its number from 1, calculated as the database does. */
export function cardId(number: number): string {
  const hash = createHash('md5').update(`more${number}`).digest('hex');
  const written = `${hash.slice(0, 12)}4${hash.slice(13, 16)}8${hash.slice(17)}`;
  return written.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
