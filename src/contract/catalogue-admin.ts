// Changes to the catalogue by operators (docs/product.md §13).
import * as z from 'zod/mini';
import { EXPECTED_VALUE_BASES } from '#domain/expected-value.ts';
import { PROMISED_RARITIES } from '#domain/pack-promises.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { STOCK_WORDS } from '#domain/waiting.ts';
import { knownPackType, packType, sealKind } from './catalogue.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { exportedColumns, pagination, paging, sortedBy } from './paging.ts';
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
  /** Accepted but ignored, because the shop computes the crossed-out price from its price history. */
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
export const packDescription = z
  .string('description must be a text')
  .check(z.trim(), z.maxLength(2000, 'description is too long'));

const { id: _id, name: _name, price: _price, card_count: _cardCount, ...others } = packTypeFields;
/** The optional fields of a pack type. */
export const optionalPackTypeFields = z.partial(z.object(others)).shape;

const optionalFields = {
  description: z.optional(packDescription),
  ...optionalPackTypeFields,
  /** Whether the operator accepts a price below half of the expected value. */
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
  audience: 'catalogue',
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
  audience: 'catalogue',
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
  audience: 'catalogue',
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
  audience: 'catalogue',
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
  audience: 'catalogue',
  repeat: 'natural',
  changes: ['catalogue', 'audit-log'],
  params: packTypeId,
  reply: packType,
  rejections: ['PACK_NOT_FOUND'],
});

/** The estimated value of a pack (domain/expected-value.ts). Null if no card of the pack type is known. */
const expectedValue = z.nullable(z.object({ amount, basis: z.enum(EXPECTED_VALUE_BASES) }));

/** The mean value of opened packs at today's prices. Null if fewer than 20 packs are opened. */
const openedPacks = z.nullable(z.object({ packs: z.int(), mean: amount }));

const adminPackType = z.object({
  ...knownPackType,
  /** The price from the end of the drop that fixes the price now. Null if the price stays. */
  nextPrice: z.nullable(amount),
  /** The drop that fixes the price until it is over. Null if the type is in no drop that is on sale. */
  heldBy: z.nullable(z.object({ dropId: z.uuid(), number: z.int(), closesBy: instant })),
  /** The average cost of the type's packs in stock, before taxes. Null if no cost is known. */
  cost: z.nullable(amount),
  is_available: z.boolean(),
  expectedValue,
  openedPacks,
  hasPicture: z.boolean(),
});
export type AdminPackType = z.output<typeof adminPackType>;

const search = z.optional(z.string().check(z.trim(), z.maxLength(100, 'search is too long')));

/** The columns of the operators' list of pack types. */
export const PACK_TYPE_COLUMNS = [
  'name',
  'set',
  'price',
  'discount',
  'expected',
  'cost',
  'limit',
  'tags',
  'stock',
  'state',
] as const;
export const PACK_TYPE_ORDERS = ['name', 'price'] as const;

const packTypesAsked = {
  game: z.optional(gameId),
  /** Matches anywhere in the pack type's name or id, ignoring case. */
  search,
  /** Only types on sale that are nearly sold out, or that nobody buys. */
  stock: z.optional(z.enum(STOCK_WORDS, 'stock must be low or unsold')),
  sort: sortedBy(PACK_TYPE_ORDERS),
};

export const listAdminPackTypes = endpoint({
  method: 'GET',
  path: '/admin/pack-types',
  summary:
    'The pack types in display order unless `sort` names another, with the expected value of a pack.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue', 'stock'],
  query: z.object({ ...paging, ...packTypesAsked }),
  reply: z.object({ packTypes: z.array(adminPackType), pagination }),
  rejections: [],
});

export const exportPackTypes = endpoint({
  method: 'GET',
  path: '/admin/pack-types.csv',
  summary: 'The pack types of a list as CSV, in its order and with its columns.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue', 'stock'],
  query: z.object({ ...packTypesAsked, columns: exportedColumns(PACK_TYPE_COLUMNS) }),
  file: 'text/csv',
  savedAs: 'pack-types.csv',
  reply: z.string(),
  rejections: [],
});

/** The maximum number of pack types that one call changes. */
const CHANGED_AT_ONCE_MAX = 500;

export const changePackTypes = endpoint({
  method: 'PATCH',
  path: '/admin/pack-types',
  summary:
    'Changes price, availability, limit or tags of up to 500 pack types, as one entry of the audit log. All or none; VALIDATION_ERROR names each type that is wrong. The price of a type in a drop holds once that drop is over.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'audit-log'],
  body: z.object({
    types: z
      .array(
        z.object({
          id: text('id', PACK_TYPE_ID_LENGTH_MAX),
          /** The type's `updatedAt` that the operator saw. If the type has changed since, the call is refused. */
          seen: instant,
          price: z.optional(packTypeFields.price),
          isAvailable: z.optional(flag('isAvailable')),
          purchaseLimit: z.optional(packTypeFields.purchaseLimit),
          tags: z.optional(packTypeFields.tags),
        }),
        'types must be a list',
      )
      .check(
        z.minLength(1, 'types must not be empty'),
        z.maxLength(CHANGED_AT_ONCE_MAX, `types has more than ${CHANGED_AT_ONCE_MAX} pack types`),
      ),
    /** Whether the operator accepts prices below half of the expected value. */
    confirmBelowExpectedValue: z.optional(flag('confirmBelowExpectedValue')),
  }),
  reply: z.object({
    /** The id of the change, with which the change can be undone. Null if every type has these fields already. */
    changeId: z.nullable(z.uuid()),
    changed: z.int(),
  }),
  rejections: ['PACK_NOT_FOUND', 'BELOW_EXPECTED_VALUE', 'INVALID_TRANSITION'],
});

export const listPackTypeChanges = endpoint({
  method: 'GET',
  path: '/admin/pack-type-changes',
  summary: 'The last 20 changes of several pack types at once, newest first.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue', 'audit-log', 'transactions'],
  reply: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      by: z.string(),
      types: z.int(),
      /** The names of the fields that the change set. */
      fields: z.array(z.string()),
      /** Why the change can't be undone, as a sentence. Null if it can. */
      problem: z.nullable(z.string()),
    }),
  ),
  rejections: [],
});

export const undoPackTypeChange = endpoint({
  method: 'POST',
  path: '/admin/pack-type-changes/{id}/undo',
  summary:
    'Undoes a change of several pack types, as a whole, within 24 hours. Refused once something was ordered by it, or if one of its types has changed since.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a change') }),
  body: z.object({
    /** Whether the operator accepts earlier prices that are below half of the expected value. */
    confirmBelowExpectedValue: z.optional(flag('confirmBelowExpectedValue')),
  }),
  reply: z.object({ changed: z.int() }),
  rejections: ['NOT_FOUND', 'BELOW_EXPECTED_VALUE', 'INVALID_TRANSITION'],
});

export const showAdminPackType = endpoint({
  method: 'GET',
  path: '/admin/pack-types/{id}',
  summary: 'One pack type, with the expected value of a pack.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: adminPackType,
  rejections: ['PACK_NOT_FOUND'],
});

const cardSet = z.object({
  id: z.string(),
  game: gameId,
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
  audience: 'packing',
  repeat: 'none',
  reads: ['catalogue'],
  query: z.object({
    ...paging,
    game: z.optional(gameId),
    /** Matches anywhere in the set's name or code, ignoring case. */
    search,
  }),
  reply: z.object({ sets: z.array(cardSet), pagination }),
  rejections: [],
});

nameShapes({ AdminPackType: adminPackType, CardSet: cardSet });
