// Queries of what operators do with the shop's cards (`house_cards`, docs/singles.md).
import { readCardNumber } from '#domain/card-number.ts';
import type { Condition } from '#domain/card.ts';
import type { HouseCardMove } from '#domain/house-card-moves.ts';
import type { HouseCardState } from '#domain/house-card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * What a number on a sleeve or on a grader's label refers to. `id`: the shop's card, or null if it has none with this
 * number. `isInPack`: whether some pack has such a place.
 */
export type NumberedCard = { id: string | null; isInPack: boolean };

/**
 * Finds the shop's cards by numbers, in the order of the numbers. A card that was sold and came back has several rows
 * with its number. The one that is still here counts.
 */
export async function findNumbered(db: Database, numbers: string[]): Promise<NumberedCard[]> {
  const read = numbers.map((number) => readCardNumber(number));
  return statement<NumberedCard>(
    db,
    `select h.id, p.has_place as "isInPack"
     from unnest($1::text[], $2::text[], $3::smallint[]) with ordinality w (label, certification, position, place)
     cross join lateral (
       select exists (
         select from physical_packs k join pack_types t on t.id = k.pack_type_id
         where upper(k.certification_number) = w.certification and w.position <= t.card_count
       ) as has_place
     ) p
     left join lateral (
       select id from (
         select id, exited_at, came_at from house_cards where label is not null and upper(label) = w.label
         union all
         select h.id, h.exited_at, h.came_at from physical_packs k join house_cards h on h.pack_id = k.id
         where upper(k.certification_number) = w.certification and h.position = w.position
       ) found order by exited_at is null desc, came_at desc limit 1
     ) h on true
     order by w.place`,
    [
      numbers.map((number) => number.trim().toUpperCase()),
      read.map((one) => one?.certification.toUpperCase() ?? null),
      read.map((one) => one?.position ?? null),
    ],
  );
}

export type LockedSingle = {
  id: string;
  state: HouseCardState;
  condition: Condition;
  shelf: string | null;
  price: Cents | null;
  price_by_hand: boolean;
  checked_at: Date | null;
};

/** Locks the shop's cards with these ids, in the order of the ids. Leaves out unknown ids. */
export async function lockSingles(db: Transaction, ids: string[]): Promise<LockedSingle[]> {
  return statement<LockedSingle>(
    db,
    `select id, state, condition, shelf, price, price_by_hand, checked_at from house_cards
     where id = any ($1::uuid[]) order by id for update`,
    [ids],
  );
}

/**
 * Stores that an operator had cards in hand, with their conditions and the shelf on which they now lie. The caller has
 * locked the cards.
 */
export async function updateTaken(
  db: Transaction,
  taken: { id: string; condition: Condition; isWorse: boolean }[],
  shelf: string,
  userId: string,
): Promise<void> {
  // The condition of a card on sale can't change, so a card in worse condition leaves the sale first.
  await updateStates(
    db,
    taken.filter(({ isWorse }) => isWorse).map(({ id }) => id),
    'on_sale',
    'shelved',
  );
  await statement(
    db,
    `update house_cards h
     set condition = t.condition, shelf = $3, checked_at = shop_now(), checked_by_id = $4,
       state = case when state = 'came_back' then 'checked' else state end
     from unnest($1::uuid[], $2::text[]) t (id, condition) where h.id = t.id`,
    [taken.map(({ id }) => id), taken.map(({ condition }) => condition), shelf, userId],
  );
  await updateStates(
    db,
    taken.map(({ id }) => id),
    'checked',
    'shelved',
  );
}

/** Moves those of the given cards that are in the state `from` into the state `to`. The caller has locked the cards. */
async function updateStates(
  db: Transaction,
  ids: string[],
  from: HouseCardState,
  to: HouseCardState,
): Promise<void> {
  await statement(
    db,
    'update house_cards set state = $3 where id = any ($1::uuid[]) and state = $2',
    [ids, from, to],
  );
}

/** Stores on which shelf cards lie. The caller has locked the cards. */
export async function updateShelves(db: Transaction, ids: string[], shelf: string): Promise<void> {
  await statement(db, 'update house_cards set shelf = $2 where id = any ($1::uuid[])', [
    ids,
    shelf,
  ]);
  await updateStates(db, ids, 'checked', 'shelved');
}

