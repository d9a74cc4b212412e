import type { GameId } from '#domain/game.ts';
import type { Filling, KindValue } from '#domain/expected-value.ts';
import type { SortedBy } from '#contract/paging.ts';
import type { PACK_TYPE_ORDERS } from '#contract/catalogue-admin.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';
import { narrow } from '../../database/narrow.ts';
import { orderBySql, type Cursor, type Order } from '../../database/order.ts';
import { summedStock, PACK_TYPE, type KnownPackType } from '../pack-types-queries.ts';

export type AdminPackTypeRow = KnownPackType & {
  filling: Filling;
  /**
   * The average value of the type's counted packs, in cents, at today's prices. Null if no packs of
   * the type are counted now.
   */
  counted_mean: Cents | null;
  values: KindValue[];
  /**
   * The number of opened packs in the average, and their average value in cents. The average covers
   * the packs that the shop received last, at most OPENED_MOST.
   */
  opened: { packs: number; meanCents: number | null };
  /** The drop that fixes the type's price. `closesBy` is an instant in JSON's text form. */
  held_by: { dropId: string; number: number; closesBy: string } | null;
  cost: Cents | null;
};

/**
 * Maximum number of opened packs in an average. A higher number would be slow, because the list of
 * all types looks up each card of each pack (choice 663).
 */
const OPENED_MOST = 25;

// Adds up card values only for the types on the page. An index finds the cards of these types,
// which are a small part of all cards.
const ADMIN_PACK_TYPE = `select ${PACK_TYPE}, t.filling,
    (select f.market_mean from pack_type_facts f where f.pack_type_id = t.id and f.sealed = f.packs) as counted_mean,
    ${summedStock()} as in_stock,
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
          select sum(c.market_value) from physical_cards k join cards c on c.id = k.card_id where k.pack_id = p.pack_id and k.bought_as_id is null
        ) as cents
        from places p where p.pack_type_id = t.id and p.state = 'opened'
        order by p.received_at desc, p.id limit ${OPENED_MOST}
      ) o
    ) as opened,
    (
      select json_build_object('dropId', d.id, 'number', d.number, 'closesBy', d.closes_by)
      from drops d where d.pack_type_id = t.id and d.state in ('published', 'open', 'paused')
    ) as held_by,
    (
      select round(avg(k.cost))::bigint from places l join pack_costs k on k.pack_id = l.pack_id
      where l.pack_type_id = t.id and l.state in ('available', 'waiting')
    ) as cost`;

export type PackTypeFilters = {
  game: GameId | null;
  /** A part of the type's name or id. */
  search: string | null;
  ids: string[] | null;
};
type PackTypeSort = SortedBy<(typeof PACK_TYPE_ORDERS)[number]> | undefined;

const ORDERS = {
  place: { sql: 't.position', type: 'integer' },
  name: { sql: 'search_key(t.name)', type: 'text' },
  price: { sql: 't.price', type: 'bigint' },
} as const;
const ID = { sql: 't.id', type: 'text' } as const;

function filtersOf({ game, search, ids }: PackTypeFilters) {
  return [
    { sql: 't.id = any ($?::text[])', value: ids },
    { sql: 's.game = $?', value: game },
    {
      sql: `strpos(search_key(t.name || ' ' || t.id), $?) > 0`,
      value: search === null ? null : searchKey(search),
    },
  ];
}

const ALL = 'from pack_types t join card_sets s on s.id = t.set_id where';

const wanted = (where: string, { by, cursor }: Order, part: string) =>
  `${ADMIN_PACK_TYPE}, ${cursor} as cursor
   from (select t.* ${ALL} ${where} order by ${by} ${part}) t
   join card_sets s on s.id = t.set_id order by ${by}`;

/** Lists a page of the pack types. If `sort` is omitted, they are in the order of the shop. */
export async function listAdminPackTypeRows(
  db: Database,
  filters: PackTypeFilters,
  sort: PackTypeSort,
  limit: number,
  offset: number,
): Promise<{ rows: AdminPackTypeRow[]; total: number }> {
  const { where, values } = narrow(filtersOf(filters));
  const order = orderBySql(ORDERS, sort ?? 'place', ID);
  const page = (part: string) => wanted(where, order, part);
  return pageOf(db, { from: `${ALL} ${where}`, values, page }, limit, offset);
}

/** Lists the pack types that follow the type `after`, in the order of the page. */
export async function listAdminPackTypesAfter(
  db: Database,
  filters: PackTypeFilters,
  sort: PackTypeSort,
  after: Cursor | null,
  limit: number,
): Promise<(AdminPackTypeRow & { cursor: string })[]> {
  const order = orderBySql(ORDERS, sort ?? 'place', ID);
  const { where, values } = narrow([...filtersOf(filters), order.after(after)]);
  return statement(db, wanted(where, order, `limit ${limit}`), values);
}

/** The highest number of cards per pack of all pack types. Ten if the shop has no pack type. */
export async function findLargestCardCount(db: Database): Promise<number> {
  const [row] = await statement<{ cards: number }>(
    db,
    'select coalesce(max(card_count), 10)::int as cards from pack_types',
    [],
  );
  return row!.cards;
}

/** Finds a pack type as operators see it. */
export async function findAdminPackType(
  db: Database,
  id: string,
): Promise<AdminPackTypeRow | null> {
  const [row] = await findAdminPackTypes(db, [id]);
  return row ?? null;
}

/** Finds pack types as operators see them, in the order of their ids. Unknown ids are left out. */
export async function findAdminPackTypes(db: Database, ids: string[]): Promise<AdminPackTypeRow[]> {
  return statement<AdminPackTypeRow>(
    db,
    `${ADMIN_PACK_TYPE} from pack_types t join card_sets s on s.id = t.set_id where t.id = any ($1) order by t.id`,
    [ids],
  );
}

/** Locks pack types against other operators until the transaction ends. Returns the number of known ones. */
export async function lockPackTypes(db: Transaction, ids: string[]): Promise<number> {
  const rows = await statement(
    db,
    'select from pack_types where id = any ($1) order by id for no key update',
    [ids],
  );
  return rows.length;
}

/** Whether packs of a type ever arrived at the shop. */
export async function hasPacks(db: Database, packTypeId: string): Promise<boolean> {
  return (await listTypesWithPacks(db, [packTypeId])).size > 0;
}

/** Those of some pack types of which packs ever arrived at the shop. */
export async function listTypesWithPacks(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    db,
    `select w.id from unnest($1::text[]) w (id)
     where exists (select from physical_packs p where p.pack_type_id = w.id)`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Takes a lock, so that two operators can't create the same pack type at the same moment. */
export async function lockNewPackType(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('new pack type'))`, []);
}

/** Sets the picture of a pack type. If `picture` is null, the type shows its drawing. */
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

/** Replaces a picture in every pack type that has it. If `picture` is null, these types show their drawings. */
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
