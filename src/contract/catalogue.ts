// What the shop sells (docs/product.md §4).
import * as z from 'zod/mini';
import { FINISHES, GAMES, RARITIES } from '#domain/card.ts';
import { FACTS_BASES } from '#domain/pack-facts.ts';
import { PROMISED_RARITIES } from '#domain/pack-promises.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount, instant } from './amounts.ts';
import { cardList, cardListQuery, requiredSearch } from './card-lists.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const game = z.optional(z.enum(GAMES, 'game must be magic, pokemon or yugioh'));
export const packTypeId = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
});

export const potentialHit = z.object({
  cardId: z.uuid(),
  cardName: z.string(),
  cardImageUrl: z.string(),
  instantCredit: amount,
  rarity: z.enum(RARITIES),
  /** How many of the counted packs hold this very card; null where nothing is counted: it can be in one. */
  packs: z.nullable(z.int()),
});

/** For each rarity the share of packs that hold one, rounded down; `packs` of those counted, null in an estimate. */
export const packOdds = z.array(
  z.object({ rarity: z.enum(RARITIES), chance: z.number(), packs: z.nullable(z.int()) }),
);

const shareOfCounted = z.object({ packs: z.int(), chance: z.number() });

const packValue = z.object({ mean: amount, median: amount, best: amount });

/** What sealed packs (for sale, held, or sold and not opened) were counted to hold; never of fewer than 20. */
export const countedFacts = z.object({
  packs: z.int(),
  countedAt: instant,
  /** Always: of fewer than 20 sealed packs nothing is counted (choice 760). For pages of the version before. */
  isCurrent: z.boolean(),
  /** Came in since; they count once there are 20 of them. */
  newerPacks: z.int(),
  /** The packs are those of this drop, by the hash of its manifest; null: all that are sealed of the type. */
  drop: z.nullable(z.string()),
  /** Before tax, when they were counted. */
  price: amount,
  /** Of all cards in a pack, at the prices of that day; mean and median rounded down. */
  market: packValue,
  soldBack: packValue,
  /** The packs whose cards are worth the price before tax or more, or are bought back for it. */
  bringPrice: z.object({ market: shareOfCounted, soldBack: shareOfCounted }),
});
export type CountedFacts = z.output<typeof countedFacts>;

/** What every pack of a type holds at least, as the database keeps it; tags and details promise nothing. */
export const promises = {
  promisesFoil: z.boolean(),
  /** A card of this rarity or above. */
  promisesRarity: z.nullable(z.enum(PROMISED_RARITIES)),
  /** So many cards that are rare or mythic. */
  promisesHits: z.nullable(z.int()),
};

export const packType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: amount,
  originalPrice: z.nullable(amount),
  discount: z.nullable(z.int()),
  game: z.enum(GAMES),
  packImageUrl: z.string(),
  card_count: z.int(),
  set_id: z.string(),
  set_name: z.string(),
  /** Another server that speaks this API may leave it out: then it can be bought. */
  is_available: z._default(z.boolean(), true),
  availablePacksCount: z.int(),
  stock: z.int(),
  guaranteed: z.boolean(),
  purchaseLimit: z.nullable(z.int()),
  tags: z.array(z.string()),
  details: z.array(z.string()),
  ...promises,
  odds: packOdds,
  counted: z.nullable(countedFacts),
  pricesAsOf: z.nullable(instant),
  potentialHitsCards: z.array(potentialHit),
  createdAt: instant,
  updatedAt: instant,
});
export type PackType = z.output<typeof packType>;

/** Pack types, in the order each call documents. */
export const packTypes = z.array(packType);

export const listPackTypes = endpoint({
  method: 'GET',
  path: '/pack-types',
  summary: 'Every pack type in display order, including sold-out ones.',
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
    /** Packs for sale now. */
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
    /** Before tax, today. */
    price: amount,
    /** A multiple of ten, 500 at the most. */
    packs: z.int(),
    /** How many of them held cards worth more than a pack costs today. */
    abovePrice: z.int(),
    /** Lowest first. */
    values: z.array(amount),
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const catalogueCard = z.object({
  id: z.uuid(),
  name: z.string(),
  game: z.enum(GAMES),
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

const MARKET_SORTS = ['price', 'name', 'rarity'] as const;
/** The first page of all cards, as both calls answer it when nothing is asked for. */
export const marketList = z.object({
  ...cardList(catalogueCard, MARKET_SORTS),
  /** No card has the words that were searched: these have names like them, the likest first. */
  isAlike: z.boolean(),
});
const onlyTrue = (name: string) => z.optional(z.literal('true', `${name} must be true`));
const marketQuery = {
  ...cardListQuery(MARKET_SORTS),
  game,
  setId: z.optional(z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX))),
  /** Only what packs for sale hold, or can hold where they are not counted. */
  inPacks: onlyTrue('inPacks'),
  /** Only what the caller has opened and neither sold nor had converted. */
  mine: onlyTrue('mine'),
  /** Only what the caller wishes for, told or not. */
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
  reads: ['catalogue', 'cards', 'wishes'],
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
  reads: ['catalogue', 'cards', 'wishes'],
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
  CatalogueCardList: marketList,
});
