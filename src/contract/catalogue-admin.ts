// Changes to the catalogue by operators (docs/product.md §13).
import * as z from 'zod/mini';
import { GAMES } from '#domain/card.ts';
import { EXPECTED_VALUE_BASES } from '#domain/expected-value.ts';
import { PROMISED_RARITIES } from '#domain/pack-promises.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount } from './amounts.ts';
import { knownPackType, packType, sealKind } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';
import { PICTURE_BODY_BYTES_MAX, pictureField } from './uploads.ts';

const texts = (name: string) =>
  z
    .array(text(name, 500), `${name} must be a list of texts`)
    .check(z.maxLength(50, `${name} has too many entries`));
const flag = (name: string) => z.boolean(`${name} must be true or false`);
const count = (name: string, least: number, most: number) => {
  const message = `${name} must be a whole number between ${least} and ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
};

const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The fields of a pack type that operators and pack files supply. */
export const packTypeFields = {
  id: text('id', PACK_TYPE_ID_LENGTH_MAX).check(
    z.regex(SLUG_FORM, 'id must be small letters, digits and hyphens'),
  ),
  name: text('name'),
  price: amount.check(z.refine((cents) => cents > 0, { error: 'price must be above 0' })),
  card_count: count('card_count', 1, 100),
  /** Accepted, but ignored: the shop computes the crossed-out price from its price history. */
  originalPrice: z.nullable(amount),
  sealKind,
  purchaseLimit: z.nullable(count('purchaseLimit', 1, 1_000_000)),
  guaranteed: flag('guaranteed'),
  tags: texts('tags'),
  details: texts('details'),
  promisesFoil: flag('promisesFoil'),
  promisesRarity: z.nullable(
    z.enum(PROMISED_RARITIES, 'promisesRarity must be uncommon, rare or mythic'),
  ),
  promisesHits: z.nullable(count('promisesHits', 1, 100)),
};

/** A description may be empty. */
const packDescription = z
  .string('description must be a text')
  .check(z.trim(), z.maxLength(2000, 'description is too long'));

const { id: _id, name: _name, price: _price, card_count: _cardCount, ...others } = packTypeFields;
/** The optional fields of a pack type. */
export const optionalPackTypeFields = z.partial(z.object(others)).shape;

const optionalFields = {
  description: z.optional(packDescription),
  ...optionalPackTypeFields,
  /** Accepts a price below half of the expected value. */
  confirmBelowExpectedValue: z.optional(flag('confirmBelowExpectedValue')),
};

const packTypeId = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
});

export const createPackType = endpoint({
  method: 'POST',
  path: '/pack-types',
  summary:
    'Creates a pack type, last in display order. It has no stock until packs are taken in. Each person may buy one pack of it, unless `purchaseLimit` says how many; null removes the limit.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['catalogue', 'audit-log'],
  body: z
    .object({
      id: packTypeFields.id,
      name: packTypeFields.name,
      set_id: text('set_id', 80),
      price: packTypeFields.price,
      card_count: z.optional(packTypeFields.card_count),
      /** An alias of `card_count`. */
      cardCount: z.optional(packTypeFields.card_count),
      is_available: z.optional(flag('is_available')),
      ...optionalFields,
    })
    .check(
      z.refine((body) => (body.card_count ?? body.cardCount) !== undefined, {
        error: 'card_count must be a whole number between 1 and 100',
        path: ['card_count'],
      }),
    ),
  reply: packType,
  rejections: ['BELOW_EXPECTED_VALUE'],
});

export const changePack = endpoint({
  method: 'PATCH',
  path: '/packs/{id}',
  summary:
    'Puts a pack type on sale or takes it off sale. Stock is counted, so it can be confirmed but not set.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['catalogue', 'audit-log'],
  params: packTypeId,
  body: z.object({
    isAvailable: z.optional(flag('isAvailable')),
    stock: z.optional(count('stock', 0, 1_000_000_000)),
  }),
  reply: packType,
  rejections: ['PACK_NOT_FOUND', 'STOCK_IS_COUNTED'],
});

export const changePackType = endpoint({
  method: 'PATCH',
  path: '/admin/pack-types/{id}',
  summary: 'Changes the details and price of a pack type; omitted fields stay as they are.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['catalogue', 'audit-log'],
  params: packTypeId,
  body: z.object({
    name: z.optional(packTypeFields.name),
    price: z.optional(packTypeFields.price),
    isAvailable: z.optional(flag('isAvailable')),
    ...optionalFields,
  }),
  reply: packType,
  rejections: ['PACK_NOT_FOUND', 'BELOW_EXPECTED_VALUE', 'INVALID_TRANSITION'],
});

export const putPackPicture = endpoint({
  method: 'PUT',
  path: '/admin/pack-types/{id}/picture',
  summary:
    'Sets a custom picture for a pack type: JPEG, PNG or WebP, re-encoded without its metadata.',
  audience: 'admin',
  repeat: 'natural',
  changes: ['catalogue', 'audit-log'],
  params: packTypeId,
  body: z.object({ picture: pictureField }),
  bodyBytesMax: PICTURE_BODY_BYTES_MAX,
  reply: packType,
  rejections: ['PACK_NOT_FOUND'],
});

export const removePackPicture = endpoint({
  method: 'DELETE',
  path: '/admin/pack-types/{id}/picture',
  summary: 'Removes the custom picture, so that the generated drawing is shown again.',
  audience: 'admin',
  repeat: 'natural',
  changes: ['catalogue', 'audit-log'],
  params: packTypeId,
  reply: packType,
  rejections: ['PACK_NOT_FOUND'],
});

/** The estimated value of a pack (domain/expected-value.ts); null: no card of the pack type is known. */
const expectedValue = z.nullable(z.object({ amount, basis: z.enum(EXPECTED_VALUE_BASES) }));

/** The mean value of opened packs at today's prices; null: fewer than 20 packs are opened. */
const openedPacks = z.nullable(z.object({ packs: z.int(), mean: amount }));

const adminPackType = z.object({
  ...knownPackType,
  is_available: z.boolean(),
  expectedValue,
  openedPacks,
  hasPicture: z.boolean(),
});
export type AdminPackType = z.output<typeof adminPackType>;

const search = z.optional(z.string().check(z.trim(), z.maxLength(100, 'search is too long')));

export const listAdminPackTypes = endpoint({
  method: 'GET',
  path: '/admin/pack-types',
  summary: 'The pack types in display order, with the expected value of a pack.',
  audience: 'admin',
  repeat: 'none',
  reads: ['catalogue', 'stock'],
  query: z.object({
    ...paging,
    game: z.optional(z.enum(GAMES, 'game must be magic, pokemon or yugioh')),
    /** Matches anywhere in the pack type's name or id, ignoring case. */
    search,
  }),
  reply: z.object({ packTypes: z.array(adminPackType), pagination }),
  rejections: [],
});

export const showAdminPackType = endpoint({
  method: 'GET',
  path: '/admin/pack-types/{id}',
  summary: 'One pack type, with the expected value of a pack.',
  audience: 'admin',
  repeat: 'none',
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: adminPackType,
  rejections: ['PACK_NOT_FOUND'],
});

const cardSet = z.object({
  id: z.string(),
  game: z.enum(GAMES),
  code: z.string(),
  name: z.string(),
  releasedOn: z.nullable(z.string()),
  cards: z.int(),
  packTypes: z.int(),
});
export type CardSet = z.output<typeof cardSet>;

export const listSets = endpoint({
  method: 'GET',
  path: '/admin/sets',
  summary:
    'The sets in the catalogue, newest first, with the number of their cards and pack types.',
  audience: 'admin',
  repeat: 'none',
  reads: ['catalogue'],
  query: z.object({
    ...paging,
    game: z.optional(z.enum(GAMES, 'game must be magic, pokemon or yugioh')),
    /** Matches anywhere in the set's name or code, ignoring case. */
    search,
  }),
  reply: z.object({ sets: z.array(cardSet), pagination }),
  rejections: [],
});

nameShapes({ AdminPackType: adminPackType, CardSet: cardSet });
