// Queries of the shop's own cards (`house_cards`, docs/singles.md).
import type { Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { SingleOffer } from '#domain/purchase.ts';
import { singleInWords } from '#domain/single-words.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

type AskedSingles = { buyerId: string; ids: readonly string[] };

type OfferRow = {
  id: string;
  name: string;
  number: string;
  finish: Finish;
  condition: string;
  price: Cents | null;
  is_on_sale: boolean;
};

/**
 * Returns the prices that the shop asks for its cards with these ids, in the order of `ids`. Leaves out unknown cards
 * and cards without a price. A card that is reserved for the buyer counts as on sale, because a new purchase ends the
 * reservation.
 */
export async function listSingleOffers(
  db: Database,
  buyerId: string,
  ids: readonly string[],
): Promise<SingleOffer[]> {
  if (ids.length === 0) return [];
  const rows = await batchedStatement<OfferRow, AskedSingles>(db, SINGLE_OFFERS, { buyerId, ids });
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (row === undefined || row.price === null) return [];
    return {
      houseCardId: row.id,
      name: singleInWords(row),
      price: row.price,
      isOnSale: row.is_on_sale,
    };
  });
}

const SINGLE_OFFERS: BatchedStatement<AskedSingles> = {
  text: `select w.at, h.id, c.name, c.number, c.finish, h.condition, h.price,
     h.state = 'on_sale' or h.state = 'reserved' and exists (
       select from reservations r where r.id = h.reservation_id and r.user_id = w.buyer_id) as is_on_sale
   from unnest((select $1::int[]), $2::uuid[], $3::uuid[]) as w (at, buyer_id, id)
   cross join lateral (
     select id, card_id, condition, price, state, reservation_id from house_cards where id = w.id limit 1
   ) h
   cross join lateral (select name, number, finish from cards where id = h.card_id limit 1) c`,
  valuesOf: (asked) =>
    inColumns(
      asked.flatMap(({ buyerId, ids }, at) => ids.map((id) => [at + 1, buyerId, id])),
      3,
    ),
};

/** A single that was sold, and the buyer's new holding of it (`physical_cards`). */
export type SoldSingle = { houseCardId: string; newCardId: string; cardId: string };

/**
 * Sells the singles of a paid order to its buyer, whose account is locked. The order's lines must be stored. Returns
 * the singles that were sold. If they are fewer than `count`, the caller must reject, and the rollback releases them.
 * As with packs, the first claim skips cards that other purchases are claiming, and a second one waits for them. Sends
 * no statement for an order without singles.
 */
export async function sellSingles(
  db: Transaction,
  orderId: string,
  count: number,
): Promise<SoldSingle[]> {
  if (count === 0) return [];
  const quick = await claim(db, FREE_SINGLES, orderId);
  if (quick.length === count) return quick;
  return [...quick, ...(await claim(db, AWAITED_SINGLES, orderId))];
}

async function claim(
  db: Transaction,
  batched: BatchedStatement<string>,
  orderId: string,
): Promise<SoldSingle[]> {
  const rows = await batchedStatement<
    { house_card_id: string; new_card_id: string; card_id: string },
    string
  >(db, batched, orderId);
  return rows.map((row) => ({
    houseCardId: row.house_card_id,
    newCardId: row.new_card_id,
    cardId: row.card_id,
  }));
}

const FREE_SINGLES: BatchedStatement<string> = {
  text: 'select * from sell_singles_of_each($1, false)',
  valuesOf: (orders) => [orders],
  writes: true,
};

const AWAITED_SINGLES: BatchedStatement<string> = {
  text: 'select * from sell_singles_of_each($1, true)',
  valuesOf: (orders) => [orders],
  writes: true,
  mayWait: true,
};

/**
 * Reserves singles for a held reservation. Returns those that were reserved. If they are fewer than wanted, the caller
 * must reject.
 */
export async function reserveSingles(
  db: Transaction,
  reservationId: string,
  ids: readonly string[],
): Promise<{ houseCardId: string }[]> {
  return statement<{ houseCardId: string }>(
    db,
    `update house_cards set state = 'reserved', reservation_id = $1
     where id = any (array(
       select id from house_cards where id = any ($2::uuid[]) and state = 'on_sale' order by id for no key update))
     returning id as "houseCardId"`,
    [reservationId, ids],
  );
}

/** Puts the singles of an ended reservation back on sale. */
export async function freeReservedSingles(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update house_cards set state = 'on_sale', reservation_id = null
     where id = any (array(
       select id from house_cards where reservation_id = $1 and state = 'reserved' order by id for no key update))`,
    [reservationId],
  );
}

/** Returns the price of the cheapest copy on sale of a card in a condition, before tax, or null if none is on sale. */
export async function findLowestPrice(
  db: Database,
  cardId: string,
  condition: string,
): Promise<Cents | null> {
  const [row] = await statement<{ price: Cents }>(
    db,
    `select price from house_cards where card_id = $1 and condition = $2 and state = 'on_sale'
     order by price limit 1`,
    [cardId, condition],
  );
  return row?.price ?? null;
}
