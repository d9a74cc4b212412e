// Queries about physical packs, for operators. Only `openSealedRecord` returns the content of a
// sealed pack.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Condition, Finish, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import type { PackState } from '#domain/stock.ts';
import { statement, type Database } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';
import { begins, byLetters, firstBy, narrow, type Narrowed } from '../../database/narrow.ts';

export type StockRow = {
  id: string;
  pack_type_id: string;
  pack_type_name: string;
  serial: string;
  certification_number: string;
  state: PackState;
  received_at: Date;
  seal_kind: SealKind;
};

const STOCK_ROW = `p.id, p.pack_type_id, t.name as pack_type_name, p.serial, p.certification_number,
    coalesce(l.state, 'intake') as state, p.received_at, t.seal_kind
  from physical_packs p join pack_types t on t.id = p.pack_type_id left join places l on l.pack_id = p.id`;

export type StockFilters = {
  packTypeId: string | null;
  state: PackState | null;
  /** The beginning of a serial or certification number. Null for all packs. */
  search: string | null;
};

/** A page of the physical packs, newest first. Also their number, up to the limit of lists. */
export async function listStockRows(
  db: Database,
  filters: StockFilters,
  limit: number,
  offset: number,
): Promise<{ rows: StockRow[]; total: number }> {
  const { from, values, wanted } = selectionOf(filters);
  const page = (part: string) =>
    `select ${STOCK_ROW} join (${wanted(part)}) wanted on wanted.id = p.id
     order by p.received_at desc nulls last, p.id`;
  return pageOf(db, { from, values, page }, limit, offset);
}

/**
 * Selects packs for a list. `wanted`: a query for the ids of one page. `part`: the SQL of the
 * page's limit and offset.
 */
type Selection = { from: string; values: unknown[]; wanted: (part: string) => string };

function selectionOf(filters: StockFilters): Selection {
  if (filters.search === null && filters.state !== null && filters.state !== 'intake') {
    return selectPlaces(filters.packTypeId, filters.state);
  }
  const { where, values } = filtersOf(filters);
  const from = `from physical_packs p where ${where}`;
  const wanted = (part: string) =>
    `select p.id ${from} order by p.received_at desc nulls last, p.id ${part}`;
  return { from, values, wanted };
}

/**
 * Packs in a state. Reads the packs type by type, because an index over all types would be one more
 * index that every purchase has to update.
 */
function selectPlaces(packTypeId: string | null, state: PackState): Selection {
  const { where, values } = narrow([{ sql: 't.id = $?', value: packTypeId }]);
  const firstOfEachType = (most: string) => `from pack_types t cross join lateral (
      select l.pack_id as id, l.received_at from places l where l.pack_type_id = t.id and l.state = '${state}'
      order by l.received_at desc, l.id ${most}
    ) l where ${where}`;
  return {
    from: firstOfEachType(`limit ${COUNTED_MOST}`),
    values,
    wanted: (part) =>
      `select l.id ${firstOfEachType(upTo(part))} order by l.received_at desc, l.id ${part}`,
  };
}

/** The limit that covers all pages up to and including this one. */
function upTo(part: string): string {
  return part.replace('offset', '+').replaceAll(/\$\d+/g, '$&::bigint');
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
  // Finds only as many packs as lists count. If more packs match, the operator has to type more.
  const beginning = (name: string) => {
    const column = `upper(p.${name})`;
    return `(select p.id from physical_packs p where ${begins(column, text)} and ${where} ${firstBy(byLetters(column), COUNTED_MOST)})`;
  };
  return {
    ...found,
    where: `p.id = any (array(${beginning('serial')} union ${beginning('certification_number')}))`,
  };
}

const PLACE_OF_PACK = 'select from places l where l.pack_id = p.id';

/**
 * The state is looked up for each pack in the result. A join's cached plan would read all places,
 * because it knows neither the number of matches nor the number of packs in the state.
 */
const STATE_OF_PACK = '(select l.state from places l where l.pack_id = p.id) = $?';

/** States that only few packs are in. All packs in them are read, whatever text is searched. */
const OF_FEW = ['waiting', 'reserved', 'disputed', 'withdrawn'] as const;
type StateOfFew = (typeof OF_FEW)[number];

function isOfFew(state: PackState | null): state is StateOfFew {
  return OF_FEW.some((one) => one === state);
}

/** All packs in a rare state. The packs are looked up type by type, and then by id. */
function packsIn(state: StateOfFew): string {
  return `p.id = any (array(select l.pack_id from pack_types t cross join lateral (
    select pack_id from places where pack_type_id = t.id and state = '${state}' offset 0) l))`;
}

/** A physical pack, or null. */
export async function findStockRow(db: Database, id: string): Promise<StockRow | null> {
  const [row] = await statement<StockRow>(db, `select ${STOCK_ROW} where p.id = $1`, [id]);
  return row ?? null;
}

/** Who supplied a pack, or null. */
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
 * The content of a sealed pack. The database records the access in the audit log before it returns
 * the content. If there is no such pack or it is open, it returns nothing and records nothing.
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
