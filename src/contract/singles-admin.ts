// The house's cards outside of packs, for operators (docs/singles.md).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES, RARITIES } from '#domain/card.ts';
import { HOUSE_CARD_STATES } from '#domain/house-card.ts';
import { HOUSE_CARD_MOVES, SHELF_LENGTH_MAX, TAKEN_AT_ONCE_MAX } from '#domain/house-card-moves.ts';
import { amount, amountBetween, instant, unlessOnlyPacking } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';

/** A card's number on its sleeve (`FF-1049-3`), or the number on a grader's label. */
const cardNumber = text('number', 100);

const condition = z.enum(CONDITIONS, `condition must be one of ${CONDITIONS.join(', ')}`);
const shelf = text('Shelf', SHELF_LENGTH_MAX);
const reason = text('Reason', 200);

export const single = z.object({
  id: z.uuid(),
  /** The card's number on its sleeve: its pack's certification number and its place in the pack. */
  cardNumber: z.string(),
  cardId: z.uuid(),
  name: z.string(),
  set_name: z.string(),
  number: z.string(),
  game: gameId,
  rarity: z.enum(RARITIES),
  finish: z.enum(FINISHES),
  /** The photograph of this copy, or else the picture or drawing of its card. */
  image: z.string(),
  condition: z.enum(CONDITIONS),
  /** The number on the grader's label. Null if the card is not graded. */
  label: z.nullable(z.string()),
  state: z.enum(HOUSE_CARD_STATES),
  shelf: z.nullable(z.string()),
  /**
   * The shelf on which the card lay when it was sold as a single, if no operator has taken it in hand since it came
   * back. A process of the previous version omits this field.
   */
  lastShelf: z._default(z.nullable(z.string()), null),
  /** What the shop paid for the card. */
  paid: unlessOnlyPacking(amount),
  marketValue: unlessOnlyPacking(amount),
  /** The price before tax. Null if the card has none. */
  price: unlessOnlyPacking(amount),
  /** Whether an operator set the price, so that no rule changes it. */
  isPricedByHand: z.boolean(),
  /** When the card became the shop's. */
  cameAt: instant,
});

export type Single = z.output<typeof single>;

const filters = {
  state: z.optional(z.enum(HOUSE_CARD_STATES, 'state is not a state of a single')),
  game: z.optional(gameId),
  setId: z.optional(z.string().check(z.maxLength(80, 'setId is too long'))),
  rarity: z.optional(z.enum(RARITIES, `rarity must be one of ${RARITIES.join(', ')}`)),
  condition: z.optional(condition),
};

const sums = z.object({
  cards: z.int(),
  paid: unlessOnlyPacking(amount),
  market: unlessOnlyPacking(amount),
});

export const listSingles = endpoint({
  method: 'GET',
  path: '/admin/singles',
  summary: "The house's cards outside of packs, those that came last first.",
  audience: 'packing',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  query: z.object({
    ...paging,
    ...filters,
    /** A card's number, a grader's label, the start of a certification number, or a part of the card's name. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'search is too long'))),
  }),
  reply: z.object({
    singles: z.array(single),
    pagination,
    /** What the found cards cost and are worth. Null if more cards are found than lists count. */
    found: z.nullable(sums),
  }),
  rejections: [],
});

export const exportSingles = endpoint({
  method: 'GET',
  path: '/admin/singles.csv',
  summary: "The house's cards outside of packs as CSV, those that came last first.",
  audience: 'packing',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  query: z.object(filters),
  file: 'text/csv',
  savedAs: 'singles.csv',
  reply: z.string(),
  rejections: [],
});

const stateSums = z.extend(sums, { state: z.enum(HOUSE_CARD_STATES) });

export type StateSums = z.output<typeof stateSums>;

export const sumSingles = endpoint({
  method: 'GET',
  path: '/admin/singles/sums',
  summary: "How many cards of the house are in each state, what they cost, and what they're worth.",
  audience: 'packing',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  reply: z.object({
    states: z.array(stateSums),
    /** When the figures of a large stock were counted. Null if the figures are current. */
    countedAt: z.nullable(instant),
  }),
  rejections: [],
});

const singleId = z.object({ id: z.uuid('id must be the id of a single') });

