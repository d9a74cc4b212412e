// What the shop sells (docs/product.md §4).
import * as z from 'zod/mini';
import { GAMES, RARITIES } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';

/** A pack type's id: a slug such as `magic-mid-draft`. */
export const PACK_TYPE_ID_LENGTH_MAX = 80;

const potentialHit = z.object({
  cardId: z.uuid(),
  cardName: z.string(),
  cardImageUrl: z.string(),
  instantCredit: amount,
  rarity: z.enum(RARITIES),
});

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
  is_available: z.boolean(),
  availablePacksCount: z.int(),
  stock: z.int(),
  guaranteed: z.boolean(),
  purchaseLimit: z.nullable(z.int()),
  tags: z.array(z.string()),
  details: z.array(z.string()),
  odds: z.array(z.object({ rarity: z.enum(RARITIES), chance: z.number() })),
  pricesAsOf: z.nullable(instant),
  potentialHitsCards: z.array(potentialHit),
  createdAt: instant,
  updatedAt: instant,
});
export type PackType = z.output<typeof packType>;

export const listPackTypes = endpoint({
  method: 'GET',
  path: '/pack-types',
  summary: 'Every pack type, in the order of the shop, sold-out ones too.',
  audience: 'anyone',
  repeat: 'none',
  query: z.object({ game: z.optional(z.enum(GAMES, 'game must be magic, pokemon or yugioh')) }),
  reply: z.array(packType),
  rejections: [],
});

export const showPackType = endpoint({
  method: 'GET',
  path: '/pack-types/{id}',
  summary: 'One pack type.',
  audience: 'anyone',
  repeat: 'none',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)) }),
  reply: packType,
  rejections: ['PACK_NOT_FOUND'],
});
