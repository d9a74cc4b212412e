// What the shop tells of each card of its sets (docs/product.md §4).
import * as z from 'zod/mini';
import { FINISHES, GAMES } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { catalogueCard, marketList } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

/** What a market told of a card on a day. */
export const cardPrice = z.object({
  date: z.iso.date(),
  amount,
  currency: z.enum(['USD', 'EUR', 'CAD']),
  source: z.string(),
  finish: z.enum(FINISHES),
  /** The same in CAD, at the rate that the shop uses today. */
  marketValue: amount,
});
export type CardPrice = z.output<typeof cardPrice>;

/** A pack type for sale that a card is in, or can be in. */
const packOfCard = z.object({
  packTypeId: z.string(),
  name: z.string(),
  price: amount,
  packImageUrl: z.string(),
  /** How many of the counted packs hold it, at least once; null: nothing is counted. */
  counted: z.nullable(
    z.object({
      packs: z.int(),
      of: z.int(),
      /** Rounded down to four places. */
      chance: z.number(),
      countedAt: instant,
      /** Always; for pages of the version before. */
      isCurrent: z.boolean(),
    }),
  ),
});
export type PackOfCard = z.output<typeof packOfCard>;

const cardFacts = z.object({
  card: catalogueCard,
  /** Its drawing as a JPEG of 1200 x 630, for the previews of links. */
  sharePicture: z.string(),
  /** What the shop gives for it today. */
  instantCredit: amount,
  /** All cards of its set with its number, itself among them: normal, reverse foil, foil. */
  printings: z.array(catalogueCard),
  /** The last 90 days', and of each market the price that held when they began; oldest first. */
  prices: z.array(cardPrice),
  /** The day in UTC until which the prices hold. */
  today: z.iso.date(),
  /** Likeliest first. */
  packs: z.array(packOfCard),
  /** How many of it came out of packs that were opened here. */
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
  game: z.enum(GAMES),
  /** How many numbers it has: a card in three finishes is one. */
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
  reads: ['catalogue'],
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
    /** The newest refresh is younger than 48 hours, and `asOf` is two days ago at most. */
    areDaily: z.boolean(),
    /** The day of the newest price; null: no card has one. */
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
