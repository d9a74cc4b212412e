// Tables for spreadsheets: comma-separated values as RFC 4180 has them.
import type { Cents } from './money.ts';
import { decimalText } from './decimals.ts';

/** The value of a cell; null is empty. */
export type CsvCell = string | number | Date | { amount: Cents } | null;

/** One line, with its line break. */
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

// What a spreadsheet would read as a formula: at the start of a cell, also of one that begins where some
// split a line as well, at a semicolon, a tab or a line break. Signs of full width count, and what can't be seen before one
// doesn't. Our own numbers are never escaped.
const FORMULA_START = /(?<=^|[;\t\r\n])(?=["\s\p{Cf}]{0,32}[=+\-@＝＋－＠])|^(?=[\t\r])/gu;

/** User input must not become a formula for whoever opens the file. */
function harmless(text: string): string {
  return text.replaceAll(FORMULA_START, "'");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
