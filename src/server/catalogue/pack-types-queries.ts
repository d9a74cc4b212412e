import type { Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Filling } from '#domain/expected-value.ts';
import type { AskedPrice } from '#domain/former-price.ts';
import type { Cents } from '#domain/money.ts';
import type { PackPromise, PackPromises } from '#domain/pack-promises.ts';
import { PACK_TYPE_FIELD_NAMES, type PackTypeFields } from '#domain/pack-type.ts';
import type { Offer } from '#domain/purchase.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';
import { FACTS_OF_TYPE, type PackTypeFactsRow } from './pack-type-facts-queries.ts';

/** The database column of a field of a pack type: `purchase_limit` for `purchaseLimit`. */
const columnOf = (field: keyof PackTypeFields) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const selected = (fields: readonly (keyof PackTypeFields)[]) =>
  fields.map((field) => `t.${columnOf(field)} as "${field}"`).join(', ');

/** The promises of `pack_types t`. */
export const PACK_PROMISES = selected(['promisesFoil', 'promisesRarity', 'promisesHits']);

/** The columns that every reader of a pack type gets. */
export type KnownPackType = PackTypeFields & {
  id: string;
  game: GameId;
  set_id: string;
  set_name: string;
  card_count: number;
  in_stock: number;
  odds: { rarity: Rarity; chance: number }[];
  /** The name of an operator's picture. */
  picture: string | null;
  /**
   * The newest prices of the type's price history, in the order of time. `since` is an instant as
   * text, as JSON has it.
   */
  asked: (Omit<AskedPrice, 'since'> & { since: string })[];
  updated_at: Date;
};

/**
 * Maximum number of prices that are read from a type's history. If a history is longer, the shop
 * may show no former price, but never a wrong one.
 */
const ASKED_PRICES_MOST = 200;

/** A `KnownPackType` from `pack_types t` and its `card_sets s`, without the stock. */
export const PACK_TYPE = `t.id, s.game, t.set_id, s.name as set_name, t.card_count, t.odds, t.picture, t.updated_at,
  (select coalesce(json_agg(json_build_object('price', a.price, 'since', a.since) order by a.since), '[]') from (
    select a.price, a.since from asked_prices a where a.pack_type_id = t.id order by a.since desc limit ${ASKED_PRICES_MOST}
  ) a) as asked,
  ${selected(PACK_TYPE_FIELD_NAMES)}`;

export type PackTypeRow = KnownPackType & {
  prices_as_of: Date | null;
  hits: {
    id: string;
    name: string;
    rarity: Rarity;
    market_value: Cents;
    remote: string | null;
    /** The number of the type's counted packs that hold the card. Null if no packs of the type are counted. */
    packs: number | null;
  }[];
  /** Null if fewer than twenty packs are sealed. The shop then has no statistics. */
  facts: PackTypeFactsRow | null;
  /**
   * Whether the odds were counted from the packs that arrived, because the filling of the type's
   * packs is unknown. Only operators see such odds.
   */
  odds_counted: boolean;
  created_at: Date;
};

/**
 * Returns SQL for the number of packs of `pack_types t` that are for sale. Adds up the stored
 * additions and removals instead of counting packs. `most` names the SQL parameter with the highest
 * number to show.
 */
export function summedStock(most = 'null'): string {
  return `(select least(coalesce(sum(k.packs), 0), ${most}::int)::int from shown_changes k where k.pack_type_id = t.id)`;
}

/** SQL for whether everybody may know a drop `d`: it is published, or announced. */
export const IS_PUBLIC_DROP = `(d.hash is not null or d.state = 'draft' and d.publishes_at is not null)`;

/**
 * SQL for whether visitors find `pack_types t` in lists: a pack of it was ever on sale, or a drop of it is announced
 * (choice 1090). The order makes Postgres use the index by state: a type without packs would else read all places.
 */
export const IS_LISTED = `((select l.state from places l where l.pack_type_id = t.id and l.state <> 'waiting' order by l.state limit 1) is not null
  or exists (select from drops d where d.pack_type_id = t.id and d.state <> 'given_up' and ${IS_PUBLIC_DROP}))`;

/**
 * Lists pack types in the shop's order, with their stock and potential hits. `only` limits the list
 * to one game, or to some ids. Without ids, the list has only the types that visitors find.
 */
