// Pack types, cards and sets for shoppers (docs/product.md §4).
import * as z from 'zod/mini';
import { FINISHES, RARITIES } from '#domain/card.ts';
import { FACTS_BASES } from '#domain/pack-facts.ts';
import { PROMISED_RARITIES } from '#domain/pack-promises.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { SEAL_KINDS } from '#domain/seal-kind.ts';
import { amount, instant } from './amounts.ts';
import { cardList, cardListQuery, requiredSearch } from './card-lists.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';

const game = z.optional(gameId);
export const packTypeId = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
});

export const potentialHit = z.object({
  cardId: z.uuid(),
  cardName: z.string(),
  cardImageUrl: z.string(),
  instantCredit: amount,
  rarity: z.enum(RARITIES),
  /**
   * How many of the counted packs contain this card. Null if the packs are not counted; then they may contain the
   * card.
   */
  packs: z.nullable(z.int()),
});

/**
 * For each rarity, the share of packs with a card of that rarity, rounded down, and the number of such packs.
 * `packs` is null for an estimate.
 */
export const packOdds = z.array(
  z.object({ rarity: z.enum(RARITIES), chance: z.number(), packs: z.nullable(z.int()) }),
);

const shareOfCounted = z.object({ packs: z.int(), chance: z.number() });

const packValue = z.object({ mean: amount, median: amount, best: amount });

/**
 * Statistics from the real contents of a type's sealed packs, which are on sale, reserved, or sold and unopened.
 * They exist only for 20 packs or more.
 */
export const countedFacts = z.object({
  packs: z.int(),
  countedAt: instant,
  /**
   * Always true, because there are no statistics of fewer than 20 sealed packs (choice 760). Pages of the previous
   * version read this field.
   */
  isCurrent: z.boolean(),
  /** The number of packs that arrived after the count. As soon as there are 20 such packs, they are counted too. */
  newerPacks: z.int(),
  /** The hash of the manifest of the drop that was counted. Null if all sealed packs of the type were counted. */
  drop: z.nullable(z.string()),
  /** The price of a pack before tax, at the time of the count. */
  price: amount,
  /** The market value of all cards in a pack, at that day's prices. Mean and median are rounded down. */
  market: packValue,
  soldBack: packValue,
  /**
   * The shares of packs whose cards are worth at least the pack's price before tax. One share is by market value,
   * the other by the shop's buying price.
   */
  bringPrice: z.object({ market: shareOfCounted, soldBack: shareOfCounted }),
});
export type CountedFacts = z.output<typeof countedFacts>;

/**
 * The minimum contents of every pack of the type. The database enforces these promises. Tags and details promise
 * nothing.
 */
const promises = {
  promisesFoil: z.boolean(),
  /** Each pack has at least one card of this rarity or above. Null if that is not promised. */
  promisesRarity: z.nullable(z.enum(PROMISED_RARITIES)),
  /** Each pack has at least this number of cards that are rare or mythic. Null if that is not promised. */
  promisesHits: z.nullable(z.int()),
};

export const sealKind = z.enum(SEAL_KINDS, 'sealKind must be resealed or assembled');

/** What both shoppers and operators see of a pack type. */
export const knownPackType = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: amount,
  originalPrice: z.nullable(amount),
  discount: z.nullable(z.int()),
  game: gameId,
  packImageUrl: z.string(),
  card_count: z.int(),
  set_id: z.string(),
  set_name: z.string(),
  stock: z.int(),
  guaranteed: z.boolean(),
  purchaseLimit: z.nullable(z.int()),
  /** The kind of the type's packs. A process of the previous version omits it. */
  sealKind: z._default(sealKind, 'resealed'),
  tags: z.array(z.string()),
  details: z.array(z.string()),
  ...promises,
  updatedAt: instant,
};

export const packType = z.object({
  ...knownPackType,
  /** The default is true, because another server with this API may omit the field. */
  is_available: z._default(z.boolean(), true),
  availablePacksCount: z.int(),
  odds: packOdds,
  counted: z.nullable(countedFacts),
  pricesAsOf: z.nullable(instant),
  potentialHitsCards: z.array(potentialHit),
  createdAt: instant,
});
export type PackType = z.output<typeof packType>;

/** A list of pack types. Each call documents its order. */
export const packTypes = z.array(packType);

export const listPackTypes = endpoint({
  method: 'GET',
  path: '/pack-types',
  summary:
    'Every pack type that was ever on sale or is in an announced drop, in display order, sold-out ones too.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  query: z.object({ game }),
  reply: packTypes,
  rejections: [],
});

