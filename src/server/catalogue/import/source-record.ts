// Reads the fields of one object in a source's file. Errors name the object's place in that file.
import type { Game } from '#domain/game.ts';
import { ImportProblem } from './import-problem.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class SourceRecord {
  readonly file: string;
  readonly where: string;
  readonly #fields: JsonObject;

  /** `at` is the object's place in the list, counted from 0. Messages count from 1. */
  constructor(file: string, at: number, value: unknown) {
    this.file = file;
    const name = isObject(value) ? value['name'] : undefined;
    this.where = `record ${at + 1}${typeof name === 'string' && name ? ` ("${name}")` : ''}`;
    if (!isObject(value)) throw new ImportProblem(file, this.where, 'is not an object');
    this.#fields = value;
  }

  problem(problem: string): ImportProblem {
    return new ImportProblem(this.file, this.where, problem);
  }

  unknownRarity(word: string, game: Pick<Game, 'name'>): ImportProblem {
    return this.problem(`rarity "${word}" is not known in ${game.name}`);
  }

  get(field: string): unknown {
    return this.#fields[field];
  }

  /** Reads a required, non-empty text. Some sources write numbers instead of texts. */
  text(field: string): string {
    return this.textOf(this.get(field), field);
  }

  textOf(value: unknown, field: string): string {
    const text = typeof value === 'number' ? String(value) : value;
    if (text === undefined || text === null || text === '') throw this.problem(`has no ${field}`);
    if (typeof text !== 'string') throw this.problem(`${field} is not a text`);
    if (text.trim() === '') throw this.problem(`has no ${field}`);
    return text.trim();
  }

  /** Reads an optional object. */
  object(field: string): JsonObject | null {
    const value = this.get(field);
    if (value === undefined || value === null) return null;
    if (!isObject(value)) throw this.problem(`${field} is not an object`);
    return value;
  }

  /** Reads an optional list. Returns an empty list if the field is missing. */
  list(field: string): unknown[] {
    const value = this.get(field);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.problem(`${field} is not a list`);
    return value;
  }

  /** The finishes of a printing, by the names of Scryfall and MTGJSON. Throws if there are none. */
  finishes(): string[] {
    const finishes = this.list('finishes').map((finish) => this.textOf(finish, 'finish'));
    if (finishes.length === 0) throw this.problem('has no finishes');
    return finishes;
  }

  /**
   * Reads a price in whole cents, and rounds half a cent up. Null if there is no price, which some
   * sources write as 0. Decimals are parsed digit by digit, because 1.005 has no exact binary form
   * and must become 1.01.
   */
  priceCents(value: unknown): number | null {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw this.problem(`price ${JSON.stringify(value)} is not a number`);
    }
    const cents = parseCents(value);
    if (cents === null) throw this.problem(`price ${JSON.stringify(value)} is not a number`);
    // Looks for the minus sign in the text, because a small negative price rounds to zero cents.
    if (/^-.*[1-9]/.test(String(value))) throw this.problem(`price ${value} is negative`);
    return cents === 0 ? null : cents;
  }

  /** Reads the ISO date at the start of `value`. The date may have slashes instead of hyphens. */
  date(value: unknown, field: string): string {
    const date = typeof value === 'string' ? value.slice(0, 10).replaceAll('/', '-') : '';
    if (!isIsoDate(date)) throw this.problem(`${field} ${JSON.stringify(value)} is not a date`);
    return date;
  }

  optionalDate(field: string): string | null {
    const value = this.get(field);
    return value === undefined || value === null ? null : this.date(value, field);
  }
}

/** Whether a text has the form "2026-02-14" and is a real date. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/**
 * Whole cents of a decimal such as "12.345", with half a cent rounded away from zero. Null if
 * `value` is not a decimal.
 */
export function parseCents(value: string | number): number | null {
  // JSON.parse has already turned numbers into doubles. The shortest decimal text of such a double
  // equals the number in the file.
  const written = typeof value === 'number' && Math.abs(value) < 1e-6 ? '0' : String(value).trim();
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(written);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = fraction.padEnd(3, '0');
  const cents = Number(whole) * 100 + Number(digits.slice(0, 2)) + (Number(digits[2]) >= 5 ? 1 : 0);
  return sign && cents > 0 ? -cents : cents;
}
