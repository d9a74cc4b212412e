// What people wish for, and what they are told of it (docs/product.md §18).
import * as z from 'zod/mini';
import { FINISHES, GAMES, RARITIES } from '#domain/card.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { CARDS_TOLD_MOST, NOTICE_KINDS } from '#domain/notice.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

const card = z.object({ cardId: z.uuid('cardId must be the id of a card') });
const packType = z.object({
  packTypeId: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
});

const line = z.object({
  amount,
  /** The market value was below the line when it was drawn: reaching it from below is told. */
  isAbove: z.boolean(),
  toldAt: z.nullable(instant),
});

const namedPackType = z.object({ id: z.string(), name: z.string() });

const wishedCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  game: z.enum(GAMES),
  setName: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  finish: z.enum(FINISHES),
  image: z.string(),
  marketValue: amount,
  wishedAt: instant,
  /** When packs came in that can hold it, and it was told; null: not yet. To wish anew forgets it. */
  toldAt: z.nullable(instant),
  line: z.nullable(line),
  /** Pack types for sale now whose filling can hold it. */
  canBeIn: z.array(namedPackType),
});

const wishedPack = z.object({
  packTypeId: z.string(),
  name: z.string(),
  image: z.string(),
  price: amount,
  isForSale: z.boolean(),
  wishedAt: instant,
  /** When it was back, and that was told; null: not yet. To wish anew forgets it. */
  toldAt: z.nullable(instant),
});

export const listWishes = endpoint({
  method: 'GET',
  path: '/wishes',
  summary: 'The cards and the pack types that the caller wishes for, the newest first.',
  audience: 'user',
  repeat: 'none',
  reads: ['wishes', 'stock', 'catalogue'],
  reply: z.object({ cards: z.array(wishedCard), packs: z.array(wishedPack) }),
  rejections: [],
});

export const listWishMarks = endpoint({
  method: 'GET',
  path: '/wishes/marks',
  summary: 'The ids of the cards and pack types that the caller waits to hear about.',
  audience: 'user',
  repeat: 'none',
  reads: ['wishes', 'notices'],
  reply: z.object({ cardIds: z.array(z.uuid()), packTypeIds: z.array(z.string()) }),
  rejections: [],
});

export const wishForCard = endpoint({
  method: 'PUT',
  path: '/wishes/cards/{cardId}',
  summary: "Adds a card to the caller's wishes, or renews the wish after a notice.",
  audience: 'user',
  repeat: 'natural',
  changes: ['wishes'],
  params: card,
  reply: z.object({ cardId: z.uuid() }),
  rejections: ['CARD_NOT_FOUND', 'WISHES_FULL'],
});

/** CAD: the least and the most that a line can be drawn at. */
const LINE_LEAST = 0.01;
const LINE_MOST = 1_000_000;

export const drawLine = endpoint({
  method: 'PUT',
  path: '/wishes/cards/{cardId}/line',
  summary: 'Sets or removes the market value at whose crossing the caller is notified, once.',
  audience: 'user',
  repeat: 'natural',
  changes: ['wishes'],
  params: card,
  body: z.object({ amount: z.nullable(amountBetween(LINE_LEAST, LINE_MOST)) }),
  reply: z.object({ cardId: z.uuid(), line: z.nullable(line) }),
  rejections: ['CARD_NOT_FOUND'],
});

export const forgetCardWish = endpoint({
  method: 'DELETE',
  path: '/wishes/cards/{cardId}',
  summary: "Removes a card from the caller's wishes.",
  audience: 'user',
  repeat: 'natural',
  changes: ['wishes'],
  params: card,
  reply: z.object({ cardId: z.uuid() }),
  rejections: [],
});

export const wishForPack = endpoint({
  method: 'PUT',
  path: '/wishes/packs/{packTypeId}',
  summary: 'Asks to be notified when a pack type is back in stock, or again after such a notice.',
  audience: 'user',
  repeat: 'natural',
  changes: ['wishes'],
  params: packType,
  reply: z.object({ packTypeId: z.string() }),
  rejections: ['PACK_NOT_FOUND', 'WISHES_FULL'],
});

export const forgetPackWish = endpoint({
  method: 'DELETE',
  path: '/wishes/packs/{packTypeId}',
  summary: "Removes a pack type from the caller's wishes.",
  audience: 'user',
  repeat: 'natural',
  changes: ['wishes'],
  params: packType,
  reply: z.object({ packTypeId: z.string() }),
  rejections: [],
});

const notice = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  packTypes: z.array(namedPackType),
  /** The dearest first, at most ten of them. */
  cards: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      nativeRarity: z.string(),
      finish: z.enum(FINISHES),
      image: z.string(),
    }),
  ),
  cardCount: z.int(),
  /** Of a price: the line, and the market value that crossed it. */
  line: z.nullable(amount),
  marketValue: z.nullable(amount),
  /** What cards brought when they converted, what ending or locked ones would bring, or what was refunded. */
  amount: z.nullable(amount),
  /** The parcel that left, or the transaction of a refund. */
  subjectId: z.nullable(z.uuid()),
  madeAt: instant,
  readAt: z.nullable(instant),
});
export type Notice = z.output<typeof notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  summary: `The notices to the caller, newest first; a notice names at most ${CARDS_TOLD_MOST} cards.`,
  audience: 'user',
  repeat: 'none',
  reads: ['notices'],
  query: z.object(paging),
  reply: z.object({ notices: z.array(notice), unread: z.int(), pagination }),
  rejections: [],
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  summary: 'Marks notices of the caller as read: those named, or all.',
  audience: 'user',
  repeat: 'natural',
  changes: ['notices'],
  body: z.object({ ids: z.optional(z.array(z.uuid()).check(z.maxLength(100))) }),
  reply: z.object({ unread: z.int() }),
  rejections: [],
});

nameShapes({
  WishedCard: wishedCard,
  WishedPack: wishedPack,
  PriceLine: line,
  NamedPackType: namedPackType,
  Notice: notice,
});
