// Reads CSV files of operators: UTF-8 or Windows-1252, with commas, semicolons or tabs (choice 969).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A record of the file. `line`: the line of the file on which it ends, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

export type CsvProblem = { line: number; problem: string };

const DELIMITERS = [',', ';', '\t'];

/** How much of a file is parsed in one turn, so that requests of shoppers don't wait for a long file. */
const SLICE = 16 * 1024;

/**
 * Decodes a file. Bytes that are not UTF-8 are Windows-1252, which spreadsheets on Windows write. NUL characters are
 * removed, because the database can't store them. All lines get the same end, because the parser counts a line twice
 * if its end differs from the first line's.
 */
export function decodeCsv(bytes: Uint8Array): string {
  return decoded(bytes).replaceAll('\0', '').replaceAll('\r\n', '\n');
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator of a file: the one that is most often in its first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  const counts = DELIMITERS.map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + SLICE;
    // Doesn't split a character that has two code units.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    yield text.slice(start, end);
    // oxlint-disable-next-line no-await-in-loop -- Each slice has a turn of its own.
    await nextTurn();
  }
}

/** Yields the records of a file in order, without empty lines. If the file is not CSV, yields a problem last. */
export async function* readCsv(text: string): AsyncGenerator<CsvRecord | CsvProblem> {
  const records = Readable.from(slicesOf(text)).compose(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }),
  );
  try {
    for await (const { record, info } of records as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: unknown }).lines ?? 1);
    yield { line, problem: 'this is not CSV: a quotation mark is missing or too many' };
  }
}

/** Returns all records of a small file. If the file is not CSV, returns the problem and its line instead. */
export async function readWholeCsv(text: string): Promise<CsvRecord[] | CsvProblem> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(text)) {
    if ('problem' in record) return record;
    records.push(record);
  }
  return records;
}
