// Making or updating what the catalogue sells.
import type { Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '../database/database.ts';

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
  odds: { rarity: Rarity; chance: number }[];
  position: number;
  /** The cards it can hold. */
  cardIds: string[];
};

/** Makes a pack type, or brings the one with its id up to date. */
export async function storePackType(db: Database, type: PackTypeToStore): Promise<void> {
  await statement(
    db,
    'upsert_pack_type',
    `insert into pack_types (id, set_id, name, description, price, original_price, card_count, purchase_limit,
       guaranteed, tags, details, odds, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (id) do update set name = excluded.name, description = excluded.description, price = excluded.price,
       original_price = excluded.original_price, purchase_limit = excluded.purchase_limit,
       guaranteed = excluded.guaranteed, tags = excluded.tags, details = excluded.details, odds = excluded.odds,
       position = excluded.position, updated_at = now()`,
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
      JSON.stringify(type.odds),
      type.position,
    ],
  );
  await statement(
    db,
    'insert_pack_type_cards',
    `insert into pack_type_cards (pack_type_id, card_id) select $1, * from unnest($2::uuid[]) on conflict do nothing`,
    [type.id, type.cardIds],
  );
}

/** The ids of a set's cards by their key in an intake file: number, native rarity and finish. */
export async function findCardIds(db: Database, setId: string): Promise<Map<string, string>> {
  const rows = await statement<{
    id: string;
    number: string;
    native_rarity: string;
    finish: string;
  }>(
    db,
    'list_card_keys_of_set',
    'select id, number, native_rarity, finish from cards where set_id = $1',
    [setId],
  );
  return new Map(rows.map((row) => [cardKey({ ...row, nativeRarity: row.native_rarity }), row.id]));
}

/** A card's key within its set, as text. */
export function cardKey(card: { number: string; nativeRarity: string; finish: string }): string {
  return `${card.number} | ${card.nativeRarity} | ${card.finish}`;
}
