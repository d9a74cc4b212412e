// Stores wishes for cards and packs, and finds the wishes whose users must be notified.
import type { Finish, Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import { WISH_KINDS, TOLD_BY, WISHES_MOST, type WishKind } from '#domain/wish.ts';
import { PREFERENCES, type Preferences } from '../accounts/settings-queries.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** SQL that tells whether a user can buy a pack of `pack_types t` now. */
const FOR_SALE = `t.is_available and exists (select from places p where p.pack_type_id = t.id and p.state = 'available')`;

/**
 * SQL that tells whether packs of `pack_types t` can hold `cards c`. It uses the type's declared content, or the type's
 * set if none is declared. The real content of packs plays no role. Otherwise a user could find it out by wishing for
 * every card.
 */
const CAN_HOLD = `case when t.odds_counted then c.set_id = t.set_id
  else exists (select from pack_type_cards h where h.pack_type_id = t.id and h.card_id = c.id) end`;

/**
 * SQL that tells whether the value of `cards c` has crossed the limit of `card_wishes w` and the user was not yet
 * notified. It is false for a card without a price.
 */
const CROSSED = `w.line is not null and w.line_told_at is null and c.priced_on is not null
  and case when w.line_is_above then c.market_value >= w.line else c.market_value <= w.line end`;

export type Wished = 'done' | 'full' | 'unknown';

type Outcome = { is_known: boolean; is_done: boolean };

function outcomeOf(rows: Outcome[]): Wished {
  const { is_known: isKnown, is_done: isDone } = rows[0]!;
  return isDone ? 'done' : isKnown ? 'full' : 'unknown';
}

// SQL that locks a user. It waits for a running erasure, after which the user can have no wishes. It also makes two
// wishes of one user wait for each other, so that together they can't exceed the maximum.
const WISHER = `select id from users where id = $1 and erased_at is null for no key update`;

/** Stores a wish for a card. If the wish exists, it begins again, and its pending notifications stay. */
export async function storeCardWish(
  db: Transaction,
  userId: string,
  cardId: string,
): Promise<Wished> {
  await statement(db, WISHER, [userId]);
  const rows = await statement<Outcome>(
    db,
    `with known as (select id from cards where id = $2), done as (
       insert into card_wishes as w (user_id, card_id)
       select u.id, k.id from known k join users u on u.id = $1 and u.erased_at is null
       where exists (select from card_wishes where user_id = $1 and card_id = $2)
         or (select count(*) from card_wishes where user_id = $1) < ${WISHES_MOST}
       on conflict (user_id, card_id) do update set wished_at = shop_now(), told_at = null,
         came_in = case when w.told_at is null then w.came_in else '{}' end,
         single_told_at = null, single_came = w.single_told_at is null and w.single_came
       returning card_id
     )
     select exists (select from known) as is_known, exists (select from done) as is_done`,
    [userId, cardId],
  );
  return outcomeOf(rows);
}

/**
 * Stores a wish for a pack type, like `storeCardWish`. Also records whether the type is out of
 * stock.
 */
export async function storePackWish(
  db: Transaction,
  userId: string,
  packTypeId: string,
): Promise<Wished> {
  await statement(db, WISHER, [userId]);
  const rows = await statement<Outcome>(
    db,
    `with known as (select t.id, not (${FOR_SALE}) as is_out from pack_types t where t.id = $2), done as (
       insert into pack_wishes (user_id, pack_type_id, was_out)
       select u.id, k.id, k.is_out from known k join users u on u.id = $1 and u.erased_at is null
       where exists (select from pack_wishes where user_id = $1 and pack_type_id = $2)
         or (select count(*) from pack_wishes where user_id = $1) < ${WISHES_MOST}
       on conflict (user_id, pack_type_id) do update set wished_at = shop_now(), told_at = null, was_out = excluded.was_out
       returning pack_type_id
     )
     select exists (select from known) as is_known, exists (select from done) as is_done`,
    [userId, packTypeId],
  );
  return outcomeOf(rows);
}

/**
 * Returns the market value of a card for which a user wishes, and locks the wish so that it can't be deleted. Returns
 * null if there is no such wish.
 */
export async function lockCardWish(
  db: Transaction,
  userId: string,
  cardId: string,
): Promise<{ marketValue: Cents } | null> {
  const [row] = await statement<{ marketValue: Cents }>(
    db,
    `select c.market_value as "marketValue" from card_wishes w join cards c on c.id = w.card_id
     where w.user_id = $1 and w.card_id = $2 for no key update of w`,
    [userId, cardId],
  );
  return row ?? null;
}

export async function updateLine(
  db: Transaction,
  userId: string,
  cardId: string,
  line: { amount: Cents; isAbove: boolean } | null,
): Promise<void> {
  await statement(
    db,
    `update card_wishes set line = $3, line_is_above = $4, line_told_at = null where user_id = $1 and card_id = $2`,
    [userId, cardId, line?.amount ?? null, line?.isAbove ?? null],
  );
}

export async function deleteCardWish(db: Database, userId: string, cardId: string): Promise<void> {
  await statement(db, 'delete from card_wishes where user_id = $1 and card_id = $2', [
    userId,
    cardId,
  ]);
}

export async function deletePackWish(
  db: Database,
  userId: string,
  packTypeId: string,
): Promise<void> {
  await statement(db, 'delete from pack_wishes where user_id = $1 and pack_type_id = $2', [
    userId,
    packTypeId,
  ]);
}

export async function deleteWishesOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from card_wishes where user_id = $1', [userId]);
  await statement(db, 'delete from pack_wishes where user_id = $1', [userId]);
}

