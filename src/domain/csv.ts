// Writes tables for spreadsheets: comma-separated values (RFC 4180).
import type { Cents } from './money.ts';
import { decimalText } from './decimals.ts';

/** The value of a cell. Null is an empty cell. */
export type CsvCell = string | number | Date | { amount: Cents } | null;

/** One line of the table, including its line break. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') {
    return 'amount' in cell ? decimalText(cell.amount) : cell.toISOString();
  }
  return quoted(harmless(cell));
}

// Finds the starts of text that a spreadsheet would read as a formula. Some spreadsheets also split
// a line at semicolons, tabs or line breaks, so text after these counts too. So do full-width
// signs, and signs after invisible characters. The shop's own numbers are never escaped.
const FORMULA_START = /(?<=^|[;\t\r\n])(?=["\s\p{Cf}]{0,32}[=+\-@＝＋－＠])|^(?=[\t\r])/gu;

/** Escapes user input, so that no spreadsheet reads it as a formula. */
function harmless(text: string): string {
  return text.replaceAll(FORMULA_START, "'");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