export async function listPackTypeRows(
  db: Database,
  only: { game?: GameId | undefined; id?: string; ids?: string[] },
): Promise<PackTypeRow[]> {
  return statement<PackTypeRow>(
    db,
    `select ${PACK_TYPE}, t.created_at, t.odds_counted, ${FACTS_OF_TYPE} as facts,
       ${summedStock('$3')} as in_stock,
       h.hits, h.prices_as_of
     from pack_types t
     join card_sets s on s.id = t.set_id
     cross join lateral (
       select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'rarity', c.rarity,
           'market_value', c.market_value, 'remote', c.image_url, 'packs', h.packs) order by h.place), '[]') as hits,
         max(c.priced_on)::timestamp at time zone 'utc' as prices_as_of
       from potential_hits h join cards c on c.id = h.card_id where h.pack_type_id = t.id
     ) h
     where ($1::text is null or s.game = $1) and (t.id = any ($2::text[]) or ($2 is null and ${IS_LISTED}))
     order by t.position, t.id`,
    [only.game ?? null, only.ids ?? (only.id === undefined ? null : [only.id]), STOCK_COUNTED_MOST],
  );
}

/**
 * Lists the offers for some pack types, with the number of packs of each type that the buyer
 * already has. If the caller has locked the buyer's account, these numbers can't change until the
 * transaction ends. For a type without a purchase limit, counts the buyer's packs only if
 * `withReserved` is true, because it takes time to count a thousand packs.
 */
export async function listOffers(
  db: Database,
  buyerId: string,
  packTypeIds: string[],
  { withReserved = false }: { withReserved?: boolean } = {},
): Promise<Offer[]> {
  const asked = { buyerId, packTypeIds, withReserved };
  const rows = await batchedStatement<OfferRow, AskedOffers>(db, OFFERS, asked);
  return rows.map((row) => ({
    packTypeId: row.id,
    name: row.name,
    price: row.price,
    isAvailable: row.is_available,
    purchaseLimit: row.purchase_limit,
    alreadyBought: row.already_bought,
    reserved: row.reserved,
    inStock: row.in_stock,
  }));
}

type AskedOffers = { buyerId: string; packTypeIds: string[]; withReserved: boolean };

type OfferRow = {
  id: string;
  name: string;
  price: Cents;
  is_available: boolean;
  purchase_limit: number | null;
  already_bought: number;
  reserved: number;
  in_stock: number;
};

const OFFERS: BatchedStatement<AskedOffers> = {
  text: `select w.at, t.id, t.name, t.price, t.is_available, t.purchase_limit,
     b.already_bought, b.reserved, ${summedStock('$5')} as in_stock
   from unnest((select $1::int[]), $2::uuid[], $3::text[], $4::boolean[]) as w (at, buyer_id, pack_type_id, with_reserved)
   cross join lateral (
     select id, name, price, is_available, purchase_limit from pack_types where id = w.pack_type_id limit 1
   ) t
   cross join lateral (
     select count(*) as already_bought, count(*) filter (where p.state = 'reserved') as reserved
     from places p
     where p.buyer_id = w.buyer_id and p.pack_type_id = t.id and (t.purchase_limit is not null or w.with_reserved)
   ) b`,
  valuesOf: (asked) => {
    const lines = asked.flatMap(({ buyerId, packTypeIds, withReserved }, at) =>
      [...new Set(packTypeIds)].map((id) => [at + 1, buyerId, id, withReserved]),
    );
    return [...inColumns(lines, 4), STOCK_COUNTED_MOST];
  },
};

/**
 * Lists the ids of pack types in stock that a user never bought. Types of the user's favourite
 * games come before all others; both groups have the shop's order.
 */