/** Takes cards off sale. The caller has locked the cards. */
export async function updateWithdrawn(db: Transaction, ids: string[]): Promise<void> {
  await statement(db, `update house_cards set state = 'withdrawn' where id = any ($1::uuid[])`, [
    ids,
  ]);
}

/**
 * Puts withdrawn cards back on their shelves. The caller has locked the cards, and has checked that each has a shelf.
 */
export async function updatePutBack(db: Transaction, ids: string[]): Promise<void> {
  await updateStates(db, ids, 'withdrawn', 'shelved');
}

/** Marks cards as lost, which is final. The caller has locked the cards. */
export async function updateLost(db: Transaction, ids: string[], reason: string): Promise<void> {
  await statement(
    db,
    `update house_cards set state = 'lost', exited_at = shop_now(), note = $2 where id = any ($1::uuid[])`,
    [ids, reason],
  );
}

/** Sets the price of cards by hand, or, if `price` is null, leaves it to the rules. The caller has locked the cards. */
export async function updatePricesByHand(
  db: Transaction,
  ids: string[],
  price: Cents | null,
): Promise<void> {
  await statement(
    db,
    `update house_cards set price = coalesce($2::bigint, price), price_by_hand = $2::bigint is not null, priced_at = shop_now()
     where id = any ($1::uuid[])`,
    [ids, price],
  );
}

export type MoveRow = {
  move: HouseCardMove;
  at: Date;
  by: string | null;
  detail: string | null;
  amount: Cents | null;
  order_id: string | null;
};

/**
 * SQL for the amount that the buyer of a single got back for it, with its taxes. A refund of several singles to a card
 * does not say which part of its taxes is for which single. Then only the price counts.
 */
const GIVEN_BACK = `select coalesce(
    (select f.amount from refunds f where f.id = s.refund_id
       and (select count(*) from order_singles o where o.refund_id = f.id) = 1),
    s.refund_amount + (
      select coalesce(sum((l->>'amount')::bigint), 0)::bigint from jsonb_array_elements(s.refund_taxes) l)
  ) from order_singles s`;

/**
 * Lists the history of one of the shop's cards, oldest first: how it came out of its pack or was bought, how it came
 * back, what operators did with it, and how it left.
 */
export async function listMoves(db: Database, id: string): Promise<MoveRow[]> {
  return statement<MoveRow>(
    db,
    `select move, at, by, detail, amount, order_id from (
       select case when p.bought_as_id is null then 'opened' else 'bought' end as move, p.opened_at as at,
         u.email as by, null as detail, p.cost as amount, null::uuid as order_id, 0 as place
       from physical_cards p join users u on u.id = p.opened_by_id where p.id = $1
       union all
       select 'came_back', h.came_at, null, p.status,
         case when p.status = 'returned' then (${GIVEN_BACK} where s.new_card_id = h.id) else h.paid end, null, 1
       from house_cards h join physical_cards p on p.id = h.id where h.id = $1
       union all
       select m.move, m.at, u.email, m.detail, m.amount, null, 2
       from house_card_moves m join users u on u.id = m.by_id where m.house_card_id = $1
       union all
       select h.state, h.exited_at, null, h.listed_elsewhere, h.price, h.reservation_id, 3
       from house_cards h where h.id = $1 and h.state in ('sold', 'sold_elsewhere')
     ) moves order by at, place`,
    [id],
  );
}

/**
 * Returns the condition of a card at the intake of its pack, the pack's serial, and the shop's card (`earlierId`) that
 * it was before it was sold as a single.
 */
export async function findIntakeRecord(
  db: Database,
  id: string,
): Promise<{ condition: Condition; serial: string; earlierId: string | null }> {
  const [row] = await statement<{ condition: Condition; serial: string; earlierId: string | null }>(
    db,
    `select c.condition, p.serial, c.bought_as_id as "earlierId" from physical_cards c join physical_packs p on p.id = c.pack_id where c.id = $1`,
    [id],
  );
  return row!;
}
