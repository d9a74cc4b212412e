// Public pages of shared pulls (docs/product.md §18).
import * as z from 'zod/mini';
import { PULL_ADDRESS_FORM, PULL_PICTURE_NAMES } from '#domain/shared-pull.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const cardId = z.uuid('cardId must be the id of one of your cards');

export const pullAddress = z.object({
  address: z.string().check(z.regex(PULL_ADDRESS_FORM, 'address must be that of a page')),
});

const sharedPull = z.object({
  address: z.string(),
  /** The full URL of the public page. */
  url: z.string(),
  cardId: z.uuid(),
  name: z.string(),
  packName: z.string(),
  withName: z.boolean(),
  sharedAt: instant,
});

export const drawPull = endpoint({
  method: 'GET',
  path: '/pulls/picture',
  summary: "A picture of one of the caller's pulls, to keep or to send. It makes nothing public.",
  audience: 'user',
  throttle: 'drawing',
  repeat: 'none',
  reads: ['cards'],
  query: z.object({
    cardId,
    form: z._default(z.enum(PULL_PICTURE_NAMES, 'form must be wide or tall'), 'wide'),
    withName: z._default(z.enum(['true', 'false'], 'withName must be true or false'), 'false'),
  }),
  file: 'image/jpeg',
  savedAs: 'pull.jpg',
  /** The picture as a file. */
  reply: z.unknown(),
  rejections: ['CARD_NOT_FOUND'],
});

export const listSharedPulls = endpoint({
  method: 'GET',
  path: '/pulls',
  summary: "The caller's pulls that have a public page, the newest first.",
  audience: 'user',
  repeat: 'none',
  reads: ['pulls'],
  reply: z.array(sharedPull),
  rejections: [],
});

export const sharePull = endpoint({
  method: 'POST',
  path: '/pulls',
  summary:
    'Makes a public page of a pull at a random address, or returns the existing one; the request says whether it names its owner.',
  audience: 'user',
  throttle: 'drawing',
  repeat: 'natural',
  changes: ['pulls'],
  body: z.object({ cardId, withName: z._default(z.boolean(), false) }),
  reply: sharedPull,
  rejections: ['CARD_NOT_FOUND', 'SHARES_FULL'],
});

export const endSharedPull = endpoint({
  method: 'DELETE',
  path: '/pulls/{address}',
  summary: 'Ends a public page: from now on it and its pictures answer 410.',
  audience: 'user',
  repeat: 'natural',
  changes: ['pulls'],
  params: pullAddress,
  reply: z.object({ address: z.string() }),
  rejections: ['NOT_FOUND'],
});

nameShapes({ SharedPull: sharedPull });
