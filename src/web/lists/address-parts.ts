// Reads search parameters that several pages share. Unknown values are dropped.
import { GAME_ID_FORM, type GameId } from '#domain/game.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { UUID_FORM } from '#domain/uuid.ts';

const SEARCH_LENGTH_MAX = 200;
const VERSION_MOST = 999_999_999;

export type Address = Record<string, unknown>;

/**
 * Wraps a function that reads search parameters, for `validateSearch` of a route. Parameters that `read` drops are set
 * to undefined, because otherwise the router would leave them in the URL.
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
 * Returns a parameter as text, because it may be a number or a boolean. NUL characters are removed, because no endpoint
 * accepts them.
 */
export function parameterText(value: unknown): string {
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  return isText ? String(value).replaceAll('\0', '') : '';
}

/** Reads a text parameter. A text longer than `most` characters is dropped. */
export function textIn<Name extends string>(
  address: Address,
  name: Name,
  most: number,
): { [name in Name]?: string } {
  const text = parameterText(address[name]);
  const isText = text.trim() !== '' && text.length <= most;
  return (isText ? { [name]: text } : {}) as { [name in Name]?: string };
}

/** Reads the id of a game. A page drops a game that the shop does not have (`useKnownGame`). */
export function gameIn({ game }: Address): { game?: GameId } {
  return typeof game === 'string' && GAME_ID_FORM.test(game) ? { game } : {};
}

/** Reads a parameter that is the id of an item. */
export function uuidIn<Name extends string>(
  address: Address,
  name: Name,
): { [name in Name]?: string } {
  const id = parameterText(address[name]);
  return (UUID_FORM.test(id) ? { [name]: id } : {}) as { [name in Name]?: string };
}

export function wordsIn(address: Address, most = SEARCH_LENGTH_MAX): { search?: string } {
  const search = parameterText(address['search']).slice(0, most);
  return search.trim() === '' ? {} : { search };
}

/** Reads an operators' list's order, such as `-price`, and its columns, such as `name,price`. */
export function listIn(address: Address): { sort?: string; columns?: string } {
  const { sort, columns } = address;
  return {
    ...(typeof sort === 'string' && /^-?\w{1,30}$/.test(sort) ? { sort } : {}),
    ...(typeof columns === 'string' && /^[\w,]{1,300}$/.test(columns) ? { columns } : {}),
  };
}

/** Reads the page number of a list. Returns an empty object for the first page. */
export function pageIn(address: Address): { page?: number } {
  const page = Number(address['page']);
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? { page } : {};
}

/** Reads the version number of a text. */
export function versionIn(address: Address): { version?: number } {
  const version = Number(address['version']);
  return Number.isInteger(version) && version > 0 && version <= VERSION_MOST ? { version } : {};
}

/** Reads the first and the last day in the viewer's time zone, such as `2026-11-21`. */
export function daysIn(address: Address): { from?: string; to?: string } {
  const { from, to } = address;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Reads the id of the item that is open beside the list. */
export function idIn(address: Address): { id?: string } {
  return uuidIn(address, 'id');
}
