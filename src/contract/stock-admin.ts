// Sealed packs, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES, RARITIES } from '#domain/card.ts';
import { PACK_STATES, PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount, instant } from './amounts.ts';
import { sealKind } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';

/** The maximum number of packs in one intake call. */
export const INTAKE_PACKS_MAX = 500;

/** Enough for INTAKE_PACKS_MAX packs of the largest kind. */
const INTAKE_BYTES_MAX = 8 * 1024 * 1024;

/** A card of a new pack, named by its id or by its printed set and number. */
const intakeCard = z
  .strictObject(
    {
      cardId: z.optional(z.uuid('cardId must be the id of a card')),
      set: z.optional(text('set', 40)),
      number: z.optional(text('number', 40)),
      /** The rarity in the source's word or in the shop's. Required if several cards have this number and finish. */
      rarity: z.optional(text('rarity', 80)),
      finish: z._default(z.enum(FINISHES, 'finish must be normal, foil or reverse-foil'), 'normal'),
      condition: z._default(
        z.enum(CONDITIONS, `condition must be one of ${CONDITIONS.join(', ')}`),
        'Near Mint',
      ),
      /** The number on a grader's label, unique for each card. */
      label: z.optional(text('label', 80)),
    },
    'must be an object',
  )
  .check(
    z.refine(
      ({ cardId, set, number }) =>
        cardId !== undefined || (set !== undefined && number !== undefined),
      { error: 'needs set and number, or cardId' },
    ),
  );

/** A pack's permanent numbers, and its cards in pack order. */
export const intakeFields = {
  serial: text('serial', 80),
  certification: text('certification', 80),
  cards: z.array(intakeCard, 'cards must be a list'),
  /** The kind of the pack, which must be the kind of its type. Omitted: the kind of its type. */
  sealKind: z.optional(sealKind),
  /** The supplier of the pack or of its cards. Only operators see the name. */
  supplier: z.optional(text('supplier', 120)),
};

export const intakePack = z.strictObject(
  {
    packTypeId: text('packTypeId', PACK_TYPE_ID_LENGTH_MAX),
    serial: intakeFields.serial,
    certificationNumber: text('certificationNumber', 80),
    cards: intakeFields.cards,
    sealKind: intakeFields.sealKind,
    supplier: intakeFields.supplier,
  },
  'must be an object',
);

export type IntakePack = z.output<typeof intakePack>;

function listOf<Pack extends z.ZodMiniType>(pack: Pack) {
  return z
    .array(pack, 'packs must be a list')
    .check(
      z.minLength(1, 'packs must not be empty'),
      z.maxLength(INTAKE_PACKS_MAX, `packs has more than ${INTAKE_PACKS_MAX} packs`),
    );
}

export const previewIntake = endpoint({
  method: 'POST',
  path: '/admin/stock/preview',
  summary: 'Previews an intake of packs and reports what is wrong with them; changes nothing.',
  audience: 'admin',
  repeat: 'none',
  body: z.object({ packs: listOf(z.unknown()) }),
  bodyBytesMax: INTAKE_BYTES_MAX,
  reply: z.object({
    newPacks: z.int(),
    /** Packs whose serial is already in stock. Their contents are not compared. */
    knownPacks: z.int(),
    types: z.array(
      z.object({
        packTypeId: z.string(),
        name: z.string(),
        newPacks: z.int(),
        knownPacks: z.int(),
        /** A drop of this type is on sale, so new packs wait until it is over. */
        waits: z.boolean(),
      }),
    ),
    /** One entry for each pack that can't be accepted. `index`: the pack's position in the request, from 0. */
    problems: z.array(z.object({ index: z.int(), problem: z.string() })),
  }),
  rejections: [],
});

export const takeInPacks = endpoint({
  method: 'POST',
  path: '/admin/stock/intake',
  summary:
    'Takes in sealed packs, all or none, and puts them on sale; while a drop of their type is, they wait until it is over. Packs already known are skipped.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['stock', 'audit-log'],
  body: z.object({ packs: listOf(intakePack) }),
  bodyBytesMax: INTAKE_BYTES_MAX,
  reply: z.object({
    newPacks: z.int(),
    knownPacks: z.int(),
    /** How many of the new packs are not on sale yet, because a drop of their type is on sale. */
    waitingPacks: z.int(),
  }),
  rejections: [],
});

export const stockedPack = z.object({
  id: z.uuid(),
  packTypeId: z.string(),
  packTypeName: z.string(),
  /** In lists, `serial` and `certificationNumber` are null while a user owns the sealed pack (choice 783). */
  serial: z.nullable(z.string()),
  certificationNumber: z.nullable(z.string()),
  state: z.enum(PACK_STATES),
  receivedAt: instant,
});

export type StockedPack = z.output<typeof stockedPack>;

export const packId = z.object({ id: z.uuid('id must be the id of a physical pack') });

const reasonField = { reason: text('Reason', 200) };

export const listStock = endpoint({
  method: 'GET',
  path: '/admin/stock/packs',
  summary:
    'The physical packs, newest first, without their contents. A search that finds packs which somebody has sealed shows their serials, and is recorded in the audit log.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['stock', 'packs'],
  query: z.object({
    ...paging,
    packTypeId: z.optional(z.string().check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
    state: z.optional(z.enum(PACK_STATES, 'state is not a state of a pack')),
    /** The start of a serial or certification number; case is ignored. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(80, 'search is too long'))),
  }),
  reply: z.object({ packs: z.array(stockedPack), pagination }),
  rejections: [],
});

export const withdrawPack = endpoint({
  method: 'POST',
  path: '/admin/stock/packs/{id}/withdraw',
  summary:
    'Withdraws an unsold pack from sale. If the pack is in a drop, the public log shows its contents and the reason permanently.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['stock', 'audit-log'],
  params: packId,
  body: z.object(reasonField),
  reply: stockedPack,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const putPackBack = endpoint({
  method: 'POST',
  path: '/admin/stock/packs/{id}/put-back',
  summary:
    'Puts a withdrawn pack back on sale, at a new random place in the order of sale; while a drop of its type is on sale, it waits.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['stock', 'audit-log'],
  params: packId,
  body: z.object(reasonField),
  reply: stockedPack,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const lookIntoPack = endpoint({
  method: 'POST',
  path: '/admin/stock/packs/{id}/look',
  summary: 'Shows the contents of a sealed pack. Each look is recorded in the audit log.',
  audience: 'admin',
  // Not keyed, because a stored response would show the cards again without recording the view.
  repeat: 'natural',
  changes: ['audit-log'],
  params: packId,
  body: z.object(reasonField),
  reply: z.object({
    cards: z.array(
      z.object({
        position: z.int(),
        cardId: z.uuid(),
        name: z.string(),
        set_name: z.string(),
        number: z.string(),
        rarity: z.enum(RARITIES),
        finish: z.enum(FINISHES),
        condition: z.enum(CONDITIONS),
        marketValue: amount,
        image: z.string(),
      }),
    ),
  }),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ IntakeCard: intakeCard, IntakePack: intakePack, StockedPack: stockedPack });
