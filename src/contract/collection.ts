// What owners can do with their cards (docs/product.md §9).
import * as z from 'zod/mini';
import {
  CARD_EVENTS,
  CARD_STATUSES,
  FINISHES,
  GAMES,
  LOCK_REASONS,
  RARITIES,
} from '#domain/card.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { amount, instant } from './amounts.ts';
import { cardFilters, cardList, cardListQuery, oneOrMoreOf } from './card-lists.ts';
import { cardPrice } from './prices.ts';
import { placeInDrop } from './drops.ts';
import { catalogueCard } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { cardPaging, cardPagination, optionalWholeNumber, wholeNumber } from './paging.ts';
import { collectionSummary } from './profile.ts';

const SORTS = ['opened_at', 'left_at', 'name', 'rarity', 'price', 'auto_convert_at'] as const;

/** The most cards in one bulk call (docs/product.md §9). */
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
  /** What its pack cost: its share, by price, of what its order came to, with tax and card fee. */
  packCost: z.nullable(amount),
  marketValue: amount,
  sellPrice: amount,
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  openedAt: instant,
  /** When it was sold, converted or taken back, or its shipment asked for; null: it is still here. */
  leftAt: z.nullable(instant),
  autoConvertAt: z.nullable(instant),
  daysUntilAutoConvert: z.nullable(z.int()),
  packOpeningId: z.uuid(),
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
  /** Cards of exactly this set. */
  setId: z.optional(z.string().check(z.minLength(1), z.maxLength(SET_ID_LENGTH_MAX))),
  /** Available cards whose time ends within so many days. */
  days: optionalWholeNumber('days', 1, CONVERT_AFTER_DAYS),
};

/** The names of the packs that cards with these statuses came from: the choices for `packName`. */
const packNames = z.array(z.string());

const ownCards = {
  ...cardList(cardItem, SORTS),
  packNames,
  /** What all of them together are worth now, across all pages; those that went back to the shop, what was paid. */
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

/** A set that somebody has had cards of, counted by its numbers, whatever their rarity and finish. */
const ownSet = z.object({
  id: z.string(),
  name: z.string(),
  game: z.enum(GAMES),
  /** How many it has. */
  numbers: z.int(),
  /** Of how many a card is here now, and of how many one ever came out of a pack. */
  here: z.int(),
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

/** Pockets on a page of the binder. */
export const POCKETS = 9;

/** A number of a set, with the caller's best card of it. */
const pocket = z.object({
  /** The card of the catalogue that it shows: the one that is here, else the cheapest finish. */
  catalogueCardId: z.uuid(),
  name: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  /** Available before locked, foil before normal, then by value. Null: none is here. */
  item: z.nullable(cardItem),
  /** Cards of it that are here. */
  copies: z.int(),
  /** One came out of a pack, whether or not it is here. */
  wasHad: z.boolean(),
});

export type Pocket = z.output<typeof pocket>;

export const showBinder = endpoint({
  method: 'GET',
  path: '/cards/my/binder',
  summary: "A set by its numbers, nine to a page, with the caller's cards in their places.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object({
    setId: z.string('setId is required').check(z.maxLength(SET_ID_LENGTH_MAX)),
    /** Left out, the first page with a card in it. */
    page: optionalWholeNumber('page', 1, LAST_PAGE),
  }),
  reply: z.object({
    pockets: z.array(pocket),
    pagination: cardPagination,
    /** The pages that have a card in them, in order. */
    filledPages: z.array(z.int()),
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

/** How many days ahead "soon" is by default (docs/product.md §5). */
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
    /** What all of them together are worth now, across all pages. */
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
    /** Oldest first. */
    events: z.array(
      z.object({
        type: z.enum(CARD_EVENTS),
        at: instant,
        /** What it was worth by the prices of that day, at today's rates of exchange; null: no price is known from then. */
        marketValue: z.nullable(amount),
        /** What was paid for it, where it was sold or converted. */
        paid: z.nullable(amount),
        /** Of a reminder: how many days it was ahead of the end. */
        daysAhead: z.nullable(z.int()),
      }),
    ),
    /** Of the caller's own card: the pack it came from, and the parcel that it is in or went with. */
    packId: z.nullable(z.uuid()),
    /** Where that pack lay, if it was of a drop. */
    inDrop: z.nullable(placeInDrop),
    shipmentId: z.nullable(z.uuid()),
  }),
  rejections: ['CARD_NOT_FOUND'],
});

/** A card and the opening it came from; `forWhat` says in words what the call needs it for. */
function cardOfOpening(forWhat: 'sale' | 'conversion') {
  return {
    cardId: z.uuid(`Missing required information for ${forWhat}`).check(z.toLowerCase()),
    packOpeningId: z.uuid('Missing pack opening information').check(z.toLowerCase()),
  };
}

/** A card to sell. `expectedSellPrice`: the price its owner saw; it is never sold for less. */
const saleItem = z.object({ ...cardOfOpening('sale'), expectedSellPrice: z.optional(amount) });

/** The 1 to 500 cards of one call; `done` says in words what it does to them. */
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
        /** The amount paid; for a card that was not sold, what it is worth now. */
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
  // What it leaves behind is a mail to the shop.
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
