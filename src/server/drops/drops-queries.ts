import type { DropState } from '#domain/drop.ts';
import type { Rarity } from '#domain/card.ts';
import { pageOf } from '../database/page-of.ts';
import { IS_PUBLIC_DROP, type PackTypeRow } from '../catalogue/pack-types-queries.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import { statement, withoutTimeLimit, type Database, type Transaction } from '#engine/database.ts';

export type DropRow = {
  id: string;
  pack_type_id: string;
  pack_type_name: string;
  number: number | null;
  state: DropState;
  chain: string;
  opens_at: Date;
  closes_by: Date;
  staff_may_buy: boolean;
  opens_itself: boolean;
  /** The time at which the shop publishes this draft automatically. Null if an operator publishes it. */
  publishes_at: Date | null;
  carries_to: string | null;
  manifest: string | null;
  /** The hash of the manifest, in hex. */
  hash: string | null;
  created_at: Date;
  closed_at: Date | null;
  packs: number;
  left: number;
  sold: number;
  opened: number;
  withdrawn: number;
  is_ordered: boolean;
};

/** SQL for the log that contains a published drop's manifest. */
const LOG_OF = (drop: string) => `${drop}.manifest::jsonb->>'shop'`;
const LOG_IN_FORCE = '(select origin from logs order by number desc limit 1)';

const IS_ORDERED =
  'exists (select from drop_leaves l where l.drop_id = d.id and l.place is not null)';

// `packs` includes packs that were carried over to a later drop. The query finds the packs of a
// drop in two ways, and each way has an index.
const DROP = `select d.id, d.pack_type_id, n.name as pack_type_name, d.number, d.state, d.chain, d.opens_at, d.closes_by, d.staff_may_buy,
    d.opens_itself, d.publishes_at, d.carries_to, d.manifest,
    encode(d.hash, 'hex') as hash, d.created_at, d.closed_at, k.*,
    ${IS_ORDERED} as is_ordered
  from drops d join pack_types n on n.id = d.pack_type_id cross join lateral (
    select (count(*) + (
        select count(*) from drop_leaves l join places p on p.pack_id = l.pack_id
        where l.drop_id = d.id and d.carries_to is not null and p.drop_id is distinct from d.id))::int as packs,
      count(*) filter (where p.state in ('available', 'waiting', 'reserved'))::int as left,
      count(*) filter (where p.state in ('sold', 'disputed', 'opened'))::int as sold,
      count(*) filter (where p.state = 'opened')::int as opened,
      count(*) filter (where p.state = 'withdrawn')::int as withdrawn
    from places p where p.drop_id = d.id
  ) k`;

export async function findDrop(db: Database, id: string): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(db, `${DROP} where d.id = $1`, [id]);
  return row ?? null;
}

export async function findDropByHash(db: Database, hash: string): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(db, `${DROP} where d.hash = decode($1, 'hex')`, [hash]);
  return row ?? null;
}

/**
 * Lists the published drops of a type, newest first. A draft that the shop will publish
 * automatically comes before them.
 */
export async function listDropsOfType(db: Database, packTypeId: string): Promise<DropRow[]> {
  return statement(
    db,
    `${DROP} where d.pack_type_id = $1 and ${IS_PUBLIC_DROP}
     order by d.number desc nulls first limit 200`,
    [packTypeId],
  );
}

/** The fields of a drop that feeds show. */
export type DropTime = Pick<
  DropRow,
  'id' | 'pack_type_id' | 'pack_type_name' | 'number' | 'state' | 'hash' | 'manifest' | 'opens_at'
>;

/** Lists the newest drops of all types by the time at which they open, without those that ended before it. */
export async function listDropTimes(db: Database, limit: number): Promise<DropTime[]> {
  return statement(
    db,
    `select d.id, d.pack_type_id, n.name as pack_type_name, d.number, d.state, encode(d.hash, 'hex') as hash, d.manifest, d.opens_at
     from drops d join pack_types n on n.id = d.pack_type_id
     where ${IS_PUBLIC_DROP} and d.state <> 'given_up' and (d.closed_at is null or d.closed_at > d.opens_at)
     order by d.opens_at desc, d.id limit $1`,
    [limit],
  );
}

/** Returns the drop that opens next, or else the one that opened last and is on sale. Null if there is neither. */
export async function findNextDrop(db: Database): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(
    db,
    `${DROP} where d.id = (
       select d.id from drops d where ${IS_PUBLIC_DROP} and d.state in ('draft', 'published', 'open')
       order by d.state = 'open', case when d.state = 'open' then null else d.opens_at end, d.opens_at desc, d.id limit 1)`,
    [],
  );
  return row ?? null;
}

