import type { Game } from '#domain/card.ts';
import type { Filling, KindValue } from '#domain/expected-value.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';
import { keptStock, PACK_TYPE, type KnownPackType } from '../pack-types-queries.ts';

export type AdminPackTypeRow = KnownPackType & {
  filling: Filling;
  /**
   * The average value of the type's counted packs, in cents, at today's prices. Null: no packs are
   * counted now.
   */
  counted_mean: Cents | null;
  values: KindValue[];
  /**
   * Number and average value in cents of the type's most recently received opened packs, at most
   * OPENED_MOST.
   */
  opened: { packs: number; meanCents: number | null };
};

/**
 * The number of opened packs in an average. More would be slow, because the list of all types looks
 * up each card of each pack (choice 663).
 */
const OPENED_MOST = 25;

// Adds up card values only for the types of the page. An index finds the cards of these types,
// which are a small part of all cards.
const ADMIN_PACK_TYPE = `select ${PACK_TYPE}, t.filling,
    (select f.market_mean from pack_type_facts f where f.pack_type_id = t.id and f.sealed = f.packs) as counted_mean,
    ${keptStock()} as in_stock,
    coalesce((
      select json_agg(json_build_object('setId', v.set_id, 'nativeRarity', v.native_rarity, 'finish', v.finish,
        'rarity', v.rarity, 'cards', v.cards, 'meanCents', v.mean))
      from (
        select c.set_id, c.native_rarity, c.finish, c.rarity, count(*) as cards, avg(c.market_value)::float8 as mean
        from pack_type_cards h cross join lateral (select * from cards where id = h.card_id limit 1) c where h.pack_type_id = t.id
        group by c.set_id, c.native_rarity, c.finish, c.rarity
      ) v
    ), '[]') as values,
    (
      select json_build_object('packs', count(*), 'meanCents', avg(o.cents)::float8)
      from (
        select (
          select sum(c.market_value) from physical_cards k join cards c on c.id = k.card_id where k.pack_id = p.pack_id
        ) as cents
        from places p where p.pack_type_id = t.id and p.state = 'opened'
        order by p.received_at desc, p.id limit ${OPENED_MOST}
      ) o
    ) as opened`;

/**
 * Lists a page of the pack types in the order of the shop. `search`: a part of the type's name or
 * id.
 */
export async function listAdminPackTypeRows(
  db: Database,
  filter: { game: Game | null; search: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: AdminPackTypeRow[]; total: number }> {
  const from = `from pack_types t join card_sets s on s.id = t.set_id
    where ($1::text is null or s.game = $1)
      and ($2::text is null or strpos(search_key(t.name || ' ' || t.id), $2) > 0)`;
  const values = [filter.game, filter.search === null ? null : searchKey(filter.search)];
  const page = (part: string) =>
    `${ADMIN_PACK_TYPE}
     from (select t.* ${from} order by t.position, t.id ${part}) t
     join card_sets s on s.id = t.set_id order by t.position, t.id`;
  return pageOf(db, { from, values, page }, limit, offset);
}

/** Finds a pack type as operators see it. */
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

/**
 * Locks a pack type against other operators until the transaction ends. False: the type is unknown.
 */
export async function lockPackType(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(db, 'select from pack_types where id = $1 for no key update', [id]);
  return rows.length > 0;
}

/** Whether a pack type has a published drop that is not over. */
export async function isInDrop(db: Database, packTypeId: string): Promise<boolean> {
  const [row] = await statement<{ is_in_drop: boolean }>(
    db,
    `select exists (
       select from drops where pack_type_id = $1 and state in ('published', 'open', 'paused')) as is_in_drop`,
    [packTypeId],
  );
  return row!.is_in_drop;
}

/** Whether packs of a type ever came in. */
export async function hasPacks(db: Database, packTypeId: string): Promise<boolean> {
  const [row] = await statement<{ has_packs: boolean }>(
    db,
    'select exists (select from physical_packs where pack_type_id = $1) as has_packs',
    [packTypeId],
  );
  return row!.has_packs;
}

/** A lock that prevents two operators from creating the same pack type at the same moment. */
export async function lockNewPackType(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('new pack type'))`, []);
}

/** Sets the picture of a pack type. Null: the type shows its drawing. */
export async function updatePackPicture(
  db: Transaction,
  id: string,
  picture: string | null,
): Promise<void> {
  await statement(db, 'update pack_types set picture = $2, updated_at = shop_now() where id = $1', [
    id,
    picture,
  ]);
}

/** Replaces a picture in every pack type. Null: the types show their drawings. */
export async function replacePackPicture(
  db: Transaction,
  before: string,
  picture: string | null,
): Promise<void> {
  await statement(
    db,
    'update pack_types set picture = $2, updated_at = shop_now() where picture = $1',
    [before, picture],
  );
}
