// Tables of which each row is a version: somebody saved it as a whole, the newest holds, and none is ever changed.
import { statement, type Database } from '#engine/database.ts';

/** Reads a table of versions. `select`: all that a row has, without a condition; `versionOf` makes of it what the shop knows. */
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
    /** What was saved last, or null. */
    findNewest: (db: Database) => find(db, '', []),
    /** What had been saved last at an instant, or null. */
    findAt: (db: Database, at: Date) => find(db, 'where made_at <= $1', [at]),
    /** The newest of those that a condition holds for, or null. */
    findWhere: (db: Database, condition: string) => find(db, `where ${condition}`, []),
  };
}

/**
 * Saves a version; false where somebody else has made it already. `into`: `insert into <table>`; values by column, lists
 * and objects of JSON as text.
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
