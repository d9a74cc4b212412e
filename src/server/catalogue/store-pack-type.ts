// Making or updating what the catalogue sells.
import type { Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

export type PackTypeToStore = {
  id: string;
  setId: string;
  name: string;
  description: string;
  price: Cents;
  originalPrice: Cents | null;
  cardCount: number;
  purchaseLimit: number | null;
  guaranteed: boolean;
  tags: string[];
  details: string[];
  /**
   * From how its packs are filled; null where nobody says. Then a type keeps the odds it has, and those
   * of a new one are counted from its packs (`recountOdds`).
   */
  odds: { rarity: Rarity; chance: number }[] | null;
  /** Null: the place it has, a new one the last. */
  position: number | null;
  /** Left out: as it is, a new one on sale. */
  isAvailable?: boolean | undefined;
  /** The cards it can hold, besides those it could hold before. */
  cardIds: string[];
};

/** One pack of a type for each user, unless something else was said. */
export const USUAL_LIMIT = 1;

/** A reduction that a new price has overtaken ends; every other one stays unless something else is said. */
export function originalPriceAfter(
  change: { price: Cents; originalPrice?: Cents | null | undefined },
  old: { original_price: Cents | null } | null,
): Cents | null {
  if (change.originalPrice !== undefined) return change.originalPrice;
  const before = old?.original_price ?? null;
  return before === null || before <= change.price ? null : before;
}

/** Makes a pack type, or brings the one with its id up to date. */
export async function storePackType(db: Transaction, type: PackTypeToStore): Promise<void> {
  await statement(
    db,
    `insert into pack_types (id, set_id, name, description, price, original_price, card_count, purchase_limit,
       guaranteed, tags, details, odds, odds_counted, position, is_available)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::jsonb, '[]'), $12::jsonb is null,
       coalesce($13::int, (select coalesce(max(position) + 1, 0) from pack_types)), coalesce($14::boolean, true))
     on conflict (id) do update set name = excluded.name, description = excluded.description, price = excluded.price,
       original_price = excluded.original_price, purchase_limit = excluded.purchase_limit,
       guaranteed = excluded.guaranteed, tags = excluded.tags, details = excluded.details,
       odds = coalesce($12::jsonb, pack_types.odds), odds_counted = pack_types.odds_counted and $12::jsonb is null,
       position = coalesce($13::int, pack_types.position),
       is_available = coalesce($14::boolean, pack_types.is_available), updated_at = now()`,
    [
      type.id,
      type.setId,
      type.name,
      type.description,
      type.price,
      type.originalPrice,
      type.cardCount,
      type.purchaseLimit,
      type.guaranteed,
      type.tags,
      type.details,
      type.odds === null ? null : JSON.stringify(type.odds),
      type.position,
      type.isAvailable ?? null,
    ],
  );
  await statement(
    db,
    `insert into pack_type_cards (pack_type_id, card_id) select $1, * from unnest($2::uuid[]) on conflict do nothing`,
    [type.id, type.cardIds],
  );
}

/**
 * Counts the odds of pack types that nobody gave odds for anew, from the packs that came in. The
 * database answers shares only, and none for fewer than twenty packs.
 */
export async function recountOdds(db: Transaction, packTypeIds: string[]): Promise<void> {
  await statement(
    db,
    `update pack_types t set odds = counted.odds, updated_at = now()
     from (select id, count_odds(id) as odds from pack_types where id = any ($1::text[]) and odds_counted) counted
     where t.id = counted.id and t.odds <> counted.odds`,
    [packTypeIds],
  );
}

/** Lets pack types without a known filling hold every card of these sets. Answers how many are new. */
export async function widenPackTypes(
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
