import type { OwnedCard } from '#domain/card-sale.ts';
import type { CardEvent, CardStatus, Finish, LockReason, Rarity } from '#domain/card.ts';
import type { ExpiredCard, ExpiringCard, LockedCard } from '#domain/expiry.ts';
import { toCents, type Cents } from '#domain/money.ts';
import { SELLBACK_RATE, type ReminderDays } from '#domain/sellback.ts';
import {
  cardCondition,
  cardConditionValues,
  RARITY_ORDER,
  type CardFilter,
} from '../catalogue/card-filters.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';
import { narrow, type Narrowed } from '../database/narrow.ts';

export type CardItemRow = {
  id: string;
  card_id: string;
  name: string;
  rarity: Rarity;
  native_rarity: string;
  set_name: string;
  finish: Finish;
  condition: string;
  pack_name: string;
  market_value: number;
  exit_price: number | null;
  status: CardStatus;
  lock_reason: LockReason | null;
  opened_at: Date;
  auto_convert_at: Date | null;
  opening_id: string;
};

export type CardSort = 'opened_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at';

const SORT_COLUMN: Record<CardSort, string> = {
  opened_at: 'p.opened_at',
  name: 'lower(c.name)',
  rarity: RARITY_ORDER,
  price: 'c.market_value',
  auto_convert_at: 'p.auto_convert_at',
};

const CARD_ITEM = `p.id, p.card_id, c.name, c.rarity, c.native_rarity, s.name as set_name, c.finish, p.condition,
  t.name as pack_name, c.market_value, p.exit_price, p.status, p.lock_reason, p.opened_at,
  p.auto_convert_at, o.id as opening_id`;

const CARD_ITEM_TABLES = `physical_cards p
  join cards c on c.id = p.card_id
  join card_sets s on s.id = c.set_id
  join openings o on o.pack_id = p.pack_id
  join physical_packs k on k.id = p.pack_id
  join pack_types t on t.id = k.pack_type_id`;

/** Which of a user's cards a list is about. */
export type OwnCards = {
  userId: string;
  statuses: CardStatus[] | null;
  packName: string | undefined;
  /** Only cards that convert within so many days, or should have by now. Left out: all. */
  withinDays?: number;
  filter: CardFilter;
};

/**
 * A page of the cards that a user opened, how many there are in all and what those would bring now, and
 * the names of the packs that the cards of these statuses came in.
 */