export async function listUnboughtPackTypes(
  db: Database,
  userId: string,
  games: string[],
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select t.id from pack_types t join card_sets s on s.id = t.set_id
     where t.is_available
       and ${summedStock('1')} > 0
       and not exists (
         select from places p
         where p.buyer_id = $1 and p.pack_type_id = t.id and p.state in ('sold', 'disputed', 'opened')
       )
     order by s.game = any ($2::text[]) desc, t.position, t.id limit $3`,
    [userId, games, limit],
  );
  return rows.map((row) => row.id);
}

export type PackTypeToStore = {
  id: string;
  setId: string;
  cardCount: number;
  fields: PackTypeFields;
  /**
   * The odds from the known filling of the type's packs. If omitted, the filling is unknown: an
   * existing type keeps its odds, and `recountOdds` counts those of a new type from its packs.
   */
  odds?: { rarity: Rarity; chance: number }[];
  /** The kinds of cards in the type's packs. If omitted, the stored filling does not change. */
  filling?: Filling;
  /**
   * The type's place in the shop's order. If omitted, an existing type keeps its place and a new
   * type is placed last.
   */
  position?: number;
  /** Cards that the type's packs can hold. They are added to the stored cards. */
  cardIds?: string[];
};

/**
 * Creates a pack type, or updates the one with its id. An existing type's set and number of cards
 * do not change.
 */
export async function storePackType(
  db: Transaction,
  { id, setId, cardCount, fields, odds, filling, position, cardIds = [] }: PackTypeToStore,
): Promise<void> {
  const columns = PACK_TYPE_FIELD_NAMES.map(columnOf);
  await statement(
    db,
    `insert into pack_types (id, set_id, card_count, odds, odds_counted, position, filling, ${columns.join(', ')})
     values ($1, $2, $3, coalesce($4::jsonb, '[]'), $4::jsonb is null,
       coalesce($5::int, (select coalesce(max(position) + 1, 0) from pack_types)), coalesce($6::jsonb, '[]'),
       ${columns.map((_column, index) => `$${index + 7}`).join(', ')})
     on conflict (id) do update set odds = coalesce($4::jsonb, pack_types.odds),
       filling = coalesce($6::jsonb, pack_types.filling),
       odds_counted = pack_types.odds_counted and $4::jsonb is null,
       position = coalesce($5::int, pack_types.position), updated_at = shop_now(), original_price = null,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [
      id,
      setId,
      cardCount,
      odds === undefined ? null : JSON.stringify(odds),
      position ?? null,
      filling === undefined ? null : JSON.stringify(filling),
      ...PACK_TYPE_FIELD_NAMES.map((name) => fields[name]),
    ],
  );
  if (cardIds.length === 0) return;
  await statement(
    db,
    `insert into pack_type_cards (pack_type_id, card_id) select $1, * from unnest($2::uuid[]) on conflict do nothing`,
    [id, cardIds],
  );
}

/** The kinds of sealed packs that the shop's types have, each kind once. */
export async function listSealKinds(db: Database): Promise<SealKind[]> {
  const rows = await statement<{ seal_kind: SealKind }>(
    db,
    'select distinct seal_kind from pack_types order by 1 desc',
    [],
  );
  return rows.map((row) => row.seal_kind);
}

/**
 * Adds a made-up former price, marked as a sample, to a new type of the demo. Only the owner of the
 * database may do this, because the database itself writes the real history.
 */
export async function insertSamplePrice(
  db: Transaction,
  packTypeId: string,
  price: Cents,
): Promise<void> {
  await statement(
    db,
    `insert into asked_prices (pack_type_id, since, price, is_sample)
     values ($1, shop_now() - interval '120 days', $2, true)`,
    [packTypeId, price],
  );
}

/**
 * Lists those promises that a sealed pack of the type would break. The database does not reveal
 * which packs break them, or how many.
 */
export async function listBrokenPromises(
  db: Database,
  packTypeId: string,
  { promisesFoil, promisesRarity, promisesHits }: PackPromises,
): Promise<PackPromise[]> {
  const [row] = await statement<{ broken: PackPromise[] }>(
    db,
    'select broken_promises($1, $2, $3, $4) as broken',
    [packTypeId, promisesFoil, promisesRarity, promisesHits],
  );
  return row!.broken;
}

/**
 * Recounts the odds and the kinds of cards of pack types whose filling is unknown, from the packs
 * that arrived. The database returns only shares and averages, and nothing for a type with fewer
 * than twenty packs.
 */
export async function recountOdds(db: Transaction, packTypeIds: string[]): Promise<void> {
  await statement(
    db,
    `update pack_types t set odds = counted.odds, filling = counted.filling, updated_at = shop_now()
     from (
       select o.id, c.odds, c.filling from pack_types o cross join lateral count_contents(o.id) c
       where o.id = any ($1::text[]) and o.odds_counted
     ) counted
     where t.id = counted.id and (t.odds, t.filling) <> (counted.odds, counted.filling)`,
    [packTypeIds],
  );
}

/**
 * For pack types without a known filling, allows their packs to hold every card of these sets.
 * Returns the number of added cards.
 */
export async function allowCardsOfSets(
  db: Transaction,
  sets: { packTypeId: string; setId: string }[],
): Promise<number> {
  const rows = await statement(
    db,
    `insert into pack_type_cards (pack_type_id, card_id)
     select t.id, c.id from unnest($1::text[], $2::text[]) as w (pack_type_id, set_id)
     join pack_types t on t.id = w.pack_type_id and t.odds_counted
     join cards c on c.set_id = w.set_id
     on conflict do nothing returning card_id`,
    [sets.map((one) => one.packTypeId), sets.map((one) => one.setId)],
  );
  return rows.length;
}
