import type { Game, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { Offer } from '#domain/purchase.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { statement, type Database } from '../database/database.ts';

export type PackTypeRow = {
  id: string;
  name: string;
  description: string;
  price: Cents;
  original_price: Cents | null;
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
  hits: { id: string; name: string; rarity: Rarity; market_value: Cents }[];
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
    price: Cents;
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
    price: row.price,
    isAvailable: row.is_available,
    purchaseLimit: row.purchase_limit,
    alreadyBought: row.already_bought,
    reserved: row.reserved,
    inStock: row.in_stock,
  }));
}

/**
 * The ids of packs in stock that a user never bought, those of their favourite games first, then in the
 * shop's order.
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
       and exists (select from physical_packs p where p.pack_type_id = t.id and p.state = 'available')
       and not exists (
         select from physical_packs p
         where p.buyer_id = $1 and p.pack_type_id = t.id and p.state in ('sold', 'opened')
       )
     order by s.game = any ($2::text[]) desc, t.position, t.id limit $3`,
    [userId, games, limit],
  );
  return rows.map((row) => row.id);
}
