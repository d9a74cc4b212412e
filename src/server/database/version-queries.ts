// Queries of tables in which each row is a version. A version is saved as a whole and never
// changes; the newest version applies.
import { statement, type Database } from '#engine/database.ts';

/**
 * Makes functions that read a table of versions. `select` is a query of all columns without a
 * condition, and `versionOf` converts a row.
 */
export function versionsOf<Row extends object, Version>(
  select: string,
  versionOf: (row: Row) => Version,
) {
  const find = async (db: Database, where: string, values: unknown[]): Promise<Version | null> => {
    const text = `${select} ${where} order by version desc limit 1`;
    const [row] = await statement<Row>(db, text, values);
    return row === undefined ? null : versionOf(row);
  };
  return {
    /** Finds the newest version. Returns null if no version is saved. */
    findNewest: (db: Database) => find(db, '', []),
    /** Finds the version that was the newest at an instant. Returns null if no version was saved by then. */
    findAt: (db: Database, at: Date) => find(db, 'where made_at <= $1', [at]),
    /** Finds the newest version that satisfies a condition. Returns null if no version does. */
    findWhere: (db: Database, condition: string) => find(db, `where ${condition}`, []),
  };
}

/**
 * Saves a version. Returns false if another operator has already saved a version with this number.
 * `into` is `insert into <table>`, and `row` has the values by column, with JSON lists and objects
 * as text.
 */
export async function insertVersion(
  db: Database,
  into: string,
  row: { version: number; made_by_id: string | null } & Record<string, unknown>,
): Promise<boolean> {
  const columns = Object.keys(row);
  const places = columns.map((_column, at) => `$${at + 1}`);
  const rows = await statement(
    db,
    `${into} (${columns.join(', ')}) values (${places.join(', ')})
     on conflict (version) do nothing returning version`,
    Object.values(row),
  );
  return rows.length > 0;
}
