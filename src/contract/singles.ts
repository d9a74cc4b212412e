// Cards that came back to the shop, and are sold one by one (docs/singles.md). They are bought with the calls of
// `checkout.ts`.
import * as z from 'zod/mini';
import { FINISHES, RARITIES } from '#domain/card.ts';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

/** One copy on sale. Buyers name it by its `id`. */
const single = z.object({
  id: z.uuid(),
  catalogueCardId: z.uuid(),
  name: z.string(),
  game: gameId,
  set_id: z.string(),
  set_name: z.string(),
  number: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  finish: z.enum(FINISHES),
  foil: z.boolean(),
  condition: z.string(),
  /** The number on the grader's label. Null if the copy is not graded. */
  label: z.nullable(z.string()),
  /** The price before tax. */
  price: amount,
  marketValue: amount,
  /** The photograph of this copy, or the picture of its card if there is no photograph. */
  image: z.string(),
  isPhotograph: z.boolean(),
  /** Whether the copy can be bought now. Another buyer may be paying for it at this moment. */
  isOnSale: z.boolean(),
});

export type SingleOnSale = z.output<typeof single>;

const SORTS = ['price', 'condition'] as const;
export type SingleSort = (typeof SORTS)[number];

export const listCopiesOnSale = endpoint({
  method: 'GET',
  path: '/cards/{id}/copies',
  summary: 'The copies of a catalogue card that are on sale one by one, cheapest first.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['singles', 'catalogue'],
  params: z.object({ id: z.uuid('id must be the id of a card') }),
  query: z.object({
    ...paging,
    /** `price`: the cheapest first, and among equal prices the better condition. `condition`: the best first. */
    sortBy: z._default(z.enum(SORTS, `sortBy must be one of ${SORTS.join(', ')}`), 'price'),
  }),
  reply: z.object({ singles: z.array(single), pagination }),
  rejections: [],
});

export const showSingleOnSale = endpoint({
  method: 'GET',
  path: '/singles/{id}',
  summary: 'One copy that is on sale, or that somebody is paying for.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  params: z.object({ id: z.uuid('id must be the id of a single') }),
  reply: z.extend(single, {
    /** The number on the card's sleeve: the certification number of its pack, and its position in that pack. */
    cardNumber: z.string(),
    /** The pack in which the card came. */
    packId: z.uuid(),
  }),
  rejections: ['NOT_FOUND'],
});

nameShapes({ SingleOnSale: single });