type Named = { id: string; name: string };

export type WishedCardRow = {
  id: string;
  name: string;
  game: GameId;
  set_name: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
  remote: string | null;
  market_value: Cents;
  wished_at: Date;
  told_at: Date | null;
  line: Cents | null;
  line_is_above: boolean | null;
  line_told_at: Date | null;
  can_be_in: Named[];
  single_from: Cents | null;
};

export async function listCardWishes(db: Database, userId: string): Promise<WishedCardRow[]> {
  return statement<WishedCardRow>(
    db,
    `with sold as materialized (
       select t.id, t.name, t.set_id, t.odds_counted, t.position from pack_types t where ${FOR_SALE}
     )
     select c.id, c.name, s.game, s.name as set_name, c.number, c.rarity, c.native_rarity, c.finish,
       c.image_url as remote, c.market_value, w.wished_at, w.told_at, w.line, w.line_is_above, w.line_told_at,
       (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
          from sold t where ${CAN_HOLD}) as can_be_in,
       (select min(h.price) from house_cards h where h.card_id = c.id and h.state = 'on_sale') as single_from
     from card_wishes w join cards c on c.id = w.card_id join card_sets s on s.id = c.set_id
     where w.user_id = $1 order by w.wished_at desc, c.id`,
    [userId],
  );
}

export type WishedPackRow = {
  id: string;
  name: string;
  picture: string | null;
  price: Cents;
  is_for_sale: boolean;
  wished_at: Date;
  told_at: Date | null;
};

export async function listPackWishes(db: Database, userId: string): Promise<WishedPackRow[]> {
  return statement<WishedPackRow>(
    db,
    `select t.id, t.name, t.picture, t.price, ${FOR_SALE} as is_for_sale, w.wished_at, w.told_at
     from pack_wishes w join pack_types t on t.id = w.pack_type_id
     where w.user_id = $1 order by w.wished_at desc, t.id`,
    [userId],
  );
}

/**
 * Counts a user's wishes that came true and still hold. These are pack types that are back on sale, and cards that
 * packs on sale can hold if new packs of these came in since the wish.
 */
export async function countWishesThere(db: Database, userId: string): Promise<number> {
  const [row] = await statement<{ count: number }>(
    db,
    `select ((
       select count(*) from pack_wishes w join pack_types t on t.id = w.pack_type_id
       where w.user_id = $1 and w.was_out and ${FOR_SALE}
     ) + (
       select count(*) from card_wishes w join cards c on c.id = w.card_id
       where w.user_id = $1 and w.told_at is not null
         and exists (select from pack_types t where ${CAN_HOLD} and ${FOR_SALE})
     ))::int as count`,
    [userId],
  );
  return row!.count;
}

/** Lists the events about which a user waits to be notified. */
export async function listMarks(
  db: Database,
  userId: string,
): Promise<{ cardIds: string[]; packTypeIds: string[] }> {
  const [row] = await statement<{ cardIds: string[]; packTypeIds: string[] }>(
    db,
    `select array(select card_id from card_wishes where user_id = $1 and told_at is null order by 1) as "cardIds",
       array(select pack_type_id from pack_wishes where user_id = $1 and told_at is null order by 1) as "packTypeIds"`,
    [userId],
  );
  return row!;
}

/**
 * Records new packs on sale, for each wish for a card that these packs' types can hold. Packs that are not on sale yet
 * are recorded later.
 */
export async function noteArrivals(db: Transaction): Promise<void> {
  await statement(
    db,
    `with come as (
       delete from pack_arrivals a using pack_types t where t.id = a.pack_type_id and ${FOR_SALE}
       returning a.pack_type_id
     ), held as (
       select w.user_id, w.card_id, array_agg(t.id order by t.position, t.id) as types
       from card_wishes w join cards c on c.id = w.card_id
       join pack_types t on t.id in (select pack_type_id from come) and ${CAN_HOLD}
       where w.told_at is null group by 1, 2
     )
     update card_wishes w set came_in = w.came_in || array(select unnest(h.types) except select unnest(w.came_in))
     from held h where w.user_id = h.user_id and w.card_id = h.card_id and w.told_at is null`,
    [],
  );
}

/** Records new copies on sale, for each wish for their cards. */
export async function noteSinglesThatCame(db: Transaction): Promise<void> {
  await statement(
    db,
    `with come as (delete from single_arrivals returning card_id)
     update card_wishes set single_came = true
     where card_id in (select card_id from come) and single_told_at is null and not single_came`,
    [],
  );
}

