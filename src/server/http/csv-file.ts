// CSV files of operators' lists. They are read and sent piece by piece, so that a long list is never in memory as a whole.
import { csvLine, type CsvCell } from '#domain/csv.ts';
import type { Cents } from '#domain/money.ts';
import type { Cursor } from '../database/order.ts';
import { TextFile } from './text-file.ts';

export type CsvColumns<Name extends string, Row> = Record<
  Name,
  { head: string; cell: (row: Row) => CsvCell }
>;

export function amountCell(amount: Cents | null | undefined): CsvCell {
  return amount === null || amount === undefined ? null : { amount };
}

/**
 * Returns a CSV file with the columns in `names`, or with all columns if `names` is undefined. `read` returns the rows
 * that follow the row `after`, or the first rows if `after` is null, and an empty list at the end.
 */
export function csvFile<Name extends string, Row>(
  columns: CsvColumns<Name, Row>,
  names: readonly Name[] | undefined,
  read: (after: Cursor | null) => Promise<(Row & Cursor)[]>,
): TextFile {
  const shown = (names ?? (Object.keys(columns) as Name[])).map((name) => columns[name]);
  async function* lines() {
    yield csvLine(shown.map(({ head }) => head));
    let rows = await read(null);
    while (rows.length > 0) {
      yield rows.map((row) => csvLine(shown.map(({ cell }) => cell(row)))).join('');
      // oxlint-disable-next-line no-await-in-loop -- Each piece begins where the previous piece ended.
      rows = await read(rows.at(-1)!);
    }
  }
  return new TextFile(lines());
}
