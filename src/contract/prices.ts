// Public data about each card and set (docs/product.md §4).
import * as z from 'zod/mini';
import { FINISHES } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { catalogueCard, marketList } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';

/** A market's price of a card on one day. */
export const cardPrice = z.object({
  date: z.iso.date(),
  amount,
  currency: z.enum(['USD', 'EUR', 'CAD']),
  source: z.string(),
  finish: z.enum(FINISHES),
  /** The price in CAD, at today's exchange rate. */
  marketValue: amount,
});
export type CardPrice = z.output<typeof cardPrice>;

/** A pack type on sale that contains the card, or that can contain it because its packs are not counted. */
const packOfCard = z.object({
  packTypeId: z.string(),
  name: z.string(),
  price: amount,
  packImageUrl: z.string(),
  /** The statistics of packs with at least one copy of the card. Null if the packs are not counted. */
  counted: z.nullable(
    z.object({
      packs: z.int(),
      of: z.int(),
      /** The share of packs with the card, rounded down to four decimal places. */
      chance: z.number(),
      countedAt: instant,
      /** Always true. Pages of the previous version read this field. */
      isCurrent: z.boolean(),
    }),
  ),
});
export type PackOfCard = z.output<typeof packOfCard>;

const cardFacts = z.object({
  card: catalogueCard,
  /** The card's drawing as a JPEG of 1200 x 630, for link previews. */
  sharePicture: z.string(),
  /** The price that the shop pays for the card today. */
  instantCredit: amount,
  /** All cards of the set with this number, including this card: normal, reverse foil, foil. */
  printings: z.array(catalogueCard),
  /**
   * The prices of the last 90 days, oldest first. For each market, the list also has the price that was valid when
   * the 90 days began.
   */
  prices: z.array(cardPrice),
  /** The last day (UTC) that the prices include. */
  today: z.iso.date(),
  /** Pack types with the card, the highest chance first. */
  packs: z.array(packOfCard),
  /** How many copies of the card were in packs that users opened. */
  openedCopies: z.int(),
});
export type CardFacts = z.output<typeof cardFacts>;

export const showCardFacts = endpoint({
  method: 'GET',
  path: '/cards/{id}/facts',
  summary:
    'What is public about a card in the catalogue: its finishes and their prices, the packs for sale that it can be in, and how many were opened here.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  params: z.object({ id: z.uuid('Card not found') }),
  reply: cardFacts,
  rejections: ['CARD_NOT_FOUND'],
});

const cardSet = z.object({
  id: z.string(),
  name: z.string(),
  game: gameId,
  /** How many card numbers the set has. All finishes of a number count as one. */
  cards: z.int(),
  releasedOn: z.nullable(z.iso.date()),
});
export type CardSet = z.output<typeof cardSet>;

export const showCardShelf = endpoint({
  method: 'GET',
  path: '/cards/shelf',
  summary: 'The start of the page of all cards: the sets, newest first, and the first cards.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'singles'],
  reply: z.object({ sets: z.array(cardSet), list: marketList }),
  rejections: [],
});

export const showPriceDay = endpoint({
  method: 'GET',
  path: '/prices',
  summary: 'How fresh the prices of the cards are.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue'],
  reply: z.object({
    /**
     * Whether prices are refreshed daily. If so, the newest refresh is less than 48 hours old, and `asOf` is at most
     * two days ago.
     */
    areDaily: z.boolean(),
    /** The day of the newest price. Null if no card has a price. */
    asOf: z.nullable(instant),
  }),
  rejections: [],
});

nameShapes({
  CardPrice: cardPrice,
  PackOfCard: packOfCard,
  CardFacts: cardFacts,
  ShelvedSet: cardSet,
});
