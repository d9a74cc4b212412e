// Stores the cards and sets of a source, and the values of cards.
import { randomUUID } from 'node:crypto';
import type { Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Transaction } from '#engine/database.ts';
import type { ReadCard } from './import/read-card.ts';

/** The id of a set. It consists of the set's game and code. */
export function setIdOf(card: { game: string; setCode: string }): string {
  return `${card.game}-${card.setCode}`;
}

export type StoredCard = {
  id: string;
  set_id: string;
  external_id: string;
  is_new: boolean;
};

/**
 * The beginning of a card's external id if only an operator's file, and no public source, lists the
 * card (choice 1007).
 */
const OWN_ID = 'csv:';

/** The external id of a card that only an operator's file lists. */
export function ownIdOf(card: { number: string; nativeRarity: string; finish: Finish }): string {
  return `${OWN_ID}${card.number}|${card.nativeRarity}|${card.finish}`;
}

/** Stores cards and their sets. A card is identified by its set and the source's own id. */
export async function storeCards(db: Transaction, cards: ReadCard[]): Promise<StoredCard[]> {
  await storeSets(db, cards);
  await nameBySource(db, cards);
  return statement<StoredCard>(
    db,
    `with incoming as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as c (id, set_id, external_id, name, number, rarity, native_rarity, finish, image_url)
     ), changed as (
       insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, image_url)
       select * from incoming
       on conflict (set_id, external_id) do update set name = excluded.name, number = excluded.number,
         rarity = excluded.rarity, native_rarity = excluded.native_rarity, image_url = coalesce(excluded.image_url, cards.image_url), updated_at = shop_now()
       where (cards.name, cards.number, cards.rarity, cards.native_rarity, cards.image_url) is distinct from
         (excluded.name, excluded.number, excluded.rarity, excluded.native_rarity, coalesce(excluded.image_url, cards.image_url))
       returning id, set_id, external_id, (xmax = 0) as is_new
     )
     select * from changed
     union all
     select c.id, c.set_id, c.external_id, false from cards c
     join incoming i on i.set_id = c.set_id and i.external_id = c.external_id
     where not exists (select from changed n where n.id = c.id)`,
    [
      cards.map(() => randomUUID()),
      cards.map(setIdOf),
      cards.map((card) => card.externalId),
      cards.map((card) => card.name),
      cards.map((card) => card.number),
      cards.map((card) => card.rarity),
      cards.map((card) => card.nativeRarity),
      cards.map((card) => card.finish),
      cards.map((card) => card.imageUrl),
    ],
  );
}

/**
 * Gives cards that came from an operator's file the id of the public source that now lists them.
 */
async function nameBySource(db: Transaction, cards: ReadCard[]): Promise<void> {
  await statement(
    db,
    `update cards c set external_id = w.external_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as w (set_id, external_id, number, native_rarity, finish)
     where c.set_id = w.set_id and c.number = w.number and c.native_rarity = w.native_rarity and c.finish = w.finish
       and c.external_id <> w.external_id and starts_with(c.external_id, '${OWN_ID}')`,
    [
      cards.map(setIdOf),
      cards.map((card) => card.externalId),
      cards.map((card) => card.number),
      cards.map((card) => card.nativeRarity),
      cards.map((card) => card.finish),
    ],
  );
}

async function storeSets(db: Transaction, cards: ReadCard[]): Promise<void> {
  await statement(
    db,
    `insert into card_sets (id, game, code, name, released_on)
     select distinct on (id) * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[]) as s (id, game, code, name, released_on)
     on conflict (id) do update set name = excluded.name, released_on = coalesce(excluded.released_on, card_sets.released_on)
     where (card_sets.name, card_sets.released_on) is distinct from
       (excluded.name, coalesce(excluded.released_on, card_sets.released_on))`,
    [
      cards.map(setIdOf),
      cards.map((card) => card.game),
      cards.map((card) => card.setCode),
      cards.map((card) => card.setName),
      cards.map((card) => card.setReleasedOn),
    ],
  );
}

/** Sets the values of cards. For each value, sets the date of the price that it comes from (`2026-11-21`). */
export async function storeMarketValues(
  db: Transaction,
  values: { cardId: string; value: Cents; pricedOn: string }[],
): Promise<void> {
  await statement(
    db,
    `update cards c set market_value = v.value, priced_on = v.priced_on
     from unnest($1::uuid[], $2::bigint[], $3::date[]) as v (id, value, priced_on)
     where c.id = v.id and (c.market_value, c.priced_on) is distinct from (v.value, v.priced_on)`,
    [
      values.map(({ cardId }) => cardId),
      values.map(({ value }) => value),
      values.map(({ pricedOn }) => pricedOn),
    ],
  );
}