export async function listCardItems(
  db: Database,
  list: OwnCards & {
    sortBy: CardSort;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: CardItemRow[]; total: number; totalOffer: Cents; packNames: string[] }> {
  const direction = list.sortOrder;
  const { where, values } = narrowed(list);
  const from = `from ${CARD_ITEM_TABLES} where ${where}`;
  const at = values.length;
  const [rows, [count], names] = await Promise.all([
    statement<CardItemRow>(
      db,
      `select ${CARD_ITEM} ${from}
       order by ${SORT_COLUMN[list.sortBy]} ${direction}, p.opened_at desc, p.pack_id, p.position
       limit $${at + 1} offset $${at + 2}`,
      [...values, list.limit, list.offset],
    ),
    statement<{ total: number; offer: number }>(
      db,
      `select count(*) as total, coalesce(sum(floor(c.market_value * $${at + 1}::numeric)), 0)::bigint as offer ${from}`,
      [...values, SELLBACK_RATE],
    ),
    statement<{ name: string }>(
      db,
      `select distinct t.name from physical_cards p
       join physical_packs k on k.id = p.pack_id
       join pack_types t on t.id = k.pack_type_id
       where p.opened_by_id = $1 and ($2::text[] is null or p.status = any ($2))
       order by t.name`,
      [list.userId, list.statuses],
    ),
  ]);
  return {
    rows,
    total: count!.total,
    totalOffer: toCents(count!.offer),
    packNames: names.map((row) => row.name),
  };
}

// What cards themselves are like stays one text, asked or not: by six filters more, a statement for each
// combination would be hundreds for every connection to keep.
function narrowed({ userId, statuses, packName, withinDays, filter }: OwnCards): Narrowed {
  const whose = narrow([
    { sql: 'p.opened_by_id = $?', value: userId },
    { sql: 'p.status = any ($?)', value: statuses },
    { sql: 't.name = $?', value: packName ?? null },
    {
      sql: 'p.auto_convert_at <= shop_now() + make_interval(days => $?)',
      value: withinDays ?? null,
    },
  ]);
  const likes = cardConditionValues(filter);
  if (likes.every((value) => value === null)) return whose;
  return {
    where: `${whose.where} and ${cardCondition(whose.values.length + 1)}`,
    values: [...whose.values, ...likes],
  };
}

/** A card that a user opened, or null. */
export async function findCardItem(
  db: Database,
  userId: string,
  id: string,
): Promise<CardItemRow | null> {
  const [row] = await statement<CardItemRow>(
    db,
    `select ${CARD_ITEM} from ${CARD_ITEM_TABLES} where p.id = $2 and p.opened_by_id = $1`,
    [userId, id],
  );
  return row ?? null;
}

export type CollectionSummaryRow = {
  total_cards: number;
  legendary: number;
  epic: number;
  rare: number;
  total_value: number;
};

/** A summary of the cards that a user has: available or locked ones. */
export async function summarizeCollection(
  db: Database,
  userId: string,
): Promise<CollectionSummaryRow> {
  const [row] = await statement<CollectionSummaryRow>(
    db,
    `select count(*) as total_cards,
       count(*) filter (where c.rarity = 'mythic') as legendary,
       count(*) filter (where c.rarity = 'uncommon') as epic,
       count(*) filter (where c.rarity = 'rare') as rare,
       coalesce(sum(c.market_value), 0)::bigint as total_value
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and p.status in ('available', 'locked')`,
    [userId],
  );
  return row!;
}

/** What happened to a user's own card, oldest first. */
export async function listCardEvents(
  db: Database,
  userId: string,
  id: string,
): Promise<{ type: CardEvent; at: Date }[]> {
  return statement<{ type: CardEvent; at: Date }>(
    db,
    `select e.type, e.at from physical_cards p
     cross join lateral (values ('opened', p.opened_at), (p.status, p.exited_at),
       ('shipped', p.shipped_at), ('delivered', p.delivered_at)) as e (type, at)
     where p.id = $2 and p.opened_by_id = $1 and e.at is not null
     order by e.at`,
    [userId, id],
  );
}

const OWNED_CARDS = `select p.id, c.name, o.id as opening_id, p.status, c.market_value
     from physical_cards p
     join cards c on c.id = p.card_id
     join openings o on o.pack_id = p.pack_id
     where p.id = any ($1::uuid[]) and p.opened_by_id = $2
     order by p.id`;

/**
 * Locks cards that a user opened, in the order of their ids, so that two sales of the same cards can't
 * wait for each other. Ids of anything else are left out.
 */
export async function lockOwnedCards(
  db: Transaction,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return readOwnedCards(db, `${OWNED_CARDS} for update of p`, userId, cardIds);
}

/** The same as they are at this moment, without a lock. */
export async function listOwnedCards(
  db: Database,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return readOwnedCards(db, OWNED_CARDS, userId, cardIds);
}

async function readOwnedCards(
  db: Database,
  text: string,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  const rows = await statement<{
    id: string;
    name: string;
    opening_id: string;
    status: CardStatus;
    market_value: number;
  }>(db, text, [cardIds, userId]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    openingId: row.opening_id,
    status: row.status,
    marketValue: toCents(row.market_value),
  }));
}

/** Users with cards that a job is to see to, and how many: who has waited longest comes first. */
export type CardsOfUser = { userId: string; cards: number };

/** Users with available cards whose time is over, by the database's clock. */
export async function listUsersWithExpired(db: Database, limit: number): Promise<CardsOfUser[]> {
  return statement<CardsOfUser>(
    db,
    `select opened_by_id as "userId", count(*) as cards from physical_cards
     where status = 'available' and auto_convert_at <= shop_now()
     group by opened_by_id order by min(auto_convert_at), opened_by_id limit $1`,
    [limit],
  );
}

