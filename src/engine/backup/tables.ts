// Lists the tables of some schemas from Postgres' catalogue, and makes the statements that copy them.
import type pg from 'pg';

export type Table = {
  /** The table's name, with its schema unless that is `public`. */
  name: string;
  /** The columns for COPY, which are all except generated ones. */
  columns: string[];
  /**
   * A sort order that is the same on every server: rows are sorted by primary key, and texts are compared byte by byte.
   */
  order: string;
};

const NAME = `case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname`;

/** All tables of `schemas`. Each table comes after the tables to which its foreign keys point. */
export async function findTables(
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `
    select ${NAME} as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attgenerated = '') as columns,
           coalesce((select string_agg(format('%I', a.attname)
                              || case when a.attcollation <> 0 then ' collate "C"' else '' end,
                              ', ' order by k.position)
              from pg_index i, unnest(i.indkey::int2[]) with ordinality k (attnum, position),
                   pg_attribute a
             where i.indrelid = c.oid and i.indisprimary
               and a.attrelid = c.oid and a.attnum = k.attnum),
             format('(%I.*)::text collate "C"', c.relname)) as order
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r'
     order by ${NAME} collate "C"`,
    [schemas],
  );
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `
    with named as (
      select c.oid, ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any ($1))
    select f.name as from, t.name as to
      from pg_constraint k
      join named f on f.oid = k.conrelid
      join named t on t.oid = k.confrelid
     where k.contype = 'f' and f.oid <> t.oid`,
    [schemas],
  );
  return inOrderOfKeys(tables, keys);
}

function inOrderOfKeys(tables: Table[], keys: { from: string; to: string }[]): Table[] {
  const sorted: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map((table) => table.name));
    const waits = new Set(keys.filter((key) => names.has(key.to)).map((key) => key.from));
    const ready = left.filter((table) => !waits.has(table.name));
    if (ready.length === 0) throw new Error(`Foreign keys run in a circle: ${[...names].join()}`);
    sorted.push(...ready);
    left = left.filter((table) => waits.has(table.name));
  }
  return sorted;
}

/** The `copy` statement that writes a table to standard output, in the table's `order`. */
export function copyOutText({ name, columns, order }: Table): string {
  return `copy (select ${quoted(columns)} from ${quotedTable(name)} order by ${order}) to stdout`;
}

export function copyInText(name: string, columns: string[]): string {
  return `copy ${quotedTable(name)} (${quoted(columns)}) from stdin`;
}

export function quotedTable(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

function quoted(columns: string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/**
 * With this setting, reading a table with hidden rows is an error. Otherwise the backup would silently lack those rows.
 */
export const EVERY_ROW = 'set row_security = off';
