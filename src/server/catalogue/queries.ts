// The catalogue's own tables: pack types, their cards and prices, and the stock of physical packs.
import { toCents, type Cents } from '#domain/money.ts';
import type { CardExit, Finish, Game, Rarity } from '#domain/card.ts';
import type { SeenPrice } from '#domain/price-guard.ts';
import type { Offer, WantedLine } from '#domain/purchase.ts';
import type { ReminderDays } from '#domain/sellback.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';
import {
  cardCondition,
  cardConditionValues,
  RARITY_ORDER,
  type CardFilter,
} from './card-filters.ts';

export type PackTypeRow = {
  id: string;
  name: string;
  description: string;
  price: number;
  original_price: number | null;
  game: Game;
  card_count: number;
  set_id: string;
  set_name: string;
  is_available: boolean;
  in_stock: number;
  guaranteed: boolean;
  purchase_limit: number | null;
  tags: string[];
  details: string[];
  odds: { rarity: Rarity; chance: number }[];
  /** The name of an operator's picture. */
  picture: string | null;
  prices_as_of: Date | null;
  hits: { id: string; name: string; rarity: Rarity; market_value: number }[];
  created_at: Date;
  updated_at: Date;
};

/** How many packs of `pack_types t` are for sale, counted no further than the parameter `most`. */
function countStock(most: string): string {
  return `(select count(*) from (
     select 1 from physical_packs p where p.pack_type_id = t.id and p.state = 'available' limit ${most}::int
   ) counted)`;
}

/** Pack types in the shop's order, with their stock counted and their potential hits; of one game, or some ids. */
export async function listPackTypeRows(
  db: Database,
  only: { game?: Game | undefined; id?: string; ids?: string[] },
): Promise<PackTypeRow[]> {
  return statement<PackTypeRow>(
    db,
    `select t.id, t.name, t.description, t.price, t.original_price, s.game, t.card_count, t.set_id,
       s.name as set_name, t.is_available, t.guaranteed, t.purchase_limit, t.tags, t.details, t.odds,
       t.picture, t.created_at, t.updated_at,
       ${countStock('$3')} as in_stock,
       h.hits, h.prices_as_of
     from pack_types t
     join card_sets s on s.id = t.set_id
     cross join lateral (
       select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'rarity', c.rarity,
           'market_value', c.market_value) order by h.place), '[]') as hits,
         max(c.priced_on)::timestamp at time zone 'utc' as prices_as_of
       from potential_hits h join cards c on c.id = h.card_id where h.pack_type_id = t.id
     ) h
     where ($1::text is null or s.game = $1) and ($2::text[] is null or t.id = any ($2))
     order by t.position, t.id`,
    [only.game ?? null, only.ids ?? (only.id === undefined ? null : [only.id]), STOCK_COUNTED_MOST],
  );
}

/** A type's packs for sale, by id: their order says nothing about the order of sale. */
export async function listPacksForSale(
  db: Database,
  packTypeId: string,
  limit: number,
  offset: number,
): Promise<{ id: string; certification_number: string }[]> {
  return statement(
    db,
    `select id, certification_number from physical_packs where pack_type_id = $1 and state = 'available'
     order by id limit $2 offset $3`,
    [packTypeId, limit, offset],
  );
}

/** A physical pack that is for sale, and its type; null for any other id. */
export async function findPackForSale(
  db: Database,
  id: string,
): Promise<{ id: string; pack_type_id: string } | null> {
  const [row] = await statement<{ id: string; pack_type_id: string }>(
    db,
    `select id, pack_type_id from physical_packs where id = $1 and state = 'available'`,
    [id],
  );
  return row ?? null;
}

export type CatalogueCardRow = {
  id: string;
  name: string;
  game: Game;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
  market_value: number;
  priced_on: Date | null;
  created_at: Date;
  updated_at: Date;
};

const CATALOGUE_CARD = `c.id, c.name, s.game, c.set_id, s.name as set_name, c.number, c.rarity, c.native_rarity,
  c.finish, c.market_value, c.priced_on::timestamp at time zone 'utc' as priced_on, c.created_at, c.updated_at`;

export type MarketSort = 'price' | 'name' | 'rarity';

// As the index by value has it; a sort that says otherwise would not be read from it.
const DIRECTION = { asc: 'asc', desc: 'desc nulls last' } as const;

