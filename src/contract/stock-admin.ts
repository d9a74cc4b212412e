// Sealed packs, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES, RARITIES } from '#domain/card.ts';
import { PACK_STATES, PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { sealKind } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { exportedColumns, pagination, paging, sortedBy } from './paging.ts';
import { text } from './texts.ts';

/** The maximum number of packs in one intake call. */
export const INTAKE_PACKS_MAX = 500;

/** This size suffices for INTAKE_PACKS_MAX packs of the largest kind. */
const INTAKE_BYTES_MAX = 8 * 1024 * 1024;

/** A card of a new pack, named by its id or by its printed set and number. */
const intakeCard = z
  .strictObject(
    {
      cardId: z.optional(z.uuid('cardId must be the id of a card')),
      set: z.optional(text('set', 40)),
      number: z.optional(text('number', 40)),
      /**
       * The rarity, in the source's word or in the shop's word. Required if several cards have this number and
       * finish.
       */
      rarity: z.optional(text('rarity', 80)),
      /** If omitted, the card is normal, or has the only finish in which a card with this number exists. */
      finish: z.optional(z.enum(FINISHES, 'finish must be normal, foil or reverse-foil')),
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

/** The most that one pack may cost, in CAD. */
const PACK_COST_MAX = 1_000_000;

/** What a pack cost the shop. */
const packCost = z.strictObject(
  {
    /** Before taxes. */
    amount: amountBetween(0, PACK_COST_MAX),
    /** The taxes on the amount. They are not part of the pack's cost. */
    tax: z.optional(amountBetween(0, PACK_COST_MAX)),
    /** The number of the supplier's invoice. */
    invoice: z.optional(text('invoice', 80)),
  },
  'cost must be an object',
);

/** A pack's permanent numbers, and its cards in pack order. */
export const intakeFields = {
  serial: text('serial', 80),
  certification: text('certification', 80),
  cards: z.array(intakeCard, 'cards must be a list'),
  /** The kind of the pack, which must be the kind of its type. If omitted, the pack gets the kind of its type. */
  sealKind: z.optional(sealKind),
  /** The supplier of the pack or of its cards. Operators who do more than packing see the name. */
  supplier: z.optional(text('supplier', 120)),
  /** What the pack cost. If omitted, its cost is unknown. Only operators see it. */
  cost: z.optional(packCost),
  /** Whether the pack waits for a drop instead of going on sale. */
  awaitsDrop: z.optional(z.boolean('awaitsDrop must be true or false')),
};

export const intakePack = z.strictObject(
  {
    packTypeId: text('packTypeId', PACK_TYPE_ID_LENGTH_MAX),
    serial: intakeFields.serial,
    certificationNumber: text('certificationNumber', 80),
    cards: intakeFields.cards,
    sealKind: intakeFields.sealKind,
    supplier: intakeFields.supplier,
    cost: intakeFields.cost,
    awaitsDrop: intakeFields.awaitsDrop,
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

/** What an operator's page needs in order to offer a pack type. */
const typeOfStock = z.object({
  id: z.string(),
  name: z.string(),
  game: gameId,
  set_id: z.string(),
  card_count: z.int(),
  sealKind,
});

export type TypeOfStock = z.output<typeof typeOfStock>;

export const listTypesOfStock = endpoint({
  method: 'GET',
  path: '/admin/stock/pack-types',
  summary: 'All pack types in display order, with those that visitors do not find yet.',
  audience: 'packing',
  repeat: 'none',
  reads: ['catalogue'],
  reply: z.object({ packTypes: z.array(typeOfStock) }),
  rejections: [],
});

const namedCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  /** The rarity in the source's own word. */
  nativeRarity: z.string(),
  finish: z.enum(FINISHES),
  image: z.string(),
});

export type NamedIntakeCard = z.output<typeof namedCard>;

export const findIntakeCards = endpoint({
  method: 'GET',
  path: '/admin/stock/cards',
  summary:
    'The cards with a printed set and number of the game of a pack type, one per rarity and finish.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue'],
  query: z.object({
    packTypeId: text('packTypeId', PACK_TYPE_ID_LENGTH_MAX),
    set: text('set', 40),
    number: text('number', 40),
  }),
  reply: z.object({ cards: z.array(namedCard) }),
  rejections: [],
});

export const previewIntake = endpoint({
  method: 'POST',
  path: '/admin/stock/preview',
  summary: 'Previews an intake of packs and reports what is wrong with them; changes nothing.',
  audience: 'catalogue',
  repeat: 'none',
  body: z.object({ packs: listOf(z.unknown()) }),
  bodyBytesMax: INTAKE_BYTES_MAX,
  reply: z.object({
    newPacks: z.int(),
    /** Packs whose serial is already in stock. The contents of these packs are not compared. */
    knownPacks: z.int(),
    types: z.array(
      z.object({
        packTypeId: z.string(),
        name: z.string(),
        newPacks: z.int(),
        knownPacks: z.int(),
        /** Whether a drop of this type is on sale. If so, new packs wait until the drop is over. */
        waits: z.boolean(),
      }),
    ),
    /** One entry for each pack that can't be accepted. `index` is the pack's position in the request, from 0. */
    problems: z.array(z.object({ index: z.int(), problem: z.string() })),
  }),
  rejections: [],
});

export const takeInPacks = endpoint({
  method: 'POST',
  path: '/admin/stock/intake',
  summary:
    'Takes in sealed packs, all or none, and puts them on sale; while a drop of their type is, they wait until it is over, and packs with `awaitsDrop` until a drop takes them. Packs already known are skipped.',
  audience: 'catalogue',
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
  /** Whether the pack came in for a drop, and waits until one takes it or an operator puts it on sale. */
  awaitsDrop: z.boolean(),
  receivedAt: instant,
});

export type StockedPack = z.output<typeof stockedPack>;

export const packId = z.object({ id: z.uuid('id must be the id of a physical pack') });

const reasonField = { reason: text('Reason', 200) };

export const STOCK_COLUMNS = ['serial', 'certification', 'type', 'received', 'state'] as const;
export const STOCK_ORDERS = ['received'] as const;

const stockAsked = {
  packTypeId: z.optional(z.string().check(z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
  state: z.optional(z.enum(PACK_STATES, 'state is not a state of a pack')),
  /** The start of a serial or certification number. Case is ignored. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(80, 'search is too long'))),
  sort: sortedBy(STOCK_ORDERS),
};

export const listStock = endpoint({
  method: 'GET',
  path: '/admin/stock/packs',
  summary:
    'The physical packs, newest first unless `sort` names another order, without their contents. A search that finds packs which somebody has sealed shows their serials, and is recorded in the audit log.',
  audience: 'packing',
  repeat: 'none',
  reads: ['stock', 'packs'],
  query: z.object({ ...paging, ...stockAsked }),
  reply: z.object({ packs: z.array(stockedPack), pagination }),
  rejections: [],
});

export const exportStock = endpoint({
  method: 'GET',
  path: '/admin/stock/packs.csv',
  summary:
    'The physical packs of a list as CSV, in its order and with its columns. It has no serials of packs that somebody has sealed.',
  audience: 'packing',
  repeat: 'none',
  reads: ['stock', 'packs'],
  query: z.object({ ...stockAsked, columns: exportedColumns(STOCK_COLUMNS) }),
  file: 'text/csv',
  savedAs: 'packs.csv',
  reply: z.string(),
  rejections: [],
});

export const withdrawPack = endpoint({
  method: 'POST',
  path: '/admin/stock/packs/{id}/withdraw',
  summary:
    'Withdraws an unsold pack from sale. If the pack is in a drop, the public log shows its contents and the reason permanently.',
  audience: 'catalogue',
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
    'Puts a withdrawn pack back on sale, at a new random place in the order of sale, or one that awaits a drop; while a drop of its type is on sale, it waits.',
  audience: 'catalogue',
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
  audience: 'owner',
  personsOnly: true,
  // The call is not keyed, because a stored response would show the cards again without recording the view.
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

nameShapes({
  NamedIntakeCard: namedCard,
  IntakeCard: intakeCard,
  IntakePack: intakePack,
  StockedPack: stockedPack,
});
