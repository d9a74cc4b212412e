import type { OwnedCard } from '#domain/card-sale.ts';
import type { CardEvent, CardStatus, Finish, LockReason, Rarity } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';
import {
  cardCondition,
  cardConditionValues,
  RARITY_ORDER,
  type CardFilter,
} from '../catalogue/card-filters.ts';
import { statement, type Database } from '../database/database.ts';

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

export type CardSort = 'opened_at' | 'name' | 'rarity' | 'price';

const SORT_COLUMN: Record<CardSort, string> = {
  opened_at: 'p.opened_at',
  name: 'lower(c.name)',
  rarity: RARITY_ORDER,
  price: 'c.market_value',
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
  filter: CardFilter;
};

/**
 * A page of the cards that a user opened, how many there are in all, and the names of the packs that
 * the cards of these statuses came in.
 */
export async function listCardItems(
  db: Database,
  list: OwnCards & {
    sortBy: CardSort;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: CardItemRow[]; total: number; packNames: string[] }> {
  const direction = list.sortOrder;
  const from = `from ${CARD_ITEM_TABLES}
     where p.opened_by_id = $1 and ($2::text[] is null or p.status = any ($2))
       and ($3::text is null or t.name = $3) and ${cardCondition(4)}`;
  const values = [
    list.userId,
    list.statuses,
    list.packName ?? null,
    ...cardConditionValues(list.filter),
  ];
  const [rows, [count], names] = await Promise.all([
    statement<CardItemRow>(
      db,
      `list_card_items_${list.sortBy}_${direction}`,
      // The place in the pack and the id make the order total: a page never repeats a card.
      `select ${CARD_ITEM} ${from}
       order by ${SORT_COLUMN[list.sortBy]} ${direction}, p.opened_at desc, p.pack_id, p.position
       limit $10 offset $11`,
      [...values, list.limit, list.offset],
    ),
    statement<{ total: number }>(
      db,
      'count_card_items',
      `select count(*) as total ${from}`,
      values,
    ),
    statement<{ name: string }>(
      db,
      'list_pack_names_of_cards',
      `select distinct t.name from physical_cards p
       join physical_packs k on k.id = p.pack_id
       join pack_types t on t.id = k.pack_type_id
       where p.opened_by_id = $1 and ($2::text[] is null or p.status = any ($2))
       order by t.name`,
      [list.userId, list.statuses],
    ),
  ]);
  return { rows, total: count!.total, packNames: names.map((row) => row.name) };
}

/** A card that a user opened, or null. */
export async function findCardItem(
  db: Database,
  userId: string,
  id: string,
): Promise<CardItemRow | null> {
  const [row] = await statement<CardItemRow>(
    db,
    'find_card_item',
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
    'summarize_collection',
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
    'list_card_events',
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
  db: Database,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return readOwnedCards(db, 'lock_owned_cards', `${OWNED_CARDS} for update of p`, userId, cardIds);
}

/** The same as they are at this moment, without a lock. */
export async function listOwnedCards(
  db: Database,
  userId: string,
  cardIds: string[],
): Promise<OwnedCard[]> {
  return readOwnedCards(db, 'list_owned_cards', OWNED_CARDS, userId, cardIds);
}

async function readOwnedCards(
  db: Database,
  name: string,
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
  }>(db, name, text, [cardIds, userId]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    openingId: row.opening_id,
    status: row.status,
    marketValue: toCents(row.market_value),
  }));
}
