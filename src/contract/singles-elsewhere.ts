// Singles that are listed in other shops, and their sales there (docs/product.md §20).
import * as z from 'zod/mini';
import { ELSEWHERE_FORMS } from '#domain/elsewhere-file.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { priceInQuery } from './card-lists.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { text } from './texts.ts';

/** The most copies that are listed or taken back at once. */
export const LISTED_AT_ONCE_MAX = 1_000;

/** The most characters of a file of sales. */
const SALES_FILE_MAX = 4_000_000;

/** The name of another shop. */
const shop = text('shop', 60);

/** The highest price limit of the filter, in CAD. */
const PRICE_MOST = 100_000;

const filters = {
  game: z.optional(gameId),
  /** The least and the highest price of a copy, both included. */
  priceMin: z.optional(priceInQuery('priceMin')),
  priceMax: z.optional(priceInQuery('priceMax')),
};

const price = z.optional(z.nullable(amountBetween(0, PRICE_MOST)));

const otherShop = z.object({
  shop: z.string(),
  /** The number of copies that the other shop lists now, and this shop's prices for them. */
  listed: z.int(),
  asked: amount,
  /** The number of copies that the other shop has sold, and what they brought. */
  sold: z.int(),
  brought: amount,
  lastSaleAt: z.nullable(instant),
});

export type OtherShop = z.output<typeof otherShop>;

export const listElsewhere = endpoint({
  method: 'GET',
  path: '/admin/singles/elsewhere',
  summary:
    'The other shops in which singles are listed or were sold, and how many more could be listed.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['singles'],
  query: z.object(filters),
  reply: z.object({
    shops: z.array(otherShop),
    /**
     * The copies on sale here that match the filters, counted up to LISTED_AT_ONCE_MAX, and this shop's prices for
     * them.
     */
    found: z.object({ singles: z.int(), asked: amount }),
  }),
  rejections: [],
});

export const listSinglesElsewhere = endpoint({
  method: 'POST',
  path: '/admin/singles/elsewhere',
  summary:
    'Lists copies that are on sale here in another shop, dearest first: nobody can buy them here until they come back.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({
    shop,
    game: z.optional(z.nullable(gameId)),
    priceMin: price,
    priceMax: price,
    /** How many copies the operator saw. If the number has changed, none is listed. */
    singles: z
      .int('singles must be a whole number')
      .check(
        z.minimum(1, 'singles must be at least 1'),
        z.maximum(LISTED_AT_ONCE_MAX, `singles must be at most ${LISTED_AT_ONCE_MAX}`),
      ),
  }),
  reply: z.object({ listed: z.int() }),
  rejections: ['CHANGED_MEANWHILE'],
});

export const takeBackFromElsewhere = endpoint({
  method: 'POST',
  path: '/admin/singles/elsewhere/take-back',
  summary:
    'Puts copies that another shop lists on sale here again: those with these numbers, or all.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({
    shop,
    /** The cards' numbers. If omitted, up to LISTED_AT_ONCE_MAX copies that the other shop lists are taken back. */
    numbers: z.optional(
      z
        .array(text('number', 100), 'numbers must be a list')
        .check(
          z.minLength(1, 'numbers must not be empty'),
          z.maxLength(LISTED_AT_ONCE_MAX, `numbers has more than ${LISTED_AT_ONCE_MAX} numbers`),
        ),
    ),
  }),
  reply: z.object({ back: z.int() }),
  rejections: ['NOT_FOUND'],
});

export const exportElsewhere = endpoint({
  method: 'GET',
  path: '/admin/singles/elsewhere.csv',
  summary:
    'The copies that another shop lists, as CSV: a plain one, or in the form of Shopify’s products.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  query: z.object({
    shop,
    form: z._default(z.enum(ELSEWHERE_FORMS, 'form must be plain or shopify'), 'plain'),
  }),
  file: 'text/csv',
  savedAs: 'listed-singles.csv',
  reply: z.string(),
  rejections: [],
});

const salesFile = {
  shop,
  /** The file as text: the shop's own CSV with its last columns filled in, or Shopify's export of orders. */
  file: z
    .string('file must be a text')
    .check(
      z.minLength(1, 'file must not be empty'),
      z.maxLength(SALES_FILE_MAX, 'file is too long'),
    ),
};

const saleLine = z.object({
  line: z.int(),
  cardNumber: z.string(),
  name: z.string(),
  /** The price that this shop asked for the copy. */
  asked: z.nullable(amount),
  brought: amount,
  soldAt: instant,
  reference: z.string(),
});

export type SaleLine = z.output<typeof saleLine>;

export const previewSalesElsewhere = endpoint({
  method: 'POST',
  path: '/admin/singles/elsewhere/preview',
  summary:
    'Previews a file of sales from another shop and says which lines are wrong; changes nothing.',
  audience: 'catalogue',
  repeat: 'none',
  body: z.object(salesFile),
  bodyBytesMax: 10 * 1024 * 1024,
  reply: z.object({
    sales: z.array(saleLine),
    brought: amount,
    /** The number of lines whose sale was recorded earlier. */
    known: z.int(),
    /** The number of lines about other goods, copies that are still listed, and cancelled orders. */
    skipped: z.int(),
    problems: z.array(z.object({ line: z.int(), problem: z.string() })),
  }),
  rejections: [],
});

export const sellElsewhere = endpoint({
  method: 'POST',
  path: '/admin/singles/elsewhere/sales',
  summary:
    'Takes in a file of sales from another shop, all or none. Sales that were taken in before are skipped, so the same file twice changes nothing.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'transactions', 'audit-log'],
  body: z.object(salesFile),
  bodyBytesMax: 10 * 1024 * 1024,
  reply: z.object({ sold: z.int(), known: z.int(), brought: amount }),
  rejections: [],
});

nameShapes({ OtherShop: otherShop, SaleLine: saleLine });