const singleDetail = z.extend(single, {
  packId: z.uuid(),
  serial: z.string(),
  /** The condition at the intake of its pack. */
  recordedCondition: z.enum(CONDITIONS),
  /** The other shop that lists the card, or that sold it. */
  listedElsewhere: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /**
   * The number of the saved rule that gives the card its price, from 1. Null if no rule does, or if the price is from
   * another day. A process of the previous version omits this field.
   */
  priceRule: z._default(z.nullable(z.int()), null),
  /**
   * The id of the same card before it was sold as a single, if its buyer returned it. A process of the previous version
   * omits this field.
   */
  earlierId: z._default(z.nullable(z.uuid()), null),
  /** The card's history at the house, oldest first. */
  moves: z.array(
    z.object({
      move: z.enum(HOUSE_CARD_MOVES),
      at: instant,
      /** The operator. Null if no operator moved the card. */
      by: z.nullable(z.string()),
      /** The shelf, the condition or the reason, in words. */
      detail: z.nullable(z.string()),
      amount: unlessOnlyPacking(amount),
      orderId: z.nullable(z.uuid()),
    }),
  ),
});

export type SingleDetail = z.output<typeof singleDetail>;

export const showSingle = endpoint({
  method: 'GET',
  path: '/admin/singles/{id}',
  summary: 'A card of the house, with its history.',
  audience: 'packing',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  params: singleId,
  reply: singleDetail,
  rejections: ['NOT_FOUND'],
});

export const findSingle = endpoint({
  method: 'GET',
  path: '/admin/singles/by-number',
  summary:
    "The house's card with a number on its sleeve or its grader's label, or why there is none to take in hand.",
  audience: 'packing',
  repeat: 'none',
  reads: ['singles'],
  query: z.object({ number: cardNumber }),
  reply: z.object({
    single: z.nullable(single),
    /** Why the card can't be taken in hand. Null if it can. */
    problem: z.nullable(z.string()),
  }),
  rejections: [],
});

export const takeInHand = endpoint({
  method: 'POST',
  path: '/admin/singles/take-in-hand',
  summary:
    'Records that somebody had up to 100 cards of the house in hand, in which condition they are, and on which shelf they lie now. All or none; VALIDATION_ERROR names each line that is wrong.',
  audience: 'packing',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({
    /** The shelf on which the cards of this batch lie from now on. */
    shelf,
    cards: z
      .array(
        z.object({
          number: cardNumber,
          /** The condition as the operator sees it, which may be worse than recorded but not better. */
          condition,
        }),
        'cards must be a list',
      )
      .check(
        z.minLength(1, 'cards must not be empty'),
        z.maxLength(TAKEN_AT_ONCE_MAX, `cards has more than ${TAKEN_AT_ONCE_MAX} cards`),
      ),
  }),
  reply: z.object({
    taken: z.int(),
    /** How many of the cards are on sale now, because they have a price. */
    onSale: z.int(),
  }),
  rejections: [],
});

/** The ids of the singles that an act changes. */
const ids = z
  .array(z.uuid('ids must be ids of singles'), 'ids must be a list')
  .check(
    z.minLength(1, 'ids must not be empty'),
    z.maxLength(TAKEN_AT_ONCE_MAX, `ids has more than ${TAKEN_AT_ONCE_MAX} ids`),
  );

const changed = z.object({ singles: z.array(single) });

export const shelveSingles = endpoint({
  method: 'POST',
  path: '/admin/singles/shelve',
  summary: 'Moves cards that were in hand onto another shelf. All or none.',
  audience: 'packing',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({ ids, shelf }),
  reply: changed,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const withdrawSingles = endpoint({
  method: 'POST',
  path: '/admin/singles/withdraw',
  summary: 'Takes singles off sale, or holds them back from it. All or none.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({ ids, reason }),
  reply: changed,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const putSinglesBack = endpoint({
  method: 'POST',
  path: '/admin/singles/put-back',
  summary:
    'Puts withdrawn singles back on their shelf, and on sale if they have a price. All or none.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({ ids, reason }),
  reply: changed,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const loseSingles = endpoint({
  method: 'POST',
  path: '/admin/singles/lose',
  summary:
    'Books cards of the house as lost for good, because nobody finds them. What they cost stays with them; no money moves. All or none.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({ ids, reason }),
  reply: changed,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

/** The highest price of a single, in CAD. */
const PRICE_MOST = 100_000;

export const priceSingles = endpoint({
  method: 'POST',
  path: '/admin/singles/price',
  summary:
    'Sets the price of singles by hand, which puts those on a shelf on sale, or leaves their price to the rules again. All or none.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({
    ids,
    /** The price before tax. If null, the rules set it again. */
    price: z.nullable(amountBetween(0.01, PRICE_MOST)),
  }),
  reply: changed,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ Single: single, SingleDetail: singleDetail, SingleSums: sums });