export async function listDropPage(
  db: Database,
  { packTypeId, state }: { packTypeId: string | null; state: DropState | null },
  limit: number,
  offset: number,
): Promise<{ rows: DropRow[]; total: number }> {
  const where =
    'where ($1::text is null or d.pack_type_id = $1) and ($2::text is null or d.state = $2)';
  const from = `from drops d ${where}`;
  const page = (part: string) => `${DROP} ${where} order by d.created_at desc, d.id ${part}`;
  return pageOf(db, { from, values: [packTypeId, state], page }, limit, offset);
}

/** A drop that has pending work, is on sale, or will be on sale. */
export type LivingDrop = Pick<
  DropRow,
  'id' | 'pack_type_id' | 'state' | 'chain' | 'hash' | 'is_ordered'
> & {
  /** Whether the drop is a draft whose time has come to be published automatically. */
  is_publishing: boolean;
  /** Whether the drop opens automatically and its time has come. It then waits only for its order. */
  is_opening: boolean;
  /** Whether the drop's last day is over. */
  is_overdue: boolean;
  /** The manifest of a drop that has no order yet. Null for all other drops. */
  manifest: string | null;
  has_loose: boolean;
  has_unsealed: boolean;
  has_given_back: boolean;
  has_withdrawn: boolean;
};

const IS_PUBLISHING = `coalesce(d.state = 'draft' and d.publishes_at <= shop_now(), false)`;
/** This condition uses the database's clock, like the statement that opens a drop. */
const IS_OPENING = `(d.state = 'published' and d.opens_itself and d.opens_at <= shop_now() and shop_now() < d.closes_by)`;

/**
 * Lists the drops that may have pending work. Counts no rows, because each process runs this every
 * second. For a drop without pending work, reads no ticket and at most one pack.
 */
export async function listLivingDrops(db: Database): Promise<LivingDrop[]> {
  return statement(
    db,
    `select d.id, d.pack_type_id, d.state, d.chain, encode(d.hash, 'hex') as hash, ${IS_PUBLISHING} as is_publishing, ${IS_OPENING} as is_opening,
       d.state in ('published', 'open', 'paused') and d.closes_by <= shop_now() as is_overdue, o.is_ordered, case when not o.is_ordered then d.manifest end as manifest, t.has_unsealed, t.has_given_back,
       -- The limits make Postgres look up the packs of each drop. Without them, it may read the packs of all drops that ever were.
       d.state = 'open' and (
         select true from places p where p.pack_type_id = d.pack_type_id and p.state = 'available' and p.rank < 1
           and p.drop_id is null limit 1) is not null as has_loose,
       (
         select true from places p join drop_leaves l on l.pack_id = p.pack_id and l.drop_id = p.drop_id
         where p.state = 'withdrawn' and p.drop_id = d.id and l.shown_in is null limit 1) is not null as has_withdrawn
     from drops d cross join lateral (
       select ${IS_ORDERED} as is_ordered
     ) o cross join lateral (
       select exists (select from tickets t where t.drop_id = d.id and t.sealed_in is null) as has_unsealed,
         exists (select from tickets t
           where t.drop_id = d.id and t.given_back_at is not null and t.void_in is null) as has_given_back
     ) t
     where d.state in ('published', 'open', 'paused') or ${IS_PUBLISHING}
       or d.hash is not null and d.state <> 'given_up' and (t.has_unsealed or t.has_given_back) and ${LOG_OF('d')} = ${LOG_IN_FORCE}
     order by d.created_at`,
    [],
  );
}

/**
 * Runs a step that writes every pack of a drop, without the time limit of a request's statement. On
 * a slow or busy machine, writing 9,000 packs may exceed that limit.
 */
async function onAllPacks(db: Transaction, step: string, values: unknown[]): Promise<void> {
  await withoutTimeLimit(db, () => statement(db, step, values, { writes: true }));
}

/** Takes loose packs into a draft. If there are fewer than twenty packs, throws the database's error. */
export async function insertDraft(
  db: Transaction,
  draft: {
    id: string;
    packTypeId: string;
    most: number | null;
    chain: string;
    opensAt: Date;
    closesBy: Date;
    staffMayBuy: boolean;
    receivedFrom: Date | null;
    receivedTo: Date | null;
  },
): Promise<void> {
  const { id, packTypeId, most, chain, opensAt, closesBy, staffMayBuy } = draft;
  await onAllPacks(db, 'select draft_drop($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    id,
    packTypeId,
    most,
    chain,
    opensAt,
    closesBy,
    staffMayBuy,
    draft.receivedFrom,
    draft.receivedTo,
  ]);
}

/** The terms of a draft. They may change until the draft is published. */
export type DropTerms = {
  opensAt: Date;
  closesBy: Date;
  staffMayBuy: boolean;
  opensItself: boolean;
};

