// What the columns of an answer become.
import pg from 'pg';

const INT8_OID = 20;

// Counts and cents are far below 2^53; a larger bigint would be a bug and must not lose digits silently. So the
// types of rows may say `Cents` of a column of money.
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`bigint out of range: ${text}`);
  return number;
}

/** As the driver reads them by itself, but for bigints, which are numbers here. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary'
      ? parseInt8
      : (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
};
