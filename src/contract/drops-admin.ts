// Drops in the hands of operators (docs/product.md §19).
import * as z from 'zod/mini';
import { DROP_STATES } from '#domain/drop.ts';
import { RARITIES } from '#domain/card.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount, instant } from './amounts.ts';
import { packType } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

const adminDrop = z.object({
  id: z.uuid(),
  packTypeId: z.string(),
  packTypeName: z.string(),
  /** Null before it is published. */
  number: z.nullable(z.int()),
  state: z.enum(DROP_STATES),
  /** By which everybody knows it: the hash of its manifest. Null before it is published. */
  hash: z.nullable(z.string()),
  packs: z.int(),
  /** Not sold, and not withdrawn. */
  left: z.int(),
  sold: z.int(),
  /** Of those that are sold. */
  opened: z.int(),
  withdrawn: z.int(),
  /** In how many of its packs each rarity is. */
  odds: z.array(z.object({ rarity: z.enum(RARITIES), packs: z.int() })),
  opensAt: instant,
  closesBy: instant,
  staffMayBuy: z.boolean(),
  /** It opens at its time without anybody doing it. */
  opensItself: z.boolean(),
  /** The public number has put its packs into their order. */
  isOrdered: z.boolean(),
  /** When that number is public; null before the drop is published. */
  numberAt: z.nullable(instant),
  createdAt: instant,
  closedAt: z.nullable(instant),
  /** The drop that its unsold packs went over to. */
  carriesTo: z.nullable(z.uuid()),
});
export type AdminDrop = z.output<typeof adminDrop>;

const dropId = z.object({ id: z.uuid('id must be the id of a drop') });
const PACKS = 'packs must be a whole number between 20 and 9000';

export const listAdminDrops = endpoint({
  method: 'GET',
  path: '/admin/drops',
  summary: 'The drops, newest first.',
  audience: 'admin',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  query: z.object({
    ...paging,
    packTypeId: z.optional(z.string().check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
  }),
  reply: z.object({ drops: z.array(adminDrop), pagination }),
  rejections: [],
});

/** When each drop is sold, and to whom. */
const terms = {
  opensAt: instant,
  closesBy: instant,
  staffMayBuy: z.boolean('staffMayBuy must be true or false'),
  opensItself: z.boolean('opensItself must be true or false'),
};

export const showAdminDrop = endpoint({
  method: 'GET',
  path: '/admin/drops/{id}',
  summary: 'A drop with what the log says of it, and a draft as buyers will see it.',
  audience: 'admin',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  params: dropId,
  reply: z.object({
    drop: adminDrop,
    /** The entry of the log that its manifest is. */
    manifestIndex: z.nullable(z.int()),
    /** Whom the shop shows its log to, and when each saw the manifest first; null: it has not signed. */
    witnesses: z.array(z.object({ name: z.string(), seenAt: z.nullable(instant) })),
    /** Of the chain that orders it; null before it is published. */
    round: z.nullable(z.int()),
    /** In hex; null until it is there. */
    publicNumber: z.nullable(z.string()),
    /** The shop signs the chain itself: its numbers prove nothing. */
    isPractice: z.boolean(),
    /** When its packs can be carried over at the earliest. */
    carriesFrom: instant,
    /** Tickets that the log has not been told of yet, and packs that somebody is paying for. */
    unsealed: z.int(),
    beingPaid: z.int(),
    /** Of a draft, the drop on sale that it can succeed. */
    succeeds: z.nullable(adminDrop),
    /** Of a draft or a published drop: its pack type as buyers will see it, with the packs that it takes over. */
    asSold: z.nullable(packType),
  }),
  rejections: ['NOT_FOUND'],
});

export const listLoosePacks = endpoint({
  method: 'GET',
  path: '/admin/loose-packs',
  summary: 'The loose packs of a type that a drop can be made of, by intake.',
  audience: 'admin',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  query: z.object({
    packTypeId: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
  }),
  reply: z.object({
    packs: z.int(),
    price: amount,
    /** The last hundred, newest first; calls that were minutes apart are one. */
    intakes: z.array(z.object({ from: instant, to: instant, packs: z.int() })),
    /** The draft of the type, and its drop that is published and not over. */
    draft: z.nullable(z.uuid()),
    living: z.nullable(adminDrop),
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const draftDrop = endpoint({
  method: 'POST',
  path: '/admin/drops',
  summary:
    'Sets aside loose packs of a type for a drop, oldest first and at least 20. Returns their odds; its terms can be changed until it is published.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['stock', 'catalogue', 'audit-log'],
  body: z.object({
    packTypeId: z.string('packTypeId must be a text').check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
    /** How many at most; without it all that are loose. */
    packs: z.optional(z.int(PACKS).check(z.minimum(20, PACKS), z.maximum(9000, PACKS))),
    /** Only packs that came in between these times. */
    receivedFrom: z.optional(instant),
    receivedTo: z.optional(instant),
    ...terms,
    staffMayBuy: z._default(terms.staffMayBuy, false),
    opensItself: z._default(terms.opensItself, false),
  }),
  reply: adminDrop,
  rejections: ['PACK_NOT_FOUND', 'INVALID_TRANSITION'],
});

/** What all steps of a drop have alike. */
const step = {
  audience: 'admin',
  repeat: 'keyed',
  changes: ['stock', 'catalogue', 'audit-log'],
  params: dropId,
  reply: adminDrop,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
} as const;

export const discardDrop = endpoint({
  method: 'DELETE',
  path: '/admin/drops/{id}',
  summary: 'Discards a draft: its packs become loose again.',
  ...step,
});

export const publishDrop = endpoint({
  method: 'POST',
  path: '/admin/drops/{id}/publish',
  summary:
    'Commits to what the packs of a draft hold, under one hash in the public log. The next public number orders them.',
  ...step,
  body: z.object({
    ...z.partial(z.object(terms)).def.shape,
    /** It opens as soon as its public number can be there, in place of `opensAt`. */
    opensSoon: z.optional(z.boolean('opensSoon must be true or false')),
    /** The drop on sale of the type: it closes, and its unsold packs go over to this one. */
    succeeds: z.optional(z.uuid('succeeds must be the id of a drop')),
  }),
});

export const openDrop = endpoint({
  method: 'POST',
  path: '/admin/drops/{id}/open',
  summary:
    'Puts an ordered drop on sale once its time has come; meanwhile loose packs of its type are not sold.',
  ...step,
});

export const pauseDrop = endpoint({
  method: 'POST',
  path: '/admin/drops/{id}/pause',
  summary: 'Takes a drop off sale for a while.',
  ...step,
});

export const closeDrop = endpoint({
  method: 'POST',
  path: '/admin/drops/{id}/close',
  summary:
    'Ends a drop: its unsold packs move to the draft of their type, or the log shows what they hold and they are withdrawn.',
  ...step,
  body: z.object({
    /** A draft with at least 20 packs of its own. */
    carriesTo: z.optional(z.uuid('carriesTo must be the id of a drop')),
  }),
});

nameShapes({ AdminDrop: adminDrop });
