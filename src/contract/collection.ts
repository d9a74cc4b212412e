// The actions of owners on their cards (docs/product.md §9).
import * as z from 'zod/mini';
import { CARD_EVENTS, CARD_STATUSES, FINISHES, LOCK_REASONS, RARITIES } from '#domain/card.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { amount, instant } from './amounts.ts';
import { cardFilters, cardList, cardListQuery, oneOrMoreOf } from './card-lists.ts';
import { cardPrice } from './prices.ts';
import { placeInDrop } from './drops.ts';
import { catalogueCard } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { cardPaging, cardPagination, optionalWholeNumber, wholeNumber } from './paging.ts';
import { collectionSummary } from './profile.ts';

const SORTS = ['opened_at', 'left_at', 'name', 'rarity', 'price', 'auto_convert_at'] as const;

/** The maximum number of cards in one bulk call (docs/product.md §9). */
export const BULK_CARDS_MAX = 500;

/** A physical card. */
const card = z.object({
  id: z.uuid(),
  catalogueCardId: z.uuid(),
  name: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  imageUrl: z.string(),
  set_name: z.string(),
  number: z.string(),
  foil: z.boolean(),
  finish: z.enum(FINISHES),
  condition: z.string(),
});

export const cardItem = z.object({
  card,
  packName: z.string(),
  /**
   * The cost of the card's pack. It is the pack's share, by price, of the order's total with tax and card fee. For a
   * single, its price with tax.
   */
  packCost: z.nullable(amount),
  /**
   * What the owner paid for the card as a single, after discounts and before tax. Null if the card came out of a pack. A
   * process of the previous version omits this field.
   */
  boughtFor: z._default(z.nullable(amount), null),
  marketValue: amount,
  sellPrice: amount,
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  openedAt: instant,
  /**
   * When the card was sold, converted or taken back, or its shipment was requested. Null if the card is still here.
   */
  leftAt: z.nullable(instant),
  autoConvertAt: z.nullable(instant),
  daysUntilAutoConvert: z.nullable(z.int()),
  packOpeningId: z.uuid(),
  /**
   * Whether the card's owner has not looked yet at the pack that contained the card (`GET /packs/covered`). A
   * process of the previous version omits this field.
   */
  isCovered: z._default(z.boolean(), false),
});

export type CardItem = z.output<typeof cardItem>;

const PACK_NAME_LENGTH_MAX = 200;

const SET_ID_LENGTH_MAX = 100;

/** Cards from packs with exactly this name. */
const packName = z.optional(z.string().check(z.minLength(1), z.maxLength(PACK_NAME_LENGTH_MAX)));

const ownCardsQuery = {
  ...cardListQuery(SORTS),
  status: z.optional(oneOrMoreOf(CARD_STATUSES, 'status is not a card status')),
  packName,
  /** Only cards of exactly this set. */
  setId: z.optional(z.string().check(z.minLength(1), z.maxLength(SET_ID_LENGTH_MAX))),
  /** Only available cards whose thirty days end within this number of days. */
  days: optionalWholeNumber('days', 1, CONVERT_AFTER_DAYS),
  /** Only cards of packs whose owner has looked at the cards. */
  uncovered: z.optional(z.literal('true', 'uncovered must be true')),
};

/**
 * The possible values of the filter `packName`. They are the names of the packs from which cards with these statuses
 * came.
 */
const packNames = z.array(z.string());

const ownCards = {
  ...cardList(cardItem, SORTS),
  packNames,
  /**
   * The sum over all cards of the list, across all pages. If a card went back to the shop, it counts at the amount
   * that the shop paid. Any other card counts at today's value.
   */
  totals: z.object({ marketValue: amount, sellPrice: amount }),
};

export const listMyCards = endpoint({
  method: 'GET',
  path: '/cards/my',
  summary: "A page of the caller's cards.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object(ownCardsQuery),
  reply: z.object(ownCards),
  rejections: [],
});

const { page: _page, pageSize: _pageSize, ...wholeList } = ownCardsQuery;

export const exportMyCards = endpoint({
  method: 'GET',
  path: '/cards/my.csv',
  summary: "The caller's cards as CSV: all pages of the list.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object(wholeList),
  file: 'text/csv',
  savedAs: 'my-cards.csv',
  reply: z.string(),
  rejections: [],
});

/**
 * A set of which the caller has or had cards. Cards are counted by number, so all rarities and finishes of a number
 * count as one.
 */
const ownSet = z.object({
  id: z.string(),
  name: z.string(),
  game: gameId,
  /** How many card numbers the set has. */
  numbers: z.int(),
  /**
   * `here` is the number of card numbers that the caller has at the shop, `owned` counts those sent to them too, and
   * `had` is the number that the caller has ever had. A process of the previous version omits `owned`.
   */
  here: z.int(),
  owned: z.optional(z.int()),
  had: z.int(),
});