/** Records that a type is out of stock, for users who want to know when it returns. */
export async function notePacksOut(db: Database): Promise<void> {
  await statement(
    db,
    `update pack_wishes w set was_out = true from pack_types t
     where t.id = w.pack_type_id and w.told_at is null and not w.was_out and not (${FOR_SALE})`,
    [],
  );
}

/** The users with pending notifications. */
export async function listUsersToTell(db: Database, limit: number): Promise<string[]> {
  const rows = await statement<{ user_id: string }>(
    db,
    `select w.user_id from card_wishes w where w.told_at is null and w.came_in <> '{}'
     union
     select w.user_id from card_wishes w where w.single_told_at is null and w.single_came
     union
     select w.user_id from card_wishes w join cards c on c.id = w.card_id where ${CROSSED}
     union
     select w.user_id from pack_wishes w join pack_types t on t.id = w.pack_type_id
     where w.told_at is null and w.was_out and ${FOR_SALE}
     limit $1`,
    [limit],
  );
  return rows.map((row) => row.user_id);
}

/** A card that a notification names. */
export type ToldCard = {
  id: string;
  name: string;
  setName: string;
  nativeRarity: string;
  finish: Finish;
  marketValue: Cents;
};

/** Marks wishes for cards of new packs as notified. Returns these wishes, with the most valuable card first. */
export async function tellOfStock(
  db: Transaction,
  userId: string,
): Promise<(ToldCard & { packTypes: Named[] })[]> {
  return statement(
    db,
    `with told as (
       update card_wishes set told_at = shop_now()
       where user_id = $1 and told_at is null and came_in <> '{}' returning card_id, came_in
     )
     select c.id, c.name, s.name as "setName", c.native_rarity as "nativeRarity", c.finish, c.market_value as "marketValue",
       (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
          from pack_types t where t.id = any (w.came_in)) as "packTypes"
     from told w join cards c on c.id = w.card_id join card_sets s on s.id = c.set_id
     order by c.market_value desc, c.name, c.id`,
    [userId],
  );
}

/**
 * Marks wishes for cards of which a copy went on sale as notified. Returns those of which a copy still is on sale, each
 * with the lowest price, and the most valuable card first.
 */
export async function tellOfSingles(
  db: Transaction,
  userId: string,
): Promise<(ToldCard & { price: Cents })[]> {
  return statement(
    db,
    `with told as (
       update card_wishes set single_told_at = shop_now()
       where user_id = $1 and single_told_at is null and single_came
         and exists (select from house_cards h where h.card_id = card_wishes.card_id and h.state = 'on_sale')
       returning card_id
     ), gone as (
       update card_wishes set single_came = false
       where user_id = $1 and single_told_at is null and single_came
         and not exists (select from house_cards h where h.card_id = card_wishes.card_id and h.state = 'on_sale')
     )
     select c.id, c.name, s.name as "setName", c.native_rarity as "nativeRarity", c.finish, c.market_value as "marketValue",
       (select min(h.price) from house_cards h where h.card_id = c.id and h.state = 'on_sale') as price
     from told w join cards c on c.id = w.card_id join card_sets s on s.id = c.set_id
     order by c.market_value desc, c.name, c.id`,
    [userId],
  );
}

/** Marks crossed limits as notified, and returns them. */
export async function tellOfPrices(
  db: Transaction,
  userId: string,
): Promise<(ToldCard & { line: Cents; isAbove: boolean })[]> {
  return statement(
    db,
    `with told as (
       update card_wishes w set line_told_at = shop_now() from cards c
       where w.user_id = $1 and c.id = w.card_id and ${CROSSED} returning w.card_id, w.line, w.line_is_above
     )
     select c.id, c.name, s.name as "setName", c.native_rarity as "nativeRarity", c.finish, c.market_value as "marketValue", w.line, w.line_is_above as "isAbove"
     from told w join cards c on c.id = w.card_id join card_sets s on s.id = c.set_id
     order by c.market_value desc, c.name, c.id`,
    [userId],
  );
}

/** Marks wishes for packs that are back as notified, and returns them. */
export async function tellOfPacks(
  db: Transaction,
  userId: string,
): Promise<(Named & { price: Cents })[]> {
  return statement(
    db,
    `with told as (
       update pack_wishes w set told_at = shop_now() from pack_types t
       where w.user_id = $1 and t.id = w.pack_type_id and w.told_at is null and w.was_out and ${FOR_SALE}
       returning w.pack_type_id
     )
     select t.id, t.name, t.price from told w join pack_types t on t.id = w.pack_type_id order by t.position, t.id`,
    [userId],
  );
}

/** Returns the kinds of notification that a user wants inside the shop. */
export async function findNoticesWanted(
  db: Database,
  userId: string,
): Promise<ReadonlySet<WishKind>> {
  const [row] = await statement<{ preferences: Preferences }>(
    db,
    `select ${PREFERENCES} from users where id = $1`,
    [userId],
  );
  return new Set(WISH_KINDS.filter((kind) => row?.preferences[TOLD_BY[kind].shop] === true));
}