export const showPackType = endpoint({
  method: 'GET',
  path: '/pack-types/{id}',
  summary: 'One pack type.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: packType,
  rejections: ['PACK_NOT_FOUND'],
});

export const showPackFacts = endpoint({
  method: 'GET',
  path: '/pack-types/{id}/facts',
  summary:
    'Odds, values and best cards of the sealed packs of a type, counted over at least 20 packs or marked as an estimate.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: z.object({
    packTypeId: z.string(),
    basis: z.enum(FACTS_BASES),
    /** The number of packs on sale now. */
    left: z.int(),
    price: amount,
    odds: packOdds,
    counted: z.nullable(countedFacts),
    top: z.array(potentialHit),
    pricesAsOf: z.nullable(instant),
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const showOpenedPacks = endpoint({
  method: 'GET',
  path: '/pack-types/{id}/opened',
  summary:
    'What the opened packs of a type held: the market value of each on the day it was opened, lowest first; their number is a multiple of ten.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: z.object({
    packTypeId: z.string(),
    /** Today's price before tax. */
    price: amount,
    /** The number of packs in `values`. It is a multiple of ten, at most 500. */
    packs: z.int(),
    /** How many of these packs had cards worth more than today's price of a pack. */
    abovePrice: z.int(),
    /** The value of each pack, lowest first. */
    values: z.array(amount),
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const catalogueCard = z.object({
  id: z.uuid(),
  name: z.string(),
  game: gameId,
  set_id: z.string(),
  set_name: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  finish: z.enum(FINISHES),
  foil: z.boolean(),
  image: z.string(),
  price: amount,
  value: amount,
  marketValue: amount,
  pricesAsOf: z.nullable(instant),
  status: z.literal('active'),
  createdAt: instant,
  updatedAt: instant,
});
export type CatalogueCard = z.output<typeof catalogueCard>;

const marketCard = z.extend(catalogueCard, {
  /**
   * The lowest price of a copy that is on sale as a single. Null if no copy is on sale. A process of the previous
   * version omits it.
   */
  singleFrom: z._default(z.nullable(amount), null),
});
export type MarketCard = z.output<typeof marketCard>;

const MARKET_SORTS = ['price', 'name', 'rarity'] as const;
/**
 * A page of catalogue cards, for the list and the search. The first page is also in the response with all sets
 * (`prices.ts`).
 */
export const marketList = z.object({
  ...cardList(marketCard, MARKET_SORTS),
  /** Whether no card matches the searched words. If so, the cards here have similar names, the most similar first. */
  isAlike: z.boolean(),
});
const onlyTrue = (name: string) => z.optional(z.literal('true', `${name} must be true`));
const marketQuery = {
  ...cardListQuery(MARKET_SORTS),
  game,
  setId: z.optional(z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
  /** Only cards that packs on sale contain, or can contain if the packs are not counted. */
  inPacks: onlyTrue('inPacks'),
  /** Only cards of which a copy is on sale as a single. `totalItems` counts up to CARDS_ON_SALE_COUNTED_MOST. */
  singles: onlyTrue('singles'),
  /** Only cards that the caller has opened and still owns, which excludes sold and converted cards. */
  mine: onlyTrue('mine'),
  /** Only cards on the caller's wish list, whether or not a notice was sent. */
  wished: onlyTrue('wished'),
};

export const listMarketCards = endpoint({
  method: 'GET',
  path: '/cards/market',
  summary:
    'A page of the cards in the catalogue, most valuable first; a search matches names, numbers and sets, or similar names if nothing matches.',
  audience: 'anyone',
  knowsCaller: true,
  throttle: 'card_search',
  repeat: 'none',
  reads: ['catalogue', 'cards', 'wishes', 'singles'],
  query: z.object(marketQuery),
  reply: marketList,
  rejections: [],
});

export const searchCards = endpoint({
  method: 'GET',
  path: '/cards/search',
  summary: 'The same, with a required search of two characters or more.',
  audience: 'anyone',
  knowsCaller: true,
  throttle: 'card_search',
  repeat: 'none',
  reads: ['catalogue', 'cards', 'wishes', 'singles'],
  query: z.object({ ...marketQuery, search: requiredSearch }),
  reply: marketList,
  rejections: [],
});

nameShapes({
  PotentialHit: potentialHit,
  PackType: packType,
  PackTypeList: packTypes,
  CountedFacts: countedFacts,
  PackValue: packValue,
  ShareOfCounted: shareOfCounted,
  CatalogueCard: catalogueCard,
  MarketCard: marketCard,
  CatalogueCardList: marketList,
});
