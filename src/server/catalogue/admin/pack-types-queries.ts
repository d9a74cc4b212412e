import { COUNTED_MOST } from '#contract/paging.ts';
import type { Game, Rarity } from '#domain/card.ts';
import type { RarityValue } from '#domain/expected-value.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '../../database/database.ts';

export type AdminPackTypeRow = {
  id: string;
  name: string;
  description: string;
  game: Game;
  set_id: string;
  set_name: string;
  card_count: number;
  price: Cents;
  original_price: Cents | null;
  in_stock: number;
  is_available: boolean;
  guaranteed: boolean;
  purchase_limit: number | null;
  tags: string[];
  details: string[];
  odds: { rarity: Rarity; chance: number }[];
  picture: string | null;
  updated_at: Date;
  values: RarityValue[];
};

// What the cards are worth is added up for the rows of the page only.
const ADMIN_PACK_TYPE = `select t.id, t.name, t.description, s.game, t.set_id, s.name as set_name, t.card_count, t.price,
    t.original_price, t.is_available, t.guaranteed, t.purchase_limit, t.tags, t.details, t.odds, t.picture, t.updated_at,
    (select count(*)::int from physical_packs p where p.pack_type_id = t.id and p.state = 'available') as in_stock,
    coalesce((
      select json_agg(json_build_object('rarity', v.rarity, 'cards', v.cards, 'meanCents', v.mean))
      from (
        select c.rarity, count(*) as cards, avg(c.market_value)::float8 as mean
        from pack_type_cards h join cards c on c.id = h.card_id where h.pack_type_id = t.id group by c.rarity
      ) v
    ), '[]') as values`;

/** A page of the pack types in the order of the shop. `search`: found in the name or the id. */
export async function listAdminPackTypeRows(
  db: Database,
  filter: { game: Game | null; search: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: AdminPackTypeRow[]; total: number }> {
  const from = `from pack_types t join card_sets s on s.id = t.set_id
    where ($1::text is null or s.game = $1)
      and ($2::text is null or strpos(lower(t.name || ' ' || t.id), lower($2)) > 0)`;
  const values = [filter.game, filter.search];
  const [rows, [counted]] = await Promise.all([
    statement<AdminPackTypeRow>(
      db,
      `${ADMIN_PACK_TYPE}
       from (select t.* ${from} order by t.position, t.id limit $3 offset $4) t
       join card_sets s on s.id = t.set_id order by t.position, t.id`,
      [...values, limit, offset],
    ),
    statement<{ total: number }>(
      db,
      `select count(*)::int as total from (select 1 ${from} limit ${COUNTED_MOST}) c`,
      values,
    ),
  ]);
  return { rows, total: counted!.total };
}

/** One pack type as operators see it, or null. */
export async function findAdminPackType(
  db: Database,
  id: string,
): Promise<AdminPackTypeRow | null> {
  const [row] = await statement<AdminPackTypeRow>(
    db,
    `${ADMIN_PACK_TYPE} from pack_types t join card_sets s on s.id = t.set_id where t.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Locks a pack type against other operators until the transaction ends; false for an unknown one. */
export async function lockPackType(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(db, 'select from pack_types where id = $1 for no key update', [id]);
  return rows.length > 0;
}

/** Keeps two operators from making the same pack type at once. */
export async function lockNewPackType(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('new pack type'))`, []);
}

export async function updatePackAvailability(
  db: Transaction,
  id: string,
  isAvailable: boolean,
): Promise<void> {
  await statement(db, 'update pack_types set is_available = $2, updated_at = now() where id = $1', [
    id,
    isAvailable,
  ]);
}

/** Writes anew what a pack type says and costs. */
export async function updatePackType(
  db: Transaction,
  type: {
    id: string;
    name: string;
    description: string;
    price: Cents;
    originalPrice: Cents | null;
    purchaseLimit: number | null;
    guaranteed: boolean;
    isAvailable: boolean;
    tags: string[];
    details: string[];
  },
): Promise<void> {
  await statement(
    db,
    `update pack_types set name = $2, description = $3, price = $4, original_price = $5, purchase_limit = $6,
       guaranteed = $7, is_available = $8, tags = $9, details = $10, updated_at = now() where id = $1`,
    [
      type.id,
      type.name,
      type.description,
      type.price,
      type.originalPrice,
      type.purchaseLimit,
      type.guaranteed,
      type.isAvailable,
      type.tags,
      type.details,
    ],
  );
}