const MARKET_SORT_COLUMN: Record<MarketSort, string> = {
  price: 'c.market_value',
  name: 'lower(c.name)',
  rarity: RARITY_ORDER,
};

/** A page of the catalogue's cards, and how many there are in all. */
export async function listCatalogueCards(
  db: Database,
  list: {
    game: Game | undefined;
    filter: CardFilter;
    sortBy: MarketSort;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ rows: CatalogueCardRow[]; total: number }> {
  const from = `from cards c join card_sets s on s.id = c.set_id
     where ($1::text is null or s.game = $1) and ${cardCondition(2)}`;
  const values = [list.game ?? null, ...cardConditionValues(list.filter)];
  const [rows, [count]] = await Promise.all([
    statement<CatalogueCardRow>(
      db,
      `select ${CATALOGUE_CARD} ${from}
       order by ${MARKET_SORT_COLUMN[list.sortBy]} ${DIRECTION[list.sortOrder]}, c.id limit $8 offset $9`,
      [...values, list.limit, list.offset],
    ),
    statement<{ total: number }>(db, `select count(*) as total ${from}`, values),
  ]);
  return { rows, total: count!.total };
}

/** A card of the catalogue, or null. */
export async function findCatalogueCard(
  db: Database,
  id: string,
): Promise<CatalogueCardRow | null> {
  const [row] = await statement<CatalogueCardRow>(
    db,
    `select ${CATALOGUE_CARD} from cards c join card_sets s on s.id = c.set_id where c.id = $1`,
    [id],
  );
  return row ?? null;
}

export type PriceRow = {
  date: string;
  amount_minor: number;
  currency: 'USD' | 'EUR' | 'CAD';
  source: string;
};

/**
 * The believed prices of a card over the last days, oldest first. The last price that each market told
 * before them comes too: it is the one that held when they began.
 */
export async function listPrices(db: Database, cardId: string, days: number): Promise<PriceRow[]> {
  return statement<PriceRow>(
    db,
    `with told as (
       select *, observed_on > (shop_now() at time zone 'utc')::date - $2::int as is_recent
       from price_observations where card_id = $1
     ), shown as (
       select * from told where is_recent
       union all
       select * from (select distinct on (source) * from told where not is_recent order by source, observed_on desc) before
     )
     select observed_on::text as date, amount_minor, currency, source from shown order by observed_on, source`,
    [cardId, days],
  );
}

/** The pack types that some packs are of; ids that are no physical pack are left out. */
export async function listTypesOfPacks(
  db: Database,
  packIds: string[],
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(db, 'select id, pack_type_id from physical_packs where id = any ($1::uuid[])', [
    packIds,
  ]);
}

/**
 * What the catalogue offers of some pack types, and how many of each a buyer already has. Read after
 * the buyer's account is locked, the count can't change until the transaction ends.
 */
export async function listOffers(
  db: Database,
  buyerId: string,
  packTypeIds: string[],
): Promise<Offer[]> {
  const rows = await statement<{
    id: string;
    name: string;
    price: number;
    is_available: boolean;
    purchase_limit: number | null;
    already_bought: number;
    reserved: number;
    in_stock: number;
  }>(
    db,
    `select t.id, t.name, t.price, t.is_available, t.purchase_limit,
       (select count(*) from physical_packs p where p.buyer_id = $1 and p.pack_type_id = t.id) as already_bought,
       (select count(*) from physical_packs p where p.buyer_id = $1 and p.pack_type_id = t.id and p.state = 'reserved') as reserved,
       ${countStock('$3')} as in_stock
     from pack_types t where t.id = any ($2::text[])`,
    [buyerId, packTypeIds, STOCK_COUNTED_MOST],
  );
  return rows.map((row) => ({
    packTypeId: row.id,
    name: row.name,
    price: toCents(row.price),
    isAvailable: row.is_available,
    purchaseLimit: row.purchase_limit,
    alreadyBought: row.already_bought,
    reserved: row.reserved,
    inStock: row.in_stock,
  }));
}

export type ClaimedPack = { id: string; packTypeId: string };

/**
 * Takes free packs for a buyer, in the random order fixed when they were stocked: the one place where
 * it is decided which pack a buyer gets. Answers the packs it got, which may be fewer than wanted.
 *
 * `skipLocked`: packs that another purchase is claiming are passed over, so that buyers don't queue.
 * Without it the claim waits for them, and finds out whether they were really taken.
 */
export async function claimFreePacks(
  db: Transaction,
  claim: {
    reservationId: string;
    buyerId: string;
    wanted: WantedLine[];
    state: 'reserved' | 'sold';
    skipLocked: boolean;
  },
): Promise<ClaimedPack[]> {
  const locking = claim.skipLocked ? 'skip locked' : '';
  const rows = await statement<{ id: string; pack_type_id: string }>(
    db,
    `with claimed as materialized (
       select p.id from unnest($3::text[], $4::int[]) as w (pack_type_id, quantity)
       cross join lateral (
         select id from physical_packs p
         where p.pack_type_id = w.pack_type_id and p.state = 'available'
         order by p.rank limit w.quantity for update ${locking}
       ) p
     )
     update physical_packs p set state = $5, buyer_id = $2, reservation_id = $1
     where p.id = any (array(select id from claimed))
     returning p.id, p.pack_type_id`,
    [
      claim.reservationId,
      claim.buyerId,
      claim.wanted.map((line) => line.packTypeId),
      claim.wanted.map((line) => line.quantity),
      claim.state,
    ],
  );
  return rows.map((row) => ({ id: row.id, packTypeId: row.pack_type_id }));
}

/** Sells the packs that a held reservation keeps. Answers none when they were given back. */
export async function sellReservedPacks(db: Transaction, reservationId: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `with paid as (
       update reservations set state = 'paid', expires_at = null where id = $1 and state = 'held' returning id
     )
     update physical_packs p set state = 'sold' from paid
     where p.reservation_id = paid.id and p.state = 'reserved' returning p.id`,
    [reservationId],
  );
  return rows.map((row) => row.id);
}

