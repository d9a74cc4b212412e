import type { CardStatus, Finish, LockReason, Rarity } from '#domain/card.ts';
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
  rarity: `array_position(array['common', 'uncommon', 'rare', 'mythic'], c.rarity)`,
  price: 'c.market_value',
};

/** A page of the cards that a user opened, and how many there are in all. */
export async function listCardItems(
  db: Database,
  list: {
    userId: string;
    statuses: CardStatus[] | null;
    sortBy: CardSort;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: CardItemRow[]; total: number }> {
  const direction = list.sortOrder;
  const [rows, [count]] = await Promise.all([
    statement<CardItemRow>(
      db,
      `list_card_items_${list.sortBy}_${direction}`,
      // The place in the pack and the id make the order total: a page never repeats a card.
      `select p.id, p.card_id, c.name, c.rarity, c.native_rarity, s.name as set_name, c.finish, p.condition,
         t.name as pack_name, c.market_value, p.exit_price, p.status, p.lock_reason, p.opened_at,
         p.auto_convert_at, o.id as opening_id
       from physical_cards p
       join cards c on c.id = p.card_id
       join card_sets s on s.id = c.set_id
       join openings o on o.pack_id = p.pack_id
       join physical_packs k on k.id = p.pack_id
       join pack_types t on t.id = k.pack_type_id
       where p.opened_by_id = $1 and ($2::text[] is null or p.status = any ($2))
       order by ${SORT_COLUMN[list.sortBy]} ${direction}, p.opened_at desc, p.pack_id, p.position
       limit $3 offset $4`,
      [list.userId, list.statuses, list.limit, list.offset],
    ),
    statement<{ total: number }>(
      db,
      'count_card_items',
      `select count(*) as total from physical_cards
       where opened_by_id = $1 and ($2::text[] is null or status = any ($2))`,
      [list.userId, list.statuses],
    ),
  ]);
  return { rows, total: count!.total };
}

export type OwnedCardRow = { id: string; name: string; status: CardStatus; market_value: number };

/** Locks a card that a user opened in the given opening; null when there is no such card of theirs. */
export async function lockOwnedCard(
  db: Database,
  card: { userId: string; cardId: string; openingId: string },
): Promise<OwnedCardRow | null> {
  const [row] = await statement<OwnedCardRow>(
    db,
    'lock_owned_card',
    `select p.id, c.name, p.status, c.market_value
     from physical_cards p
     join cards c on c.id = p.card_id
     join openings o on o.pack_id = p.pack_id
     where p.id = $1 and o.id = $2 and p.opened_by_id = $3
     for update of p`,
    [card.cardId, card.openingId, card.userId],
  );
  return row ?? null;
}
