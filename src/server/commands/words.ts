// Parses the words of a command, before the command opens anything.
import type { emailField } from '#contract/accounts.ts';
import { parseCad } from '#domain/decimals.ts';
import type { Cents } from '#domain/money.ts';
import { isIsoDate } from '../catalogue/import/source-record.ts';
import { postgresUrl } from '../runtime/config.ts';
import { Refused, WrongUsage } from './command.ts';

/** Parses "yes" or "no". Like the parsers below, it throws Refused for anything else. */
export function readYes(option: string, written: string): boolean {
  if (written !== 'yes' && written !== 'no') throw new Refused(`${option} takes yes or no.`);
  return written === 'yes';
}

/** Parses an amount above zero. */
export function readCad(option: string, written: string): Cents {
  const amount = parseCad(written);
  if (amount === null || amount === 0) {
    throw new Refused(`${option} takes an amount in CAD above 0, such as 5 or 7.50.`);
  }
  return amount;
}

/** Parses a whole number from 1 to `most`. */
export function readCount(option: string, written: string, most: number): number {
  const number = /^\d{1,10}$/.test(written) ? Number(written) : 0;
  if (number < 1 || number > most) {
    throw new Refused(`${option} takes a whole number between 1 and ${most}.`);
  }
  return number;
}

/** Parses the address of a Postgres database. */
export function readAddress(option: string, written: string): string {
  const read = postgresUrl.safeParse(written);
  if (!read.success) throw new Refused(`${option} ${read.error.issues[0]!.message}.`);
  return read.data;
}

const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Parses an instant in UTC. */
export function readInstant(option: string, written: string): Date {
  const instant = new Date(INSTANT_FORM.test(written) ? written : NaN);
  if (Number.isNaN(instant.getTime())) {
    throw new Refused(`${option} takes an ISO time in UTC such as 2027-01-31T21:00:00Z.`);
  }
  return instant;
}

/**
 * Parses the end of a period. If the end is a day, the period ends with that day in UTC. If it is an instant, the
 * period ends exactly then.
 */
export function readEnd(written: string, now: Date): Date {
  const end = isIsoDate(written)
    ? new Date(Date.parse(`${written}T00:00:00Z`) + 86_400_000)
    : new Date(INSTANT_FORM.test(written) ? written : NaN);
  if (Number.isNaN(end.getTime())) {
    throw new Refused('--until takes a date such as 2027-01-31, or an ISO time in UTC.');
  }
  if (end <= now) throw new Refused(`--until ${written} is over already.`);
  return end;
}

/** Separates the options and their values from the other words. */
export function readOptions(
  words: string[],
  known: string[],
): { rest: string[]; options: Record<string, string> } {
  const rest: string[] = [];
  const options: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (!word.startsWith('--')) rest.push(word);
    else {
      const value = words[(index += 1)];
      if (!known.includes(word)) throw new WrongUsage(`There is no option ${word}.`);
      if (value === undefined) throw new WrongUsage(`${word} needs a value.`);
      options[word] = value;
    }
  }
  return { rest, options };
}

/** Returns the words of a command that takes no options. There must be one word for each of `names`. */
export function takeWords(words: string[], names: string[]): string[] {
  const { rest } = readOptions(words, []);
  if (rest.length < names.length) throw new WrongUsage(`${names[rest.length]} is missing.`);
  if (rest.length > names.length)
    throw new WrongUsage(`The argument "${rest[names.length]}" is one too many.`);
  return rest;
}

/** Parses a word from a fixed list. */
export function oneOf<const Words extends readonly string[]>(
  what: string,
  words: Words,
  word: string | undefined,
): Words[number] {
  if (word !== undefined && words.includes(word)) return word;
  const given = word === undefined ? '' : `, and not "${word}"`;
  throw new WrongUsage(`${what} is one of ${words.join(', ')}${given}.`);
}

/** Checks a value by the rule of a form field, and returns it. */
export function parse(field: typeof emailField, value: string): string {
  const parsed = field.safeParse(value);
  if (!parsed.success) throw new Refused(parsed.error.issues[0]!.message);
  return parsed.data;
}