/**
 * Gives the packs of a held reservation back for sale. Answers whether there was something to give:
 * false when it was paid or given back before.
 */
export async function freeReservedPacks(db: Transaction, reservationId: string): Promise<boolean> {
  const rows = await statement<{ id: string }>(
    db,
    `with ended as (
       update reservations set state = case when expires_at <= shop_now() then 'expired' else 'released' end
       where id = $1 and state = 'held' returning id
     ), freed as (
       update physical_packs p set state = 'available', buyer_id = null, reservation_id = null from ended
       where p.reservation_id = ended.id and p.state = 'reserved'
     )
     select id from ended`,
    [reservationId],
  );
  return rows.length === 1;
}

/** The packs of a paid reservation that are sealed, locked until the transaction ends. */
export async function lockSealedPacks(
  db: Transaction,
  reservationId: string,
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(
    db,
    `select id, pack_type_id from physical_packs where reservation_id = $1 and state = 'sold' order by id for update`,
    [reservationId],
  );
}

/** Puts sold packs that are sealed back on sale, each at a new random place in the order of sale. */
export async function updatePacksToReturned(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `with returned as (
       insert into pack_returns (pack_id, reservation_id, returned_at)
       select id, reservation_id, shop_now() from physical_packs where id = any ($1::uuid[]) and state = 'sold'
       returning pack_id
     )
     update physical_packs p set state = 'available', buyer_id = null, reservation_id = null, rank = random()
     from returned r where p.id = r.pack_id`,
    [packIds],
  );
}

/** Keeps a held reservation until a later instant. */
export async function updateReservationExpiry(
  db: Transaction,
  reservationId: string,
  expiresAt: Date,
): Promise<void> {
  await statement(db, `update reservations set expires_at = $2 where id = $1 and state = 'held'`, [
    reservationId,
    expiresAt,
  ]);
}

/** Makes a reservation that is paid from the start, or marks one as paid that had run out. */
export async function insertPaidReservation(
  db: Transaction,
  id: string,
  userId: string,
): Promise<void> {
  await statement(
    db,
    `insert into reservations (id, user_id, state) values ($1, $2, 'paid')
     on conflict (id) do update set state = 'paid', expires_at = null
     where reservations.user_id = excluded.user_id and reservations.state in ('expired', 'released')`,
    [id, userId],
  );
}

/** Makes a reservation that holds for some seconds, and answers until when. */
export async function insertHeldReservation(
  db: Transaction,
  id: string,
  userId: string,
  seconds: number,
): Promise<Date> {
  const [row] = await statement<{ expires_at: Date }>(
    db,
    `insert into reservations (id, user_id, state, expires_at)
     values ($1, $2, 'held', shop_now() + make_interval(secs => $3)) returning expires_at`,
    [id, userId, seconds],
  );
  return row!.expires_at;
}

