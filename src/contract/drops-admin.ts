// Drops, for operators (docs/product.md §19).
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
  /** The drop's running number. Null before publication. */
  number: z.nullable(z.int()),
  state: z.enum(DROP_STATES),
  /** The hash of the drop's manifest, which is its public id. Null before publication. */
  hash: z.nullable(z.string()),
  packs: z.int(),
  /** Packs that are neither sold nor withdrawn. */
  left: z.int(),
  sold: z.int(),
  /** Sold packs that are opened. */
  opened: z.int(),
  withdrawn: z.int(),
  /** For each rarity, how many of the drop's packs contain a card of that rarity. */
  odds: z.array(z.object({ rarity: z.enum(RARITIES), packs: z.int() })),
  opensAt: instant,
  closesBy: instant,
  staffMayBuy: z.boolean(),
  /** Whether the drop opens at `opensAt` by itself, without an operator. */
  opensItself: z.boolean(),
  /** When this draft is published by itself. Null if an operator publishes it, or if it is already published. */
  publishesAt: z.nullable(instant),
  /** Whether the public random number is known and has put the packs into order. */
  isOrdered: z.boolean(),
  /** When the public random number will be known. Null before publication. */
  numberAt: z.nullable(instant),
  createdAt: instant,
  closedAt: z.nullable(instant),
  /** The drop that takes over the unsold packs. Null if there is none. */
  carriesTo: z.nullable(z.uuid()),
});
export type AdminDrop = z.output<typeof adminDrop>;

const dropId = z.object({ id: z.uuid('id must be the id of a drop') });
const PACKS = 'packs must be a whole number between 20 and 9000';

export const listAdminDrops = endpoint({
  method: 'GET',
  path: '/admin/drops',
  summary: 'The drops, newest first.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  query: z.object({
    ...paging,
    packTypeId: z.optional(z.string().check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
    state: z.optional(z.enum(DROP_STATES, 'state is not a state of a drop')),
  }),
  reply: z.object({ drops: z.array(adminDrop), pagination }),
  rejections: [],
});

/** When the drop is on sale, and who can buy from it. */
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
  audience: 'catalogue',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  params: dropId,
  reply: z.object({
    drop: adminDrop,
    /** The index of the log entry with the drop's manifest. Null before publication. */
    manifestIndex: z.nullable(z.int()),
    /**
     * The witnesses of the log. `seenAt` is when the witness first signed for the manifest, or null if it has not
     * signed.
     */
    witnesses: z.array(z.object({ name: z.string(), seenAt: z.nullable(instant) })),
    /** The round of the random chain that gives the drop's order. Null before publication. */
    round: z.nullable(z.int()),
    /** The public random number in hex. Null until it is known. */
    publicNumber: z.nullable(z.string()),
    /** Whether the shop signs the random chain itself, for practice. The numbers of such a chain prove nothing. */
    isPractice: z.boolean(),
    /** The earliest time at which the drop's unsold packs can be carried over. */
    carriesFrom: instant,
    /**
     * `unsealed` counts tickets that are not in the log yet. `beingPaid` counts packs whose payment is in progress.
     */
    unsealed: z.int(),
    beingPaid: z.int(),
    /** The drop on sale that this draft can succeed. Null if this drop is no draft, or if there is no such drop. */
    succeeds: z.nullable(adminDrop),
    /**
     * The pack type as buyers will see it, including packs that are carried over. Null unless the drop is a draft or
     * a published drop.
     */
    asSold: z.nullable(packType),
  }),
  rejections: ['NOT_FOUND'],
});

export const listLoosePacks = endpoint({
  method: 'GET',
  path: '/admin/loose-packs',
  summary: 'The loose packs of a type that a drop can be made of, by intake.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['stock', 'catalogue'],
  query: z.object({
    packTypeId: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
  }),
  reply: z.object({
    packs: z.int(),
    price: amount,
    /** The last 100 intakes, newest first. Calls within minutes of each other count as one intake. */
    intakes: z.array(z.object({ from: instant, to: instant, packs: z.int() })),
    /**
     * `draft` is the type's draft, and `living` is its published drop that is not over. Each is null if there is
     * none.
     */
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
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['stock', 'catalogue', 'audit-log'],
  body: z.object({
    packTypeId: z.string('packTypeId must be a text').check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
    /** The maximum number of packs. If omitted, the drop takes all loose packs. */
    packs: z.optional(z.int(PACKS).check(z.minimum(20, PACKS), z.maximum(9000, PACKS))),
    /** Only packs that arrived between these times. */
    receivedFrom: z.optional(instant),
    receivedTo: z.optional(instant),
    ...terms,
    staffMayBuy: z._default(terms.staffMayBuy, false),
    opensItself: z._default(terms.opensItself, false),
  }),
  reply: adminDrop,
  rejections: ['PACK_NOT_FOUND', 'INVALID_TRANSITION'],
});

/** The settings that all calls about a drop's next step share. */
const step = {
  audience: 'catalogue',
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
    'Commits to what the packs of a draft hold, under one hash in the public log, now or at a time that everybody may know. The next public number orders them.',
  ...step,
  body: z.object({
    ...z.partial(z.object(terms)).def.shape,
    /** Whether the drop opens as soon as its public random number can be known, instead of at `opensAt`. */
    opensSoon: z.optional(z.boolean('opensSoon must be true or false')),
    /**
     * If given, the draft is announced now and published by itself at this time. Such a draft can't succeed another
     * drop. With `opensSoon` it opens a minute after its public random number is due.
     */
    publishesAt: z.optional(instant),
    /** The drop on sale that this drop succeeds. That drop closes, and its unsold packs move to this drop. */
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
    /** The draft that takes over the unsold packs. It needs at least 20 packs of its own. */
    carriesTo: z.optional(z.uuid('carriesTo must be the id of a drop')),
  }),
});

nameShapes({ AdminDrop: adminDrop });
