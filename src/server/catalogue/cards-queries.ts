import type { Finish, Rarity } from '#domain/card.ts';
import type { KindValue } from '#domain/expected-value.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { RARITY_ORDER } from './card-filters.ts';

export type CatalogueCardRow = {
  id: string;
  name: string;
  game: GameId;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
  market_value: Cents;
  priced_on: Date | null;
  remote: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of a `CatalogueCardRow` from `cards c` and `card_sets s`. */
export const CATALOGUE_CARD = `c.id, c.name, s.game, c.set_id, s.name as set_name, c.number, c.rarity, c.native_rarity,
  c.finish, c.market_value, c.priced_on::timestamp at time zone 'utc' as priced_on, c.image_url as remote,
  c.created_at, c.updated_at`;

export type MarketSort = 'price' | 'name' | 'rarity';

/**
 * The sort orders, exactly as in the indexes, which Postgres can read forwards or backwards. No
 * index would serve any other order.
 */
export const MARKET_ORDER: Record<MarketSort, Record<'asc' | 'desc', string>> = {
  price: {
    asc: 'c.market_value nulls first, c.id desc',
    desc: 'c.market_value desc nulls last, c.id',
  },
  name: { asc: 'lower(c.name), c.id', desc: 'lower(c.name) desc, c.id desc' },
  rarity: { asc: `${RARITY_ORDER}, c.id desc`, desc: `${RARITY_ORDER} desc, c.id` },
};

/** Finds a card of the catalogue. */
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

/** Returns those of the given set ids that are in the catalogue. */
export async function listKnownSets(db: Database, setIds: string[]): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    db,
    'select id from card_sets where id = any ($1::text[])',
    [setIds],
  );
  return new Set(rows.map((row) => row.id));
}

export type KnownSetRow = { id: string; code: string; name: string; released_on: string | null };

/** Finds sets by their ids, without regard to case. The keys of the result are in lower case. */
export async function findSetsAlike(
  db: Database,
  setIds: string[],
): Promise<Map<string, KnownSetRow>> {
  const rows = await statement<KnownSetRow>(
    db,
    `select id, code, name, released_on::text as released_on from card_sets where lower(id) = any ($1::text[])`,
    [[...new Set(setIds.map((id) => id.toLowerCase()))]],
  );
  return new Map(rows.map((row) => [row.id.toLowerCase(), row]));
}

/**
 * Lists the kinds of cards in some sets, each with the mean market value of its cards. A kind is a
 * rarity in a finish.
 */
export async function listKindsOfSets(db: Database, setIds: string[]): Promise<KindValue[]> {
  return statement<KindValue>(
    db,
    `select set_id as "setId", native_rarity as "nativeRarity", finish, rarity, count(*)::int as cards,
       avg(market_value)::float8 as "meanCents"
     from cards where set_id = any ($1::text[]) group by set_id, native_rarity, finish, rarity`,
    [setIds],
  );
}

export type SetCardRow = {
  id: string;
  set_id: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
};

/** Lists the cards of some sets with the fields by which an intake file names cards. */
export async function listCardsOfSets(db: Database, setIds: string[]): Promise<SetCardRow[]> {
  return statement<SetCardRow>(
    db,
    'select id, set_id, number, rarity, native_rarity, finish from cards where set_id = any ($1::text[])',
    [setIds],
  );
}

/** The ids of cards by their set and the source's own id. Cards that are not in the catalogue are left out. */
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

export type PrintedCardRow = SetCardRow & {
  external_id: string;
  name: string;
  market_value: Cents;
};

/** Lists the cards with these collector numbers in these sets, in every rarity and finish. */
export async function listPrintedCards(
  db: Database,
  wanted: { setId: string; number: string }[],
): Promise<PrintedCardRow[]> {
  return statement<PrintedCardRow>(
    db,
    `select c.id, c.set_id, c.external_id, c.number, c.name, c.rarity, c.native_rarity, c.finish, c.market_value
     from (select distinct * from unnest($1::text[], $2::text[]) as w (set_id, number)) w
     join cards c on c.set_id = w.set_id and c.number = w.number`,
    [wanted.map(({ setId }) => setId), wanted.map(({ number }) => number)],
  );
}

/**
 * Locks these sets, and their cards with these numbers, against changes by others until the
 * transaction ends.
 */
export async function lockPrintedCards(
  db: Transaction,
  wanted: { setId: string; number: string }[],
): Promise<void> {
  const setIds = wanted.map(({ setId }) => setId);
  await statement(
    db,
    'select from card_sets where id = any ($1::text[]) order by id for no key update',
    [[...new Set(setIds)]],
  );
  await statement(
    db,
    `select from cards c
     where (c.set_id, c.number) in (select * from unnest($1::text[], $2::text[])) order by c.id for no key update`,
    [setIds, wanted.map(({ number }) => number)],
  );
}

/** Locks a card of the catalogue against other manual price changes. Returns false if there is no such card. */
export async function lockCatalogueCard(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(db, 'select from cards where id = $1 for no key update', [id]);
  return rows.length > 0;
}

/** The ids of a set's cards by their key in an intake file: number, native rarity and finish. */
export async function findCardIds(db: Database, setId: string): Promise<Map<string, string>> {
  const rows = await statement<{
    id: string;
    number: string;
    native_rarity: string;
    finish: string;
  }>(db, 'select id, number, native_rarity, finish from cards where set_id = $1', [setId]);
  return new Map(rows.map((row) => [cardKey({ ...row, nativeRarity: row.native_rarity }), row.id]));
}

/** A card's key within its set, as text. */
export function cardKey(card: { number: string; nativeRarity: string; finish: string }): string {
  return `${card.number} | ${card.nativeRarity} | ${card.finish}`;
}