/**
 * Locks a user's available cards whose time is over, in the order of their ids. Cards that somebody is at
 * this moment selling or shipping are passed over: either they go, or the next run finds them.
 */
export async function lockExpiredCards(
  db: Transaction,
  userId: string,
  limit: number,
): Promise<ExpiredCard[]> {
  const rows = await statement<{ id: string; name: string; market_value: number }>(
    db,
    `select p.id, c.name, c.market_value from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and p.status = 'available' and p.auto_convert_at <= shop_now()
     order by p.id limit $2
     for update of p skip locked`,
    [userId, limit],
  );
  return rows.map(({ id, name, market_value }) => ({
    id,
    name,
    marketValue: toCents(market_value),
  }));
}

export type ExpiryWishes = { converts: boolean; shipThreshold: Cents | null };

/** What a user chose for cards whose time ends: whether they convert, and which they'd rather ship. */
export async function findExpiryWishes(db: Database, userId: string): Promise<ExpiryWishes> {
  const [row] = await statement<{ converts: boolean; auto_ship_threshold: number | null }>(
    db,
    `select (preferences->>'autoConvertExpiredCards')::boolean as converts, auto_ship_threshold
     from users where id = $1`,
    [userId],
  );
  const threshold = row!.auto_ship_threshold;
  return {
    converts: row!.converts,
    shipThreshold: threshold === null ? null : toCents(threshold),
  };
}

// A card is reminded of once at each of two stages; one that comes late to the first is told of the second
// only. $1 and $2: the days of the two.
const TO_REMIND = `p.status = 'available' and p.auto_convert_at > shop_now()
  and p.auto_convert_at <= shop_now() + make_interval(days => $1)
  and (p.reminded_days is null
    or (p.reminded_days > $2 and p.auto_convert_at <= shop_now() + make_interval(days => $2)))`;

/** Users with available cards whose end is near and was not told at this stage. */
export async function listUsersToRemind(
  db: Database,
  [first, last]: readonly [ReminderDays, ReminderDays],
  limit: number,
): Promise<CardsOfUser[]> {
  return statement<CardsOfUser>(
    db,
    `select p.opened_by_id as "userId", count(*) as cards from physical_cards p where ${TO_REMIND}
     group by 1 order by min(p.auto_convert_at), 1 limit $3`,
    [first, last, limit],
  );
}

/** Locks those cards of a user; cards that somebody is just selling or shipping are passed over. */
export async function lockCardsToRemind(
  db: Transaction,
  userId: string,
  [first, last]: readonly [ReminderDays, ReminderDays],
  limit: number,
): Promise<(ExpiringCard & { stage: ReminderDays })[]> {
  const rows = await statement<{
    id: string;
    name: string;
    market_value: number;
    auto_convert_at: Date;
    is_last: boolean;
  }>(
    db,
    `select p.id, c.name, c.market_value, p.auto_convert_at,
       p.auto_convert_at <= shop_now() + make_interval(days => $2) as is_last
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $3 and ${TO_REMIND}
     order by p.id limit $4
     for update of p skip locked`,
    [first, last, userId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    marketValue: toCents(row.market_value),
    convertsAt: row.auto_convert_at,
    stage: row.is_last ? last : first,
  }));
}

/** Who opened any of some cards, in the order in which their accounts are locked. */
export async function listOwnersOfCards(db: Database, cardIds: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select distinct opened_by_id as id from physical_cards where id = any ($1::uuid[]) order by id`,
    [cardIds],
  );
  return rows.map((row) => row.id);
}

/** Locks opened cards of anybody, in the order of their ids. Ids of anything else are left out. */
export async function lockCardsOfAnybody(
  db: Transaction,
  cardIds: string[],
): Promise<LockedCard[]> {
  const rows = await statement<{
    id: string;
    name: string;
    market_value: number;
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
    marketValue: toCents(row.market_value),
    ownerId: row.opened_by_id,
    status: row.status,
    lockReason: row.lock_reason,
  }));
}
