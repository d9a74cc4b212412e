// What an owner does with a card (docs/product.md §9).
import * as z from 'zod/mini';
import { CARD_STATUSES, FINISHES, LOCK_REASONS, RARITIES } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { cardPaging, cardPagination } from './paging.ts';

const SORTS = ['opened_at', 'name', 'rarity', 'price'] as const;
const ORDERS = ['desc', 'asc'] as const;

export const cardItem = z.object({
  card: z.object({
    id: z.uuid(),
    catalogueCardId: z.uuid(),
    name: z.string(),
    rarity: z.enum(RARITIES),
    nativeRarity: z.string(),
    imageUrl: z.string(),
    set_name: z.string(),
    foil: z.boolean(),
    finish: z.enum(FINISHES),
    condition: z.string(),
  }),
  packName: z.string(),
  marketValue: amount,
  sellPrice: amount,
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  openedAt: instant,
  autoConvertAt: z.nullable(instant),
  daysUntilAutoConvert: z.nullable(z.int()),
  packOpeningId: z.uuid(),
});
export type CardItem = z.output<typeof cardItem>;

const statuses = z.union(
  [
    z.array(z.enum(CARD_STATUSES)),
    z.pipe(
      z.enum(CARD_STATUSES),
      z.transform((one) => [one]),
    ),
  ],
  {
    error: 'status is not a card status',
  },
);

export const listMyCards = endpoint({
  method: 'GET',
  path: '/cards/my',
  summary: "The caller's cards, a page of them.",
  audience: 'user',
  repeat: 'none',
  query: z.object({
    ...cardPaging,
    status: z.optional(statuses),
    sortBy: z._default(
      z.enum(SORTS, 'sortBy must be opened_at, name, rarity or price'),
      'opened_at',
    ),
    sortOrder: z._default(z.enum(ORDERS, 'sortOrder must be desc or asc'), 'desc'),
  }),
  reply: z.object({
    cards: z.array(cardItem),
    pagination: cardPagination,
    filters: z.object({ sortBy: z.enum(SORTS), sortOrder: z.enum(ORDERS) }),
    currency: z.string(),
    exchangeRate: z.number(),
  }),
  rejections: [],
});

export const sellCard = endpoint({
  method: 'POST',
  path: '/cards/sell',
  summary: 'Sells one card back for credits, at half of its market value now.',
  audience: 'user',
  repeat: 'keyed',
  body: z.object({
    cardId: z.uuid('Missing required information for sale'),
    packOpeningId: z.uuid('Missing pack opening information'),
    expectedSellPrice: z.optional(amount),
  }),
  reply: z.object({
    cardId: z.uuid(),
    cardName: z.string(),
    marketValue: amount,
    sellPrice: amount,
    newAccountBalance: amount,
  }),
  rejections: ['CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE', 'PRICE_CHANGED'],
});
