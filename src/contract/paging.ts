// The query parameters that select a page of a list (docs/product.md §11).
import { LAST_PAGE } from '#domain/last-page.ts';
import * as z from 'zod/mini';
import { nameShapes } from './names.ts';

/** A whole number in a query, between `least` and `most`. `start` is the value if the parameter is omitted. */
export function wholeNumber(name: string, least: number, most: number, start: number) {
  return z._default(wholeNumberText(name, least, most), start);
}

/** A whole number in a query, between `least` and `most`. Undefined if the parameter is omitted. */
export function optionalWholeNumber(name: string, least: number, most: number) {
  return z.optional(wholeNumberText(name, least, most));
}

function wholeNumberText(name: string, least: number, most: number) {
  const message = `${name} must be a whole number between ${least} and ${most}`;
  const text = z.string().check(
    z.regex(/^\d{1,9}$/, message),
    z.refine((n) => Number(n) >= least && Number(n) <= most, { error: message }),
  );
  const whole = z.int(message).check(z.minimum(least, message), z.maximum(most, message));
  return z.codec(text, whole, { decode: Number, encode: String });
}

/**
 * Operators' lists count up to this number, so that long lists respond fast. A `total` below this number is exact; a
 * `total` equal to it means "at least".
 */
export const COUNTED_MOST = 500;

/** The paging of card lists: `page` from 1, `pageSize` 1 to 100 (8 if omitted). */
export const cardPaging = {
  page: wholeNumber('page', 1, LAST_PAGE, 1),
  pageSize: wholeNumber('pageSize', 1, 100, 8),
};

/** The paging of other lists: `page` from 1, `limit` 1 to 100 (10 if omitted). */
export const paging = {
  page: wholeNumber('page', 1, LAST_PAGE, 1),
  limit: wholeNumber('limit', 1, 100, 10),
};

/** A list's order: a column, or a column with `-` before it for the opposite direction. */
export type SortedBy<Name extends string> = Name | `-${Name}`;

/** Reads an order from an address. Undefined if the list has no such order. */
export function orderIn<const Name extends string>(
  names: readonly Name[],
  sort: string | undefined,
): SortedBy<Name> | undefined {
  return names.flatMap((name): SortedBy<Name>[] => [name, `-${name}`]).find((one) => one === sort);
}

/** Reads columns from an address. Undefined if the address names none of the list's columns. */
export function columnsIn<const Name extends string>(
  names: readonly Name[],
  columns: string | undefined,
): Name[] | undefined {
  const wanted = columns?.split(',') ?? [];
  const chosen = names.filter((name) => wanted.includes(name));
  return chosen.length === 0 ? undefined : chosen;
}

/** The order of a list by one of some columns. If it is omitted, the list has its own order. */
export function sortedBy<const Name extends string>(names: readonly Name[]) {
  const orders = names.flatMap((name): SortedBy<Name>[] => [name, `-${name}`]);
  return z.optional(z.enum(orders, `sort must be one of ${orders.join(', ')}`));
}

/** The columns of an exported file, separated by commas. If they are omitted, the file has all columns. */
export function exportedColumns<const Name extends string>(names: readonly Name[]) {
  const message = `columns must be some of ${names.join(', ')}, separated by commas`;
  const column = z.enum(names, message);
  const text = z.string().check(
    z.maxLength(500, message),
    z.refine((list) => list.split(',').every((one) => names.some((name) => name === one)), {
      error: message,
    }),
  );
  return z.optional(
    z.codec(text, z.array(column), {
      decode: (list) => list.split(',') as z.output<typeof column>[],
      encode: (list) => list.join(','),
    }),
  );
}

export const cardPagination = z.object({
  totalItems: z.int(),
  totalPages: z.int(),
  page: z.int(),
  pageSize: z.int(),
  hasNext: z.boolean(),
  hasPrevious: z.boolean(),
});

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
});

/** The pagination of the requested page in a card list. */
export function cardPaginationOf(totalItems: number, page: number, pageSize: number) {
  const totalPages = Math.ceil(totalItems / pageSize);
  return {
    totalItems,
    totalPages,
    page,
    pageSize,
    hasNext: page < totalPages,
    hasPrevious: page > 1,
  };
}

/** The pagination of the requested page in a list that is no card list. */
export function paginationOf(total: number, page: number, limit: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}

nameShapes({ CardPagination: cardPagination, Pagination: pagination });