export async function decideDrop(
  db: Transaction,
  id: string,
  { opensAt, closesBy, staffMayBuy, opensItself }: DropTerms,
): Promise<void> {
  await statement(
    db,
    'select decide_drop($1, $2, $3, $4, $5)',
    [id, opensAt, closesBy, staffMayBuy, opensItself],
    { writes: true },
  );
}

/** Sets the time at which the shop publishes a draft automatically. Null if an operator publishes it. */
export async function announceAt(
  db: Transaction,
  id: string,
  publishesAt: Date | null,
): Promise<void> {
  await statement(db, 'select announce_drop($1, $2)', [id, publishesAt], { writes: true });
}

/**
 * Finds a type's drop in one of these states. A type has at most one draft, and at most one
 * published drop that is not over.
 */
export async function findDropIn(
  db: Database,
  packTypeId: string,
  states: readonly DropState[],
): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(
    db,
    `${DROP} where d.pack_type_id = $1 and d.state = any ($2)`,
    [packTypeId, states],
  );
  return row ?? null;
}

/** Maximum number of listed intakes. Nobody scrolls through more. */
const INTAKES_SHOWN = 100;

/**
 * Lists the loose packs of a type by intake, newest intake first. Lists the last INTAKES_SHOWN
 * intakes; `in_all` is the number of all loose packs.
 */
export async function listLooseIntakes(
  db: Database,
  packTypeId: string,
): Promise<{ from: Date; to: Date; packs: number; in_all: number }[]> {
  return statement(
    db,
    `select min(received_at) as from, max(received_at) as to, sum(packs)::int as packs, (sum(sum(packs)) over ())::int as in_all from (
       select received_at, packs, count(*) filter (where is_apart) over (order by received_at) as intake from (
         select received_at, count(*) as packs,
           received_at - lag(received_at) over (order by received_at) > interval '10 minutes' as is_apart
         from places where pack_type_id = $1 and drop_id is null and state in ('available', 'waiting')
         group by received_at
       ) p
     ) p group by intake order by 1 desc limit ${INTAKES_SHOWN}`,
    [packTypeId],
  );
}

/**
 * Computes the statistics that buyers will see for a draft's packs together with the packs left
 * from the drop `succeeds`.
 */
export async function findDraftFacts(
  db: Database,
  id: string,
  succeeds: string | null,
): Promise<Pick<PackTypeRow, 'facts' | 'hits' | 'prices_as_of'>> {
  const [row] = await statement<Pick<PackTypeRow, 'facts' | 'hits' | 'prices_as_of'>>(
    db,
    `select (select to_jsonb(f) || jsonb_build_object('drop', '') from facts_of_draft($1, $2) f) as facts, h.*
     from (
       select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'rarity', c.rarity,
           'market_value', c.market_value, 'remote', c.image_url, 'packs', h.packs)
           order by c.market_value desc, c.name, c.id), '[]') as hits,
         max(c.priced_on)::timestamp at time zone 'utc' as prices_as_of
       from hits_of_draft($1, $2) h join cards c on c.id = h.card_id
     ) h`,
    [id, succeeds],
  );
  return row!;
}

/**
 * Counts the packs that prevent a drop from closing now. These are packs whose ticket still needs a
 * log entry, and packs that a buyer is paying for.
 */
export async function countUnpaid(
  db: Database,
  id: string,
): Promise<{ unsealed: number; being_paid: number }> {
  const [row] = await statement<{ unsealed: number; being_paid: number }>(
    db,
    `select (select count(*)::int from tickets
         where drop_id = $1 and (sealed_in is null or given_back_at is not null and void_in is null)) as unsealed,
       (select count(*)::int from places where drop_id = $1 and state = 'reserved') as being_paid`,
    [id],
  );
  return row!;
}

export async function discardDraft(db: Transaction, id: string): Promise<void> {
  await onAllPacks(db, 'select discard_drop($1)', [id]);
}

export async function listOdds(
  db: Database,
  id: string,
): Promise<{ rarity: Rarity; packs: number }[]> {
  return statement(db, 'select rarity, packs from odds_of_drop($1)', [id]);
}

/**
 * Finds the number and the price for a draft's manifest. The drops of a type are numbered within
 * the current log. Locks the type, so that its price holds until the drop is published. The caller
 * must have locked the log first (choice 1009).
 */
export async function lockTermsOfManifest(
  db: Transaction,
  id: string,
): Promise<{ number: number; carried: number; price: number }> {
  const [row] = await statement<{ number: number; carried: number; price: number }>(
    db,
    `select (
         select coalesce(max(e.number), 0) + 1 from drops e where e.pack_type_id = d.pack_type_id and ${LOG_OF('e')} = ${LOG_IN_FORCE}
       ) as number, t.price,
       (select count(*)::int from places p where p.drop_id = d.id and exists (
         select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = p.pack_id and e.carries_to = d.id)) as carried
     from drops d join pack_types t on t.id = d.pack_type_id where d.id = $1 for share of t`,
    [id],
  );
  return row!;
}

