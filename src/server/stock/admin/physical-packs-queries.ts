// Queries about physical packs, for operators. Only `openSealedRecord` returns the content of a
// sealed pack.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { SortedBy } from '#contract/paging.ts';
import type { STOCK_ORDERS } from '#contract/stock-admin.ts';
import type { Condition, Finish, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { isSomebodysSealed, type PackState } from '#domain/stock.ts';
import { statement, type Database } from '#engine/database.ts';
import { pageOf, upTo } from '../../database/page-of.ts';
import {
  begins,
  byLetters,
  firstBy,
  narrow,
  type Filter,
  type Narrowed,
} from '../../database/narrow.ts';
import { orderBySql, type Cursor, type Order } from '../../database/order.ts';

export type StockRow = {
  id: string;
  pack_type_id: string;
  pack_type_name: string;
  serial: string;
  certification_number: string;
  state: PackState;
  received_at: Date;
  awaits_drop: boolean;
  seal_kind: SealKind;
};

const STOCK_ROW = `p.id, p.pack_type_id, t.name as pack_type_name, p.serial, p.certification_number,
    coalesce(l.state, 'intake') as state, p.received_at, t.seal_kind,
    coalesce(l.state = 'waiting' and l.awaits_drop, false) as awaits_drop
  from physical_packs p join pack_types t on t.id = p.pack_type_id left join places l on l.pack_id = p.id`;

export type StockFilters = {
  packTypeId: string | null;
  state: PackState | null;
  /** The beginning of a serial or certification number. Null for all packs. */
  search: string | null;
};

/** Null means newest first. */
type StockSort = SortedBy<(typeof STOCK_ORDERS)[number]> | null;

/** Packs and places have indexes by the time of intake, with the ids in the opposite direction. */
const orderOf = (sort: StockSort, table: 'p' | 'l'): Order =>
  orderBySql(
    {
      received: {
        sql: `${table}.received_at`,
        type: 'timestamptz',
        ...(table === 'p' && { isNullsLast: true as const }),
      },
    },
    sort ?? '-received',
    { sql: `${table}.id`, type: 'uuid', isReversed: true },
  );

/** Lists a page of the physical packs, and counts all of them up to the limit of lists. */
export async function listStockRows(
  db: Database,
  filters: StockFilters,
  sort: StockSort,
  limit: number,
  offset: number,
): Promise<{ rows: StockRow[]; total: number }> {
  const { from, values, wanted } = selectionOf(filters, sort, null);
  const page = (part: string) => stockRows(wanted(part), sort);
  return pageOf(db, { from, values, page }, limit, offset);
}

/** Lists the packs that follow a given one in the order of the page. */
export async function listStockAfter(
  db: Database,
  filters: StockFilters,
  sort: StockSort,
  after: Cursor | null,
  limit: number,
): Promise<(StockRow & { cursor: string })[]> {
  const { values, wanted } = selectionOf(filters, sort, after);
  return statement(db, stockRows(wanted(`limit ${limit}`), sort), values);
}

function stockRows(wanted: string, sort: StockSort): string {
  const { by, cursor } = orderOf(sort, 'p');
  return `select ${cursor} as cursor, ${STOCK_ROW} join (${wanted}) wanted on wanted.id = p.id order by ${by}`;
}

/**
 * Selects packs for a list. `wanted` returns a query for the ids of one page, and `part` is the SQL
 * of the page's limit and offset.
 */
type Selection = { from: string; values: unknown[]; wanted: (part: string) => string };

function selectionOf(filters: StockFilters, sort: StockSort, last: Cursor | null): Selection {
  if (filters.search === null && filters.state !== null && filters.state !== 'intake') {
    return selectPlaces(filters.packTypeId, filters.state, sort, last);
  }
  const found = filtersOf(filters);
  const order = orderOf(sort, 'p');
  const { where, values } = withAfter(found, order.after(last));
  const from = `from physical_packs p where ${where}`;
  return {
    from,
    values,
    wanted: (part) => `select p.id ${from} order by ${order.by} ${part}`,
  };
}

function withAfter({ where, values }: Narrowed, { sql, value }: Filter): Narrowed {
  if (value === null) return { where, values };
  const after = sql.replaceAll('$?', `$${values.length + 1}`);
  return { where: `${where} and ${after}`, values: [...values, value] };
}

/**
 * Selects the packs in a state. Reads the packs type by type, because every purchase would have to update an index over
 * all types.
 */
function selectPlaces(
  packTypeId: string | null,
  state: PackState,
  sort: StockSort,
  last: Cursor | null,
): Selection {
  const order = orderOf(sort, 'l');
  const types = narrow([{ sql: 't.id = $?', value: packTypeId }]);
  const { where: places, values } = withAfter(
    { where: `l.pack_type_id = t.id and l.state = '${state}'`, values: types.values },
    order.after(last),
  );
  const firstOfEachType = (most: string) => `from pack_types t cross join lateral (
      select l.pack_id, l.id, l.received_at from places l where ${places} order by ${order.by} ${most}
    ) l where ${types.where}`;
  return {
    from: firstOfEachType(`limit ${COUNTED_MOST}`),
    values,
    wanted: (part) =>
      `select l.pack_id as id ${firstOfEachType(part.includes('offset') ? upTo(part) : part)} order by ${order.by} ${part}`,
  };
}

function filtersOf({ packTypeId, state, search }: StockFilters): Narrowed {
  const { where, values } = narrow([
    { sql: 'p.pack_type_id = $?', value: packTypeId },
    state === 'intake'
      ? { sql: `p.commitment is null and not exists (${PLACE_OF_PACK})`, value: state }
      : { sql: isOfFew(state) ? packsIn(state) : STATE_OF_PACK, value: state },
  ]);
  if (search === null) return { where, values };
  const text = `$${values.length + 1}`;
  const found = { values: [...values, search.toUpperCase()] };
  if (isOfFew(state)) {
    const either = ['serial', 'certification_number']
      .map((column) => `left(upper(p.${column}), length(${text})) = ${text}`)
      .join(' or ');
    return { ...found, where: `${where} and (${either})` };
  }
  // Finds only as many packs as lists count. If more packs match, the operator has to type more of
  // the number.
  const beginning = (name: string) => {
    const column = `upper(p.${name})`;
    return `(select p.id from physical_packs p where ${begins(column, text)} and ${where} ${firstBy(byLetters(column), COUNTED_MOST)})`;
  };
  return {
    ...found,
    where: `p.id = any (array(${beginning('serial')} union ${beginning('certification_number')}))`,
  };
}

/**
 * The number of packs that a search reads before it leaves out sealed packs of users. If the limit applied only to the
 * remaining packs, a search for a serial whose packs are all sold would read all of them.
 */
const READ_MOST = 50;

/** Finds packs by the beginning of a serial or certification number. Leaves out sealed packs of users. */
export async function searchPacks(db: Database, search: string, most: number): Promise<StockRow[]> {
  // This limit is not in the form of `firstBy`. If a tenth of all packs match, a planner that expects to read all of
  // these would sort them.
  const beginning = (column: string) =>
    `(select id from physical_packs where ${begins(column, '$1')} order by ${byLetters(column)} limit ${READ_MOST})`;
  const rows = await statement<StockRow>(
    db,
    `select ${STOCK_ROW}
     join (${beginning('upper(serial)')} union ${beginning('upper(certification_number)')}) f on f.id = p.id
     order by p.serial`,
    [search.toUpperCase()],
  );
  return rows.filter(({ state }) => !isSomebodysSealed(state)).slice(0, most);
}

/** Finds a pack by its whole serial or certification number, also if it belongs to a user. */
export async function findPackByNumber(db: Database, number: string): Promise<StockRow | null> {
  const [row] = await statement<StockRow>(
    db,
    `select ${STOCK_ROW} where upper(p.serial) = $1 or upper(p.certification_number) = $1 order by p.serial limit 1`,
    [number.toUpperCase()],
  );
  return row ?? null;
}

const PLACE_OF_PACK = 'select from places l where l.pack_id = p.id';

/**
 * The state is looked up for each pack in the result. A cached plan with a join would read all
 * places, because it knows neither the number of matches nor the number of packs in the state.
 */
const STATE_OF_PACK = '(select l.state from places l where l.pack_id = p.id) = $?';

/**
 * The states that only few packs are in. If a search filters by such a state, it reads all packs in
 * the state, whatever its text is.
 */
const OF_FEW = ['waiting', 'reserved', 'disputed', 'withdrawn'] as const;
type StateOfFew = (typeof OF_FEW)[number];

function isOfFew(state: PackState | null): state is StateOfFew {
  return OF_FEW.some((one) => one === state);
}

/** SQL for all packs in a rare state. The query finds the packs type by type, and then looks them up by id. */
function packsIn(state: StateOfFew): string {
  return `p.id = any (array(select l.pack_id from pack_types t cross join lateral (
    select pack_id from places where pack_type_id = t.id and state = '${state}' offset 0) l))`;
}

/** Finds a physical pack. Returns null if there is none with this id. */
export async function findStockRow(db: Database, id: string): Promise<StockRow | null> {
  const [row] = await statement<StockRow>(db, `select ${STOCK_ROW} where p.id = $1`, [id]);
  return row ?? null;
}

/** Finds who supplied a pack. Returns null if the supplier is not recorded. */
export async function findSupplier(db: Database, packId: string): Promise<string | null> {
  const [row] = await statement<{ supplier: string }>(
    db,
    'select supplier from pack_suppliers where pack_id = $1',
    [packId],
  );
  return row?.supplier ?? null;
}

export type SealedCardRow = {
  position: number;
  card_id: string;
  name: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  finish: Finish;
  condition: Condition;
  market_value: Cents;
  remote: string | null;
};

/**
 * Returns the content of a sealed pack. Before that, the database records the access in the audit log. If there is no
 * such pack, or if it is already opened, returns no rows and records nothing.
 */
export async function openSealedRecord(
  db: Database,
  entry: { packId: string; sessionId: string; reason: string; ip: string; requestId: string },
): Promise<SealedCardRow[]> {
  return statement<SealedCardRow>(
    db,
    `select l.card_position as position, c.id as card_id, c.name, s.name as set_name, c.number, c.rarity, c.finish,
       l.card_condition as condition, c.market_value, c.image_url as remote
     from look_into_pack($1, $2, $3, $4, $5) l join cards c on c.id = l.card_id join card_sets s on s.id = c.set_id
     order by l.card_position`,
    [entry.packId, entry.sessionId, entry.reason, entry.ip, entry.requestId],
    { writes: true },
  );
}
