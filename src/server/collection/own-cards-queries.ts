import type { OwnedCard } from '#domain/card-sale.ts';
import type { CardStatus, Finish, LockReason, Rarity, CardEvent } from '#domain/card.ts';
import type { ExpiredCard, LockedCard } from '#domain/expiry.ts';
import type { Cents } from '#domain/money.ts';
import { SELLBACK_RATE } from '#domain/sellback.ts';
import { SINGLE_PACK_NAME } from '#domain/single-words.ts';
import {
  RARITY_ORDER,
  type CardFilter,
  cardCondition,
  cardConditionValues,
} from '../catalogue/card-filters.ts';
import { inDrop, type PlaceInDrop } from '../drops/tickets-queries.ts';
import { IS_COVERED } from './covered-cards.ts';
import {
  batchedStatement,
  statement,
  together,
  withoutTableScans,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { narrow } from '../database/narrow.ts';
import { pageSizeOf } from '../database/page-of.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

export type CardItemRow = {
  id: string;
  card_id: string;
  name: string;
  rarity: Rarity;
  native_rarity: string;
  set_name: string;
  number: string;
  finish: Finish;
  condition: string;
  pack_name: string;
  /** The cost with tax of the pack from which the card came, or of the single, or null if it is unknown. */
  pack_cost: Cents | null;
  /** The price of a card that was bought as a single. Null if the card came out of a pack. */
  cost: Cents | null;
  market_value: Cents;
  exit_price: Cents | null;
  status: CardStatus;
  lock_reason: LockReason | null;
  opened_at: Date;
  left_at: Date | null;
  auto_convert_at: Date | null;
  opening_id: string;
  is_covered: boolean;
  remote: string | null;
  photograph: string | null;
};

export type CardSort = 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at';

// The time when a card left the collection, which is when it was sold or converted, or when its shipment was requested
// (choice 709).
const LEFT_AT = 'coalesce(p.exited_at, p.shipped_at)';

const SORT_COLUMN: Record<CardSort, string> = {
  opened_at: 'p.opened_at',
  left_at: LEFT_AT,
  name: 'lower(c.name)',
  rarity: RARITY_ORDER,
  price: 'c.market_value',
  auto_convert_at: 'p.auto_convert_at',
};

/**
 * SQL for the cost of a pack, which is the pack's share, by price, of its order's total. The costs of an order's packs
 * add up to the total (choice 205). The aliases must be: pack `k`, order `r`, the pack's order line `l`, and
 * PACKS_BEFORE as `b`.
 */
export const PACK_COST = `case when r.subtotal = 0 then 0 else
    round(r.total * (b.before + l.unit_price) / r.subtotal) - round(r.total * b.before / r.subtotal) end::bigint`;

/**
 * SQL for the id that the specification calls `packOpeningId`. A card from a pack `p` has the id of its opening `o`. A
 * card that was bought as a single has its own id, because its sale was of it alone.
 */
export const OPENING_OF_CARD = 'case when p.bought_as_id is null then o.id else p.id end';

/**
 * SQL for the name of the pack type `t` of a card `p`. A card that was bought as a single gets
 * SINGLE_PACK_NAME, because it came out of no pack of its owner.
 */
export const PACK_OF_CARD = `case when p.bought_as_id is null then t.name else '${SINGLE_PACK_NAME}' end`;

export const PACKS_BEFORE = `left join lateral (
    select coalesce(sum(x.unit_price), 0)::numeric as before from places q
    join order_lines x on x.order_id = q.reservation_id and x.pack_type_id = q.pack_type_id
    where q.reservation_id = r.id and q.id < k.id
  ) b on true`;

/**
 * SQL for the price of a single `p` with its share of the order's tax. A single that replaces a
 * lost card has no order, and counts at its own cost.
 */
const SINGLE_COST = `coalesce((
    select p.cost + round(y.tax * p.cost::numeric / nullif(y.subtotal - y.discount, 0))::bigint
    from order_singles x join orders y on y.id = x.order_id where x.new_card_id = p.id
  ), p.cost)`;

const CARD_ITEM = `p.id, p.card_id, c.name, c.rarity, c.native_rarity, s.name as set_name, c.number, c.finish, p.condition,
  ${PACK_OF_CARD} as pack_name,
  case when p.bought_as_id is null then ${PACK_COST} else ${SINGLE_COST} end as pack_cost,
  p.cost, c.market_value, p.exit_price, p.status, p.lock_reason, p.opened_at,
  ${LEFT_AT} as left_at, p.auto_convert_at, ${OPENING_OF_CARD} as opening_id,
  p.bought_as_id is null and exists (select from covered_openings v where v.opening_id = o.id) as is_covered, c.image_url as remote, f.picture as photograph`;

/** The tables from which the fields of a card item are read. */
const CARD_ITEM_FROM = `from physical_cards p
  join cards c on c.id = p.card_id
  join card_sets s on s.id = c.set_id
  join openings o on o.pack_id = p.pack_id
  join places k on k.pack_id = p.pack_id
  join pack_types t on t.id = k.pack_type_id
  left join orders r on r.id = k.reservation_id
  left join order_lines l on l.order_id = r.id and l.pack_type_id = k.pack_type_id
  ${PACKS_BEFORE}
  left join card_photographs f on f.pack_id = p.pack_id and f.position = p.position`;

/**
 * SQL for the credit value of a card `p` of the catalogue card `c` (`sellPrice`). `rate`: SQL for SELLBACK_RATE. `least`
 * ignores the cost of cards that came out of packs, which is null.
 */
function offerOf(rate: string): string {
  return `least(floor(c.market_value * ${rate}::numeric), floor(p.cost * ${rate}::numeric))`;
}

/** Says which cards of a user a list contains. */
export type OwnCards = {
  userId: string;
  statuses: CardStatus[] | null;
  packName: string | undefined;
  /**
   * Only cards that expire within this number of days, or that are overdue. If omitted, the time of expiry does not
   * matter.
   */
  withinDays?: number | undefined;
  /** Only cards of packs that the user has looked at. */
  isUncovered?: boolean;
  filter: CardFilter & { setId?: string | undefined };
};

/**
 * Lists a page of a user's cards, from packs and bought as singles, with those that have left. Also
 * returns totals over all pages (number, market value, and credit value or paid amount), and the
 * names of the packs from which the user's cards with these statuses came.
 */
export async function listCardItems(
  db: Database,
  list: OwnCards & {
    sortBy: CardSort;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{
  rows: CardItemRow[];
  total: number;
  totalValue: Cents;
  totalOffer: Cents;
  packNames: string[];
}> {
  const by = SORT_COLUMN[list.sortBy];
  const order = `${by} ${list.sortOrder}, p.opened_at desc, p.pack_id, p.position`;
  const { from, values } = fromOwnCards(list);
  const { from: valued } = fromOwnCards(list, WITH_CATALOGUE);
  const sorted = by.includes('c.') ? valued : from;
  const [rows, [count], names] = await together(db, (one) =>
    Promise.all([
      // Only the page's cards are joined to their origin and cost.
      statement<CardItemRow>(
        one,
        `select ${CARD_ITEM} ${CARD_ITEM_FROM} where p.id = any (array(
         select p.id ${sorted} order by ${order} limit ${pageSizeOf(list.limit)} offset $${values.length + 1}
       )) order by ${order}`,
        [...values, list.offset],
      ),
      statement<{ total: number; value: Cents; offer: Cents }>(
        one,
        `select count(*) as total, coalesce(sum(c.market_value), 0)::bigint as value,
           coalesce(sum(coalesce(p.exit_price, ${offerOf(`$${values.length + 1}`)})), 0)::bigint as offer ${valued}`,
        [...values, SELLBACK_RATE],
      ),
      // Reads one card of each pack, because all cards of a pack have the same pack name.
      statement<{ name: string }>(
        one,
        `select distinct t.name from openings o
         join places k on k.pack_id = o.pack_id
         join pack_types t on t.id = k.pack_type_id
         where o.user_id = $1 and exists (
           select from physical_cards p
           where p.pack_id = o.pack_id and p.bought_as_id is null and p.opened_by_id = $1
             and ($2::text[] is null or p.status = any ($2))
         )
         union all
         select '${SINGLE_PACK_NAME}' where exists (
           select from physical_cards p
           where p.opened_by_id = $1 and p.bought_as_id is not null and ($2::text[] is null or p.status = any ($2))
         )
         order by name`,
        [list.userId, list.statuses],
      ),
    ]),
  );
  return {
    rows: rows.slice(0, list.limit),
    total: count!.total,
    totalValue: count!.value,
    totalOffer: count!.offer,
    packNames: names.map((row) => row.name),
  };
}

/** Joins each card to its catalogue entry, which not every list needs. */
const WITH_CATALOGUE = { withCatalogue: true };

// The conditions on the cards are one fixed text, in which each filter may be unused. Separate texts for each
// combination of six optional filters would make hundreds of prepared statements per connection.
function fromOwnCards(
  { userId, statuses, packName, withinDays, isUncovered = false, filter }: OwnCards,
  { withCatalogue = false } = {},
): { from: string; values: unknown[] } {
  const { where, values } = narrow([
    { sql: 'p.opened_by_id = $?', value: userId },
    { sql: 'p.status = any ($?)', value: statuses },
    {
      sql: `/* its plans may differ: for a pack of which the user has no card, one plan ends sooner */ ${PACK_OF_CARD} = $?`,
      value: packName ?? null,
    },
    {
      sql: `p.auto_convert_at <= shop_now() + make_interval(days => $?) and p.status = 'available'`,
      value: withinDays ?? null,
    },
    { sql: 'c.set_id = $?', value: filter.setId ?? null },
    {
      sql: `not ${IS_COVERED}`,
      value: isUncovered || null,
    },
  ]);
  const likes = cardConditionValues(filter);
  const isLike = likes.some((value) => value !== null);
  const tables = [
    'physical_cards p',
    (withCatalogue || isLike || filter.setId !== undefined) && 'join cards c on c.id = p.card_id',
    isLike && 'join card_sets s on s.id = c.set_id',
    packName !== undefined &&
      'join places k on k.pack_id = p.pack_id join pack_types t on t.id = k.pack_type_id',
  ];
  const from = `from ${tables.filter(Boolean).join(' ')} where ${where}`;
  if (!isLike) return { from, values };
  return { from: `${from} and ${cardCondition(values.length + 1)}`, values: [...values, ...likes] };
}

/** Returns a card that a user has or had. */
export async function findCardItem(
  db: Database,
  userId: string,
  id: string,
): Promise<CardItemRow | null> {
  const [row] = await findCardItems(db, userId, [id]);
  return row ?? null;
}

/** Returns those of the given cards that a user has or had, in no particular order. */
export async function findCardItems(
  db: Database,
  userId: string,
  ids: string[],
): Promise<CardItemRow[]> {
  return statement<CardItemRow>(
    db,
    `select ${CARD_ITEM} ${CARD_ITEM_FROM} where p.id = any ($2::uuid[]) and p.opened_by_id = $1`,
    [userId, ids],
  );
}

export type CollectionSummaryRow = {
  total_cards: number;
  legendary: number;
  epic: number;
  rare: number;
  total_value: Cents;
  total_offer: Cents;
};

/**
 * SQL that summarizes a user's available and locked cards. `owner`: SQL for the user's id.
 * Parameter $2 must be `SELLBACK_RATE`.
 */
export function collectionSummaryOf(owner: string): string {
  return `select count(*) as total_cards,
       count(*) filter (where c.rarity = 'mythic') as legendary,
       count(*) filter (where c.rarity = 'uncommon') as epic,
       count(*) filter (where c.rarity = 'rare') as rare,
       coalesce(sum(c.market_value), 0)::bigint as total_value,
       coalesce(sum(${offerOf('$2')}) filter (where p.status = 'available'), 0)::bigint as total_offer
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = ${owner} and p.status in ('available', 'locked')`;
}

export async function summarizeCollection(
  db: Database,
  userId: string,
): Promise<CollectionSummaryRow> {
  const [row] = await statement<CollectionSummaryRow>(db, collectionSummaryOf('$1'), [
    userId,
    SELLBACK_RATE,
  ]);
  return row!;
}

export type CardEventRow = {
  type: CardEvent;
  at: Date;
  /** The day in UTC. */
  day: string;
  /** The paid amount of a purchase as a single, a sale or a conversion, or null for other events. */
  paid: Cents | null;
  /** The days until expiry in a reminder, or null for other events. */
  days_ahead: number | null;
};

/** The history of a user's own card, oldest first. */
export async function listCardEvents(
  db: Database,
  userId: string,
  id: string,
): Promise<CardEventRow[]> {
  return statement<CardEventRow>(
    db,
    `select e.type, e.at, to_char(e.at at time zone 'utc', 'YYYY-MM-DD') as day, e.paid, e.days_ahead
     from physical_cards p
     cross join lateral (
       values (case when p.bought_as_id is null then 'opened' else 'bought' end, p.opened_at, p.cost, null::smallint), (p.status, p.exited_at, p.exit_price, null),
         ('shipped', p.shipped_at, null, null), ('delivered', p.delivered_at, null, null)
       union all
       select 'reminded', r.reminded_at, null, r.days from card_reminders r where r.card_id = p.id
     ) as e (type, at, paid, days_ahead)
     where p.id = $2 and p.opened_by_id = $1 and e.at is not null
     order by e.at`,
    [userId, id],
  );
}

type OriginRow = { pack_id: string; in_drop: PlaceInDrop | null; shipment_id: string | null };

/** Returns the origin of a user's own card, and the parcel that contains or contained the card. */
export async function findOrigin(
  db: Database,
  userId: string,
  id: string,
): Promise<OriginRow | null> {
  const [row] = await statement<OriginRow>(
    db,
    `select p.pack_id, ${inDrop('p.pack_id')} as in_drop,
       coalesce(
         (select s.id from shipment_cards x join shipments s on s.id = x.shipment_id
          where x.card_id = p.id and x.is_live and s.requested_at is not null),
         (select l.shipment_id from card_losses l where l.card_id = p.id)) as shipment_id
     from physical_cards p where p.id = $2 and p.opened_by_id = $1`,
    [userId, id],
  );
  return row ?? null;
}

type Owned = { userId: string; cardIds: string[] };

/**
 * SQL that returns, for each user, those of the given cards that this user has or had, in the order
 * of the cards' ids.
 */
const OWNED = `select w.at, p.id, c.name, ${OPENING_OF_CARD} as opening_id, p.status, p.cost, c.market_value
     from (select * from unnest($1::int[], $2::uuid[], $3::uuid[]) as w (at, user_id, id) order by id) w
     cross join lateral (select * from physical_cards p where p.id = w.id and p.opened_by_id = w.user_id limit 1) p
     cross join lateral (select name, market_value from cards where id = p.card_id limit 1) c
     cross join lateral (select id from openings where pack_id = p.pack_id limit 1) o`;

function valuesOfOwned(asked: Owned[]): unknown[] {
  const cards = asked.flatMap(({ userId, cardIds }, at) =>
    cardIds.map((id) => [at + 1, userId, id]),
  );
  return inColumns(cards, 3);
}

const OWNED_CARDS: BatchedStatement<Owned> = { text: OWNED, valuesOf: valuesOfOwned };

const LOCKED_CARDS: BatchedStatement<Owned> = {
  text: `${OWNED} for update of p`,
  valuesOf: valuesOfOwned,
};

/**
 * Locks those of the given cards that a user has or had, in the order of their ids, so that two
 * sales of the same cards can't deadlock. Ids of other cards are left out of the result.
 */
export async function lockOwnedCards(
  db: Transaction,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return withoutTableScans(db, () => readOwnedCards(db, LOCKED_CARDS, { userId, cardIds }));
}

/** Like `lockOwnedCards`, but without locking. */
export async function listOwnedCards(
  db: Database,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return readOwnedCards(db, OWNED_CARDS, { userId, cardIds });
}

async function readOwnedCards(
  db: Database,
  shared: BatchedStatement<Owned>,
  owned: Owned,
): Promise<OwnedCard[]> {
  const rows = await batchedStatement<
    {
      id: string;
      name: string;
      opening_id: string;
      status: CardStatus;
      market_value: Cents;
      cost: Cents | null;
    },
    Owned
  >(db, shared, owned);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    openingId: row.opening_id,
    status: row.status,
    marketValue: row.market_value,
    cost: row.cost,
  }));
}

