// What the addresses of lists have in common. What is not understood is left out.
const SEARCH_LENGTH_MAX = 200;

export type Address = Record<string, unknown>;

/** A text that looks like a number comes as one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function wordsIn(address: Address, most = SEARCH_LENGTH_MAX): { search?: string } {
  // No row takes a NUL.
  const search = textOf(address['search']).replaceAll('\0', '').slice(0, most);
  return search.trim() === '' ? {} : { search };
}

export function pageIn(address: Address): { page?: number } {
  const page = Number(address['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

/** Days of the viewer, `2026-11-21`. */
export function daysIn(address: Address): { from?: string; to?: string } {
  const { from, to } = address;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The one that is open beside the list. */
export function idIn(address: Address): { id?: string } {
  const id = textOf(address['id']);
  return id === '' ? {} : { id };
}