export async function storeManifest(db: Transaction, id: string, manifest: string): Promise<void> {
  await statement(db, 'select publish_drop($1, $2)', [id, manifest], { writes: true });
  await publishMoved(db, [id], 'drop.published');
}

export async function orderPacks(db: Transaction, id: string): Promise<void> {
  await onAllPacks(db, 'select order_drop($1)', [id]);
}

export async function moveDrop(
  db: Transaction,
  id: string,
  to: 'open' | 'paused' | 'closed',
  carriesTo: string | null = null,
): Promise<void> {
  await onAllPacks(db, 'select move_drop($1, $2, $3)', [id, to, carriesTo]);
  const type = ({ open: 'drop.opened', paused: 'drop.paused', closed: 'drop.closed' } as const)[to];
  await publishMoved(db, [id], type);
}

/** Publishes that drops made a step. */
async function publishMoved(
  db: Transaction,
  ids: string[],
  type: 'drop.published' | 'drop.opened' | 'drop.paused' | 'drop.closed',
): Promise<void> {
  const drops = await statement<{ dropId: string; packTypeId: string; number: number | null }>(
    db,
    'select id as "dropId", pack_type_id as "packTypeId", number from drops where id = any ($1::uuid[]) order by id',
    [ids],
  );
  publishEvents(db, ...drops.map((data) => ({ type, data })));
}

/** Returns those of the given types that have enough loose packs and never had a drop. */
export async function listTypesWithoutDrop(db: Database, packTypeIds: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select t.id from pack_types t where t.id = any ($1) and not exists (select from drops d where d.pack_type_id = t.id)
       and (select count(*) from places p
         where p.pack_type_id = t.id and p.drop_id is null and p.state in ('available', 'waiting')) >= 20
     order by t.id`,
    [packTypeIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether a drop must open automatically now. It must if its time has come, it has an order, and no
 * operator has changed its state.
 */
export async function isDueToOpen(db: Database, id: string): Promise<boolean> {
  const rows = await statement(
    db,
    `select from drops d where d.id = $1 and ${IS_OPENING} and ${IS_ORDERED}`,
    [id],
  );
  return rows.length > 0;
}

/** Takes loose packs off sale if they came back while a drop of their type was on sale. */
export async function takeLooseOffSale(db: Transaction, packTypeId: string): Promise<void> {
  await statement(db, 'select keep_loose_waiting($1)', [packTypeId], { writes: true });
}

/**
 * Lists the closed drops of the current log whose newest contents entry leaves out unopened packs,
 * with the number of these packs.
 */
export async function listClosedWithUnopened(
  db: Database,
): Promise<{ id: string; hash: string; unopened: number }[]> {
  return statement(
    db,
    `select d.id, encode(d.hash, 'hex') as hash, jsonb_array_length(e.data::jsonb->'unopened') as unopened
     from drops d cross join lateral (
       select data from log_entries where manifest = d.hash and kind = 'contents' and log = (select max(number) from logs)
       order by index desc limit 1
     ) e
     where d.state = 'closed' and e.data::jsonb->'unopened' <> '[]' order by d.closed_at`,
    [],
  );
}

/**
 * Counts the published drops of a type that never sold a pack, except the drop `but`. `not_over`
 * counts those of them that may still sell.
 */
export async function countDropsWithoutSale(
  db: Database,
  packTypeId: string,
  but: string,
): Promise<{ all: number; not_over: number }> {
  const [row] = await statement<{ all: number; not_over: number }>(
    db,
    `select count(*)::int as all, count(*) filter (where d.state in ('published', 'open', 'paused'))::int as not_over
     from drops d where d.pack_type_id = $1 and d.id <> $2 and d.hash is not null
       and not exists (select from tickets t where t.drop_id = d.id)`,
    [packTypeId, but],
  );
  return row!;
}

/**
 * Returns those of the given types that a user may not buy, because the user is staff and the drop
 * on sale excludes staff.
 */
export async function listClosedToStaff(
  db: Database,
  userId: string,
  packTypeIds: string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select d.pack_type_id as id from drops d join users u on u.id = $1
     where u.role <> 'user' and d.pack_type_id = any ($2) and d.state = 'open' and not d.staff_may_buy`,
    [userId, packTypeIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Ends every drop whose log can't be continued. Its unsold packs become loose again, without an
 * entry in the log.
 */
export async function giveUpDrops(db: Transaction): Promise<void> {
  const ended = await statement<{ id: string }>(
    db,
    `select id from drops where state in ('published', 'open', 'paused')`,
    [],
  );
  await onAllPacks(db, 'select give_up_drops()', []);
  await publishMoved(
    db,
    ended.map(({ id }) => id),
    'drop.closed',
  );
}