/** The owners of any of the given cards, in the order in which accounts are locked. */
export async function listOwnersOfCards(db: Database, cardIds: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select distinct opened_by_id as id from physical_cards where id = any ($1::uuid[]) order by id`,
    [cardIds],
  );
  return rows.map((row) => row.id);
}

/**
 * Locks those of the given cards that any user has or had, in the order of their ids. Unknown ids
 * are left out of the result.
 */
export async function lockCardsOfAnybody(
  db: Transaction,
  cardIds: string[],
): Promise<LockedCard[]> {
  const rows = await statement<{
    id: string;
    name: string;
    market_value: Cents;
    opened_by_id: string;
    status: CardStatus;
    lock_reason: LockReason | null;
  }>(
    db,
    `select p.id, c.name, c.market_value, p.opened_by_id, p.status, p.lock_reason
     from physical_cards p join cards c on c.id = p.card_id
     where p.id = any ($1::uuid[])
     order by p.id
     for update of p`,
    [cardIds],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    marketValue: row.market_value,
    ownerId: row.opened_by_id,
    status: row.status,
    lockReason: row.lock_reason,
  }));
}

/** A user's expired, locked cards, most valuable first. */
export async function listExpiredCards(db: Database, userId: string): Promise<ExpiredCard[]> {
  return statement<ExpiredCard>(
    db,
    `select p.id, c.name, c.market_value as "marketValue" from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and p.status = 'locked' and p.lock_reason = 'expired'
     order by c.market_value desc, p.id`,
    [userId],
  );
}