/** Marks cards that the caller has locked as gone, each for its own price: they are the house's again. */
export async function updateCardsToExit(
  db: Transaction,
  exit: CardExit,
  gone: { cardId: string; paid: Cents }[],
): Promise<void> {
  await statement(
    db,
    `update physical_cards p
     set status = $1, lock_reason = null, exit_price = g.paid, exited_at = shop_now(), auto_convert_at = null
     from unnest($2::uuid[], $3::bigint[]) as g (id, paid) where p.id = g.id`,
    [exit, gone.map((one) => one.cardId), gone.map((one) => one.paid)],
  );
}

/** Locks cards whose time is over, until an operator decides about them. The caller has them locked. */
export async function updateCardsToExpired(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'expired' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** Gives expired cards that the caller has locked `days` more, reminders included. Answers their new end. */
export async function updateCardsToReleased(
  db: Transaction,
  cardIds: string[],
  days: number,
): Promise<Date | null> {
  const [row] = await statement<{ auto_convert_at: Date }>(
    db,
    `update physical_cards
     set status = 'available', lock_reason = null, reminded_days = null,
       auto_convert_at = shop_now() + make_interval(days => $2)
     where id = any ($1::uuid[]) returning auto_convert_at`,
    [cardIds, days],
  );
  return row?.auto_convert_at ?? null;
}

/** Notes how many days ahead the owner of each card was reminded of its end. */
export async function updateCardsToReminded(
  db: Transaction,
  reminded: { cardId: string; days: ReminderDays }[],
): Promise<void> {
  await statement(
    db,
    `update physical_cards p set reminded_days = r.days
     from unnest($1::uuid[], $2::smallint[]) as r (id, days) where p.id = r.id`,
    [reminded.map((one) => one.cardId), reminded.map((one) => one.days)],
  );
}

/** Keeps cards back until their shipment is paid by card. They are in it already. */
export async function updateCardsToAwaitPayment(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'shipping_payment' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** Sends cards on their way. They are in a shipment already. */
export async function updateCardsToShipped(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'shipped', lock_reason = null, shipped_at = shop_now() where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Gives cards back to their owner that were in a shipment and are in it no more. The days that they were
 * on their way don't count towards their conversion, and their owner is told of the new day.
 */
export async function updateCardsToReturned(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'available', lock_reason = null, shipped_at = null,
       auto_convert_at = auto_convert_at + coalesce(shop_now() - shipped_at, interval '0'),
       reminded_days = case when shipped_at is null then reminded_days end
     where id = any ($1::uuid[])`,
    [cardIds],
  );
}

export async function updateCardsToDelivered(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'delivered', delivered_at = shop_now() where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** The ids of the sets that are in the catalogue, of those asked for. */
export async function listKnownSets(db: Database, setIds: string[]): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    db,
    'select id from card_sets where id = any ($1::text[])',
    [setIds],
  );
  return new Set(rows.map((row) => row.id));
}

export type SetCardRow = {
  id: string;
  set_id: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
};

/** What the cards of some sets are called in an intake file. */
export async function listCardsOfSets(db: Database, setIds: string[]): Promise<SetCardRow[]> {
  return statement<SetCardRow>(
    db,
    'select id, set_id, number, rarity, native_rarity, finish from cards where set_id = any ($1::text[])',
    [setIds],
  );
}

/**
 * Packs that came in before, of those asked for by serial, and whether they hold the same. What they
 * hold instead can't be asked: `content` is a hash.
 */
export async function comparePacks(
  db: Database,
  packs: { serial: string; content: string }[],
): Promise<Map<string, boolean>> {
  const rows = await statement<{ serial: string; is_same: boolean }>(
    db,
    'select serial, is_same from compare_packs($1::text[], $2::text[])',
    [packs.map((pack) => pack.serial), packs.map((pack) => pack.content)],
  );
  return new Map(rows.map((row) => [row.serial, row.is_same]));
}

/** The serials of the packs that have some certification numbers, by number. */
export async function listSerialsByCertification(
  db: Database,
  certificationNumbers: string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ certification_number: string; serial: string }>(
    db,
    'select certification_number, serial from physical_packs where certification_number = any ($1::text[])',
    [certificationNumbers],
  );
  return new Map(rows.map((row) => [row.certification_number, row.serial]));
}

/** A price of a card at a market on a day, in hundredths of its currency. */
export type PriceToStore = SeenPrice & { cardId: string; source: string };

/** Stores prices that are believed, and answers how many are new. What was told of a day stays. */
export async function insertPrices(db: Transaction, prices: PriceToStore[]): Promise<number> {
  const rows = await statement(
    db,
    `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
     select * from unnest($1::uuid[], $2::text[], $3::date[], $4::bigint[], $5::text[])
     on conflict do nothing returning card_id`,
    columnsOf(prices),
  );
  return rows.length;
}

/** Keeps prices that jumped until a person decides, and answers how many are new. */
export async function insertHeldPrices(
  db: Transaction,
  runId: string,
  held: { price: PriceToStore; before: SeenPrice }[],
): Promise<number> {
  const rows = await statement(
    db,
    `insert into held_prices (card_id, source, observed_on, amount_minor, currency, before_minor, before_on, run_id)
     select h.*, $8 from unnest($1::uuid[], $2::text[], $3::date[], $4::bigint[], $5::text[], $6::bigint[], $7::date[]) as h
     on conflict do nothing returning card_id`,
    [
      ...columnsOf(held.map((one) => one.price)),
      held.map((one) => one.before.amountMinor),
      held.map((one) => one.before.observedOn),
      runId,
    ],
  );
  return rows.length;
}

function columnsOf(prices: PriceToStore[]): unknown[] {
  return [
    prices.map((price) => price.cardId),
    prices.map((price) => price.source),
    prices.map((price) => price.observedOn),
    prices.map((price) => price.amountMinor),
    prices.map((price) => price.currency),
  ];
}

/** The newest believed price of each card at each market, by card and market. */
export async function listLastPrices(
  db: Database,
  cardIds: string[],
): Promise<Map<string, SeenPrice>> {
  const rows = await statement<{
    card_id: string;
    source: string;
    amount_minor: number;
    currency: string;
    observed_on: string;
  }>(
    db,
    `select distinct on (card_id, source) card_id, source, amount_minor, currency, observed_on::text as observed_on
     from price_observations where card_id = any ($1::uuid[])
     order by card_id, source, observed_on desc`,
    [cardIds],
  );
  return new Map(
    rows.map((row) => [
      `${row.card_id} ${row.source}`,
      { amountMinor: row.amount_minor, currency: row.currency, observedOn: row.observed_on },
    ]),
  );
}

/** The ids of cards by set and the source's own id, for those that the catalogue has. */
export async function findIdsOfCards(
  db: Database,
  cards: { setId: string; externalId: string }[],
): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; set_id: string; external_id: string }>(
    db,
    `select c.id, c.set_id, c.external_id from unnest($1::text[], $2::text[]) as w (set_id, external_id)
     join cards c on c.set_id = w.set_id and c.external_id = w.external_id`,
    [cards.map((card) => card.setId), cards.map((card) => card.externalId)],
  );
  return new Map(rows.map((row) => [`${row.set_id} ${row.external_id}`, row.id]));
}

/** Writes down that a refresh of a source has begun. */
export async function insertPriceRun(
  db: Database,
  run: { id: string; source: string; startedAt: Date },
): Promise<void> {
  await statement(db, 'insert into price_runs (id, source, started_at) values ($1, $2, $3)', [
    run.id,
    run.source,
    run.startedAt,
  ]);
}

/** Writes down how it ended. */
export async function updatePriceRun(
  db: Database,
  run: {
    id: string;
    finishedAt: Date;
    cards: number;
    newPrices: number;
    heldBack: number;
    error: string | null;
  },
): Promise<void> {
  await statement(
    db,
    `update price_runs set finished_at = $2, cards = $3, new_prices = $4, held_back = $5, error = $6
     where id = $1`,
    [run.id, run.finishedAt, run.cards, run.newPrices, run.heldBack, run.error],
  );
}

/** When the newest refresh of a source that went well began; null for never. */
export async function findLastPriceRun(db: Database, source: string): Promise<Date | null> {
  const [row] = await statement<{ started_at: Date }>(
    db,
    `select started_at from price_runs where source = $1 and finished_at is not null and error is null
     order by started_at desc limit 1`,
    [source],
  );
  return row?.started_at ?? null;
}
