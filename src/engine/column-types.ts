// Parses the columns of an answer from the database.
import pg from 'pg';

const INT8_OID = 20;

// Parses a bigint. Counts and cents are far below 2^53, so a larger bigint would be a bug, and must not lose digits
// silently. Because of this check, row types may declare a column of money as `Cents`.
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`bigint out of range: ${text}`);
  return number;
}

/** The driver's own parsers, except that bigints become numbers. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary'
      ? parseInt8
      : (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
};
