// Reads pulls that can be shown, and stores the pages that are public.
import type { Rarity } from '#domain/card.ts';
import type { GameId, GameStyle } from '#domain/game.ts';
import { SHARED_MOST, type PullPicture } from '#domain/shared-pull.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PullRow = {
  id: string;
  name: string;
  game: GameId;
  style: GameStyle;
  rarity: Rarity;
  number: string;
  set: string;
  set_id: string;
  set_name: string;
  pack_type_id: string;
  pack_name: string;
  catalogue_id: string;
  opened_at: Date;
  username: string;
};

const PULL = `p.id, c.name, s.game, g.style, c.rarity, c.number, s.code as set, s.id as set_id, s.name as set_name, t.id as pack_type_id,
    t.name as pack_name, c.id as catalogue_id, p.opened_at, u.username
  from physical_cards p
  join cards c on c.id = p.card_id
  join card_sets s on s.id = c.set_id
  join games g on g.id = s.game
  join places k on k.pack_id = p.pack_id
  join pack_types t on t.id = k.pack_type_id
  join users u on u.id = p.opened_by_id`;

/** Returns a card that the user pulled, whoever owns the card now, or null if the user did not pull it. */
export async function findPull(
  db: Database,
  userId: string,
  cardId: string,
): Promise<PullRow | null> {
  const [row] = await statement<PullRow>(
    db,
    `select ${PULL} where p.id = $2 and p.opened_by_id = $1 and p.bought_as_id is null`,
    [userId, cardId],
  );
  return row ?? null;
}

export type SharedPullRow = {
  address: string;
  card_id: string;
  name: string;
  pack_name: string;
  shown_name: string | null;
  shared_at: Date;
};

const SHARED = `h.address, h.card_id, c.name, t.name as pack_name, h.shown_name, h.shared_at
  from shared_pulls h
  join physical_cards p on p.id = h.card_id
  join cards c on c.id = p.card_id
  join places k on k.pack_id = p.pack_id
  join pack_types t on t.id = k.pack_type_id`;

export async function listSharedPullsOf(db: Database, userId: string): Promise<SharedPullRow[]> {
  return statement<SharedPullRow>(
    db,
    `select ${SHARED} where h.user_id = $1 and h.ended_at is null order by h.shared_at desc, h.address`,
    [userId],
  );
}

/**
 * Makes a pull's page public. If the pull already has a page, replaces its pictures. Returns null if the user already
 * has the maximum number of pages, or is erased. Waits for a running erasure of the user. A user's pages are created
 * one after the other.
 */
export async function storeSharedPull(
  db: Transaction,
  page: {
    address: string;
    userId: string;
    cardId: string;
    shownName: string | null;
    pictures: Record<PullPicture, Uint8Array>;
  },
): Promise<SharedPullRow | null> {
  await statement(
    db,
    'select id from users where id = $1 and erased_at is null for no key update',
    [page.userId],
  );
  await statement(
    db,
    `insert into shared_pulls (address, user_id, card_id, shown_name, wide, tall, shared_at)
     select $1, u.id, $3, $4, $5, $6, shop_now() from users u where u.id = $2 and u.erased_at is null
       and (exists (select from shared_pulls where card_id = $3 and ended_at is null)
         or (select count(*) from shared_pulls where user_id = $2 and ended_at is null) < ${SHARED_MOST})
     on conflict (card_id) where ended_at is null do update
       set shown_name = excluded.shown_name, wide = excluded.wide, tall = excluded.tall`,
    [
      page.address,
      page.userId,
      page.cardId,
      page.shownName,
      page.pictures.wide,
      page.pictures.tall,
    ],
  );
  const [row] = await statement<SharedPullRow>(
    db,
    `select ${SHARED} where h.user_id = $1 and h.card_id = $2 and h.ended_at is null`,
    [page.userId, page.cardId],
  );
  return row ?? null;
}

/** SQL that ends a page by deleting everything that it shows. The address remains. */
const END = `update shared_pulls set ended_at = shop_now(), user_id = null, card_id = null, shown_name = null, wide = null,
  tall = null, shared_at = null`;

/** Ends a user's page. Returns false if the user has no page at this address. */
export async function endPull(db: Database, userId: string, address: string): Promise<boolean> {
  const rows = await statement(
    db,
    `${END} where address = $2 and user_id = $1 and ended_at is null returning address`,
    [userId, address],
  );
  return rows.length > 0;
}

/** Ends the page of any user, and returns the owner's id, or null if there is no such page. */
export async function endPullOfAnybody(db: Transaction, address: string): Promise<string | null> {
  const [page] = await statement<{ user_id: string }>(
    db,
    'select user_id from shared_pulls where address = $1 and ended_at is null for update',
    [address],
  );
  if (page === undefined || !(await endPull(db, page.user_id, address))) return null;
  return page.user_id;
}

export async function endPullsOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, `${END} where user_id = $1 and ended_at is null`, [userId]);
}

/** Returns what is at an address: a pull, or an ended page. Returns null if the address was never given out. */
export async function findSharedPull(
  db: Database,
  address: string,
): Promise<(PullRow & { shown_name: string | null }) | 'ended' | null> {
  const [at] = await statement<{ is_ended: boolean; card_id: string; shown_name: string | null }>(
    db,
    'select ended_at is not null as is_ended, card_id, shown_name from shared_pulls where address = $1',
    [address],
  );
  if (at === undefined) return null;
  if (at.is_ended) return 'ended';
  const [row] = await statement<PullRow>(db, `select ${PULL} where p.id = $1`, [at.card_id]);
  return { ...row!, shown_name: at.shown_name };
}

/**
 * Returns a picture of the page at an address. If the page has no such picture, returns what `findSharedPull` returns.
 */
export async function findPullPicture(
  db: Database,
  address: string,
  form: PullPicture,
): Promise<Buffer | 'ended' | null> {
  const [row] = await statement<{ bytes: Buffer | null }>(
    db,
    form === 'wide'
      ? 'select wide as bytes from shared_pulls where address = $1'
      : 'select tall as bytes from shared_pulls where address = $1',
    [address],
  );
  return row === undefined ? null : (row.bytes ?? 'ended');
}