export type OwnSet = z.output<typeof ownSet>;

export const listMySets = endpoint({
  method: 'GET',
  path: '/cards/my/sets',
  summary: 'The sets the caller has owned cards from, with their progress.',
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  reply: z.object({ sets: z.array(ownSet) }),
  rejections: [],
});

/** The number of pockets on a page of the binder. */
export const POCKETS = 9;

/** One card number of a set, with the caller's best card of that number. */
const pocket = z.object({
  /** The catalogue card to show. It is the card of `item`, or the cheapest finish if `item` is null. */
  catalogueCardId: z.uuid(),
  name: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  /**
   * The caller's best card at the shop. An available card is better than a locked one, foil is better than normal,
   * and then the value decides. Null if the caller has no such card.
   */
  item: z.nullable(cardItem),
  /** How many cards of this number the caller has at the shop. */
  copies: z.int(),
  /** Whether the caller ever opened a card of this number. */
  wasHad: z.boolean(),
  /**
   * If the caller has no copy at the shop but had one shipped: `in_parcel` while its parcel is at the shop, or `left`.
   * Null in all other cases.
   */
  sent: z._default(z.nullable(z.enum(['in_parcel', 'left'])), null),
  /**
   * If the caller owns no copy, the cheapest single of this number on sale, in any finish, and the number of such
   * singles. Null if none is on sale. A process of the previous version omits this field, or `copies`.
   */
  single: z._default(
    z.nullable(z.object({ cardId: z.uuid(), price: amount, copies: z._default(z.int(), 2) })),
    null,
  ),
});

export type Pocket = z.output<typeof pocket>;

export const showBinder = endpoint({
  method: 'GET',
  path: '/cards/my/binder',
  summary: "A set by its numbers, nine to a page, with the caller's cards in their places.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards', 'singles'],
  query: z.object({
    setId: z.string('setId is required').check(z.maxLength(SET_ID_LENGTH_MAX)),
    /** If omitted, it is the page with the most cards. If several pages have as many, it is the first of them. */
    page: optionalWholeNumber('page', 1, LAST_PAGE),
  }),
  reply: z.object({
    pockets: z.array(pocket),
    pagination: cardPagination,
    /** The pages that have a card, in order. */
    filledPages: z.array(z.int()),
    /** How many missing card numbers are on sale as singles, and the first page that has one of them. */
    onSale: z._default(z.object({ numbers: z.int(), page: z.nullable(z.int()) }), {
      numbers: 0,
      page: null,
    }),
  }),
  rejections: [],
});

export const showCollection = endpoint({
  method: 'GET',
  path: '/cards/collection',
  summary: 'A page of the cards the caller has, with a summary of all of them.',
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object(ownCardsQuery),
  reply: z.object({ ...ownCards, summary: collectionSummary }),
  rejections: [],
});

/** The default number of days for "expiring soon" (docs/product.md §5). */
export const EXPIRING_DAYS = 7;

export const listExpiringCards = endpoint({
  method: 'GET',
  path: '/cards/expiring',
  summary: "The caller's available cards that expire within a number of days, soonest first.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object({
    ...cardPaging,
    ...cardFilters,
    packName,
    days: wholeNumber('days', 1, CONVERT_AFTER_DAYS, EXPIRING_DAYS),
  }),
  reply: z.object({
    ...cardList(cardItem, ['auto_convert_at']),
    packNames,
    /** The price that the shop would pay for all cards of the list, across all pages. */
    totalSellPrice: amount,
  }),
  rejections: [],
});

const cardId = z.object({ id: z.uuid('Card not found') });

export const showCard = endpoint({
  method: 'GET',
  path: '/cards/{id}',
  summary: "One of the caller's physical cards, or a card in the catalogue.",
  audience: 'anyone',
  knowsCaller: true,
  repeat: 'none',
  reads: ['cards', 'catalogue'],
  params: cardId,
  reply: z.union([cardItem, catalogueCard]),
  rejections: ['CARD_NOT_FOUND'],
});

const HISTORY_DAYS = ['30', '90', '365'] as const;

