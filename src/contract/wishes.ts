// Wish lists, and notices to users (docs/product.md §18).
import * as z from 'zod/mini';
import { FINISHES, RARITIES } from '#domain/card.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { CARDS_TOLD_MOST, NOTICE_KINDS } from '#domain/notice.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

const card = z.object({ cardId: z.uuid('cardId must be the id of a card') });
const packType = z.object({
  packTypeId: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
});

const line = z.object({
  amount,
  /**
   * Whether the market value was below the line when the user set the line. If so, the notice is sent when the value
   * rises to the line.
   */
  isAbove: z.boolean(),
  toldAt: z.nullable(instant),
});

const namedPackType = z.object({ id: z.string(), name: z.string() });

const wishedCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  game: gameId,
  setName: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  finish: z.enum(FINISHES),
  image: z.string(),
  marketValue: amount,
  wishedAt: instant,
  /**
   * When the user got a notice that new packs can contain the card. Null if the user got none yet, or if the wish
   * was renewed since.
   */
  toldAt: z.nullable(instant),
  line: z.nullable(line),
  /** Pack types on sale now that can contain the card. */
  canBeIn: z.array(namedPackType),
  /** The lowest price of a copy that is on sale as a single. Null if none is. A process of the previous version omits it. */
  singleFrom: z._default(z.nullable(amount), null),
});

const wishedPack = z.object({
  packTypeId: z.string(),
  name: z.string(),
  image: z.string(),
  price: amount,
  isForSale: z.boolean(),
  wishedAt: instant,
  /**
   * When the user got a notice that the pack is back. Null if the user got none yet, or if the wish was renewed
   * since.
   */
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

/** The smallest and the largest price line, in CAD. */
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
  /** At most ten cards, the most valuable first. */
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
  /** The price line, and the market value that crossed it. Both are null unless the notice is about a price. */
  line: z.nullable(amount),
  marketValue: z.nullable(amount),
  /**
   * The amount of converted cards, the price that expiring or locked cards would bring, or the refunded amount. Null
   * for other notices.
   */
  amount: z.nullable(amount),
  /** The parcel that was sent, or the transaction of a refund. Null for other notices. */
  subjectId: z.nullable(z.uuid()),
  /** What an operator is alerted about, in words. Null for other notices, and for an alert that is forgotten. */
  alert: z.nullable(z.string()),
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
