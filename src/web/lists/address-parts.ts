// Common search parameters of pages. Unknown values are dropped.
import { LAST_PAGE } from '#domain/last-page.ts';
import { UUID_FORM } from '#domain/uuid.ts';

const SEARCH_LENGTH_MAX = 200;
const VERSION_MOST = 999_999_999;

export type Address = Record<string, unknown>;

/**
 * Wraps the reader of a route for its `validateSearch`. The router would pass on every parameter that the reader
 * leaves out. So this sets them to undefined, which also removes them from the URL (choice 770).
 */
export function cleaned<Found extends object>(
  read: (address: Address) => Found,
): (address: Address) => Found {
  return (address) => {
    const dropped: Record<string, undefined> = {};
    const noted = new Proxy(address, {
      get: (values, name: string) => {
        if (name in values) dropped[name] = undefined;
        return values[name];
      },
    });
    const found = read(noted);
    return { ...dropped, ...found };
  };
}

/**
 * The router parses a text that looks like a number as a number, and "true" as a boolean. No endpoint accepts a NUL.
 */
export function textOf(value: unknown): string {
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  return isText ? String(value).replaceAll('\0', '') : '';
}

/** A text parameter of at most `most` characters. */
export function textIn<Name extends string>(
  address: Address,
  name: Name,
  most: number,
): { [name in Name]?: string } {
  const text = textOf(address[name]);
  const isText = text.trim() !== '' && text.length <= most;
  return (isText ? { [name]: text } : {}) as { [name in Name]?: string };
}

/** The id of an item as a parameter. */
export function uuidIn<Name extends string>(
  address: Address,
  name: Name,
): { [name in Name]?: string } {
  const id = textOf(address[name]);
  return (UUID_FORM.test(id) ? { [name]: id } : {}) as { [name in Name]?: string };
}

export function wordsIn(address: Address, most = SEARCH_LENGTH_MAX): { search?: string } {
  const search = textOf(address['search']).slice(0, most);
  return search.trim() === '' ? {} : { search };
}

/** The page of a list, from the second on. The first page has no parameter. */
export function pageIn(address: Address): { page?: number } {
  const page = Number(address['page']);
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? { page } : {};
}

/** The version number of a text. */
export function versionIn(address: Address): { version?: number } {
  const version = Number(address['version']);
  return Number.isInteger(version) && version > 0 && version <= VERSION_MOST ? { version } : {};
}

/** Days in the viewer's time zone, `2026-11-21`. */
export function daysIn(address: Address): { from?: string; to?: string } {
  const { from, to } = address;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The item that is open beside the list. */
export function idIn(address: Address): { id?: string } {
  return uuidIn(address, 'id');
}