export const showCardHistory = endpoint({
  method: 'GET',
  path: '/cards/{id}/history',
  summary: "A card's prices, and its history if it belongs to the caller.",
  audience: 'anyone',
  knowsCaller: true,
  repeat: 'none',
  reads: ['cards', 'catalogue'],
  params: cardId,
  query: z.object({
    days: z._default(z.enum(HISTORY_DAYS, 'days must be 30, 90 or 365'), '90'),
  }),
  reply: z.object({
    prices: z.array(cardPrice),
    /** The card's history, oldest first. */
    events: z.array(
      z.object({
        type: z.enum(CARD_EVENTS),
        at: instant,
        /** The card's value at that day's prices and today's exchange rates. Null if no price of that day is known. */
        marketValue: z.nullable(amount),
        /** The amount of a purchase as a single, a return, a sale or a conversion. Null for any other event. */
        paid: z.nullable(amount),
        /** How many days before the end a reminder was sent. Null for other events. */
        daysAhead: z.nullable(z.int()),
      }),
    ),
    /**
     * `packId` is the card's pack, and `shipmentId` is the parcel that the card is in or left with. Both are null if
     * the card is not the caller's own.
     */
    packId: z.nullable(z.uuid()),
    /** The pack's place in its drop. Null if the pack belongs to no drop. */
    inDrop: z.nullable(placeInDrop),
    shipmentId: z.nullable(z.uuid()),
  }),
  rejections: ['CARD_NOT_FOUND'],
});

/** The ids of a card and of the opening that revealed it. `forWhat` is the purpose, for the message. */
function cardOfOpening(forWhat: 'sale' | 'conversion') {
  return {
    cardId: z.uuid(`Missing required information for ${forWhat}`).check(z.toLowerCase()),
    packOpeningId: z.uuid('Missing pack opening information').check(z.toLowerCase()),
  };
}

/** A card to sell. `expectedSellPrice` is the price that the owner saw. The card is never sold for less than that. */
const saleItem = z.object({ ...cardOfOpening('sale'), expectedSellPrice: z.optional(amount) });

/**
 * A list of 1 to 500 cards. `done` says what the call does to the cards, as a participle for the message, such as
 * `sold`.
 */
export function bulkOf<Item extends z.ZodMiniType>(item: Item, done: string) {
  return z
    .array(item, 'No cards selected')
    .check(
      z.minLength(1, 'No cards selected'),
      z.maxLength(BULK_CARDS_MAX, `At most ${BULK_CARDS_MAX} cards can be ${done} at once`),
    );
}

export const sellCard = endpoint({
  method: 'POST',
  path: '/cards/sell',
  summary: 'Sells one card back for credits, at half its current market value.',
  audience: 'user',
  repeat: 'keyed',
  batches: true,
  vital: 'sell',
  changes: ['balance', 'transactions', 'cards'],
  body: saleItem,
  reply: z.object({
    cardId: z.uuid(),
    cardName: z.string(),
    marketValue: amount,
    sellPrice: amount,
    newAccountBalance: amount,
  }),
  rejections: ['ACCOUNT_PAUSED', 'CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE', 'PRICE_CHANGED'],
});

export const sellCardsInBulk = endpoint({
  method: 'POST',
  path: '/cards/sell/bulk',
  summary: 'Sells cards back, in the order sent; each succeeds or fails on its own.',
  audience: 'user',
  repeat: 'keyed',
  batches: { fewOf: 'cards' },
  vital: 'sell',
  changes: ['balance', 'transactions', 'cards'],
  body: z.object({ cards: bulkOf(saleItem, 'sold') }),
  reply: z.object({
    successCount: z.int(),
    failureCount: z.int(),
    totalSellPrice: amount,
    newAccountBalance: amount,
    results: z.array(
      z.object({
        cardId: z.uuid(),
        cardName: z.string(),
        /** The amount paid. For a card that was not sold, it is the current sell price. */
        sellPrice: amount,
        success: z.boolean(),
        error: z.nullable(z.string()),
        code: z.nullable(z.enum(['CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE', 'PRICE_CHANGED'])),
      }),
    ),
  }),
  rejections: ['ACCOUNT_PAUSED'],
});

export const convertCards = endpoint({
  ...sellCardsInBulk,
  path: '/cards/convert',
  summary:
    'Converts available cards to credits now instead of at their expiry; each succeeds or fails on its own.',
  body: z.object({ cards: bulkOf(z.object(cardOfOpening('conversion')), 'converted') }),
});

export const askForRelease = endpoint({
  method: 'POST',
  path: '/cards/release-request',
  summary:
    "Asks the operators to release the caller's cards that are locked because their thirty days are over: one mail a day.",
  audience: 'user',
  repeat: 'natural',
  // The call only sends a mail to the shop.
  changes: [],
  reply: z.object({ cards: z.int() }),
  rejections: ['CARD_NOT_AVAILABLE'],
});

nameShapes({
  Card: card,
  CardItem: cardItem,
  OwnSet: ownSet,
  Pocket: pocket,
  SaleItem: saleItem,
  BulkSale: sellCardsInBulk.reply,
});
