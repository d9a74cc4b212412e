// Pagination of card lists and of all other lists (docs/product.md §11).
import { LAST_PAGE } from '#domain/last-page.ts';
import * as z from 'zod/mini';
import { nameShapes } from './names.ts';

/** A whole number in a query string, between `least` and `most`; `start` if omitted. */
export function wholeNumber(name: string, least: number, most: number, start: number) {
  return z._default(wholeNumberText(name, least, most), start);
}

/** The same, undefined if omitted. */
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
 * How far the operators' lists count: `total` is exact below it, and means "this many or more" at it, so
 * that a list of millions answers as fast as one of thousands.
 */
export const COUNTED_MOST = 500;

/** `page` from 1, `pageSize` 1 to 100 (8 if omitted): card lists. */
export const cardPaging = {
  page: wholeNumber('page', 1, LAST_PAGE, 1),
  pageSize: wholeNumber('pageSize', 1, 100, 8),
};

/** `page` from 1, `limit` 1 to 100 (10 if omitted): every other list. */
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

/** The pagination of a card list of `totalItems`, for the page that was asked for. */
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

/** The pagination of any other list of `total`, for the page that was asked for. */
export function paginationOf(total: number, page: number, limit: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}

nameShapes({ CardPagination: cardPagination, Pagination: pagination });
