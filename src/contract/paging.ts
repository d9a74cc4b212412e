// The pagination of card lists and of other lists (docs/product.md §11).
import { LAST_PAGE } from '#domain/last-page.ts';
import * as z from 'zod/mini';
import { nameShapes } from './names.ts';

/** A whole number in a query, between `least` and `most`. `start`: the value if omitted. */
export function wholeNumber(name: string, least: number, most: number, start: number) {
  return z._default(wholeNumberText(name, least, most), start);
}

/** A whole number in a query, between `least` and `most`; undefined if omitted. */
export function optionalWholeNumber(name: string, least: number, most: number) {
  return z.optional(wholeNumberText(name, least, most));
}

function wholeNumberText(name: string, least: number, most: number) {
  const message = `${name} must be a whole number between ${least} and ${most}`;
  const text = z.string().check(
    z.regex(/^\d{1,9}$/, message),
    z.refine((n) => Number(n) >= least && Number(n) <= most, { error: message }),
  );
  return z.codec(text, z.int(), { decode: Number, encode: String });
}

/**
 * Operators' lists count up to this number, so that long lists respond fast. A `total` below it is exact; a `total`
 * equal to it means "at least".
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
