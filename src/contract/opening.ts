// The cards that an opening reveals (docs/product.md §5).
import * as z from 'zod/mini';
import { CARD_STATUSES, FINISHES, RARITIES } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const openedCard = z.object({
  id: z.uuid(),
  catalogueCardId: z.uuid(),
  name: z.string(),
  rarity: z.enum(RARITIES),
  nativeRarity: z.string(),
  foil: z.boolean(),
  finish: z.enum(FINISHES),
  condition: z.string(),
  isHighValue: z.boolean(),
  value: amount,
  /** The current sell price. For a sold or converted card, it is the amount paid. */
  sellPrice: amount,
  status: z.enum(CARD_STATUSES),
  image: z.string(),
  set_name: z.string(),
});
export type OpenedCard = z.output<typeof openedCard>;

export const packOpening = z.object({
  id: z.uuid(),
  packId: z.uuid(),
  packTypeId: z.string(),
  packName: z.string(),
  openedAt: instant,
  cards: z.array(openedCard),
  /** The market value of all cards. */
  totalValue: amount,
  /** The pack's cost. It is the pack's share, by price, of the order's total with tax and card fee. */
  paid: amount,
  /**
   * Whether the pack was bought with `covered` and its buyer has not looked at the cards yet. A process of the
   * previous version omits this field.
   */
  isCovered: z._default(z.boolean(), false),
});
export type PackOpening = z.output<typeof packOpening>;

export const showOpening = endpoint({
  method: 'GET',
  path: '/packs/openings/{id}',
  summary: "One of the caller's openings with the cards it revealed, at their current values.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  params: z.object({ id: z.uuid('Resource not found') }),
  reply: packOpening,
  rejections: ['NOT_FOUND'],
});

/** How many covered packs a call shows or uncovers. */
export const COVERED_MAX = 100;

/** An opened pack whose buyer has not looked at the cards. This data says nothing about the cards. */
const coveredPack = z.object({
  openingId: z.uuid(),
  packTypeId: z.string(),
  packName: z.string(),
  packImageUrl: z.string(),
  cardCount: z.int(),
  openedAt: instant,
});
export type CoveredPack = z.output<typeof coveredPack>;

export const listCoveredPacks = endpoint({
  method: 'GET',
  path: '/packs/covered',
  summary: `The caller's opened packs that they have not looked at: the ${COVERED_MAX} newest, and how many there are.`,
  audience: 'user',
  repeat: 'none',
  reads: ['packs'],
  reply: z.object({ packs: z.array(coveredPack), total: z.int() }),
  rejections: [],
});

export const uncoverPacks = endpoint({
  method: 'POST',
  path: '/packs/uncover',
  summary:
    'Says that the caller looks at covered packs now. The mail about them is sent. Ids of other openings change nothing.',
  audience: 'user',
  repeat: 'natural',
  changes: ['packs', 'cards'],
  body: z.object({
    openingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(COVERED_MAX)),
  }),
  reply: z.object({ uncovered: z.int() }),
  rejections: [],
});

const openedPack = z.extend(packOpening, { packOpeningId: z.uuid() });

/**
 * The id of a physical pack. A malformed id is no validation error, because it is treated like the id of an unknown
 * pack.
 */
const packId = z.string('Invalid pack ID').check(z.minLength(1, 'Invalid pack ID'));

export const openPack = endpoint({
  method: 'POST',
  path: '/packs/{packId}/open',
  summary: "Opens one of the caller's packs, exactly once; a repeated call returns the same cards.",
  audience: 'user',
  repeat: 'keyed',
  batches: true,
  vital: 'open',
  // Includes `stock`, because the statistics of sealed packs no longer count this pack.
  changes: ['packs', 'stock', 'cards'],
  params: z.object({ packId }),
  reply: openedPack,
  rejections: ['PACK_NOT_FOUND', 'DISPUTED', 'PACK_LOCKED', 'OWN_LIMIT_REACHED'],
});

export const openPackByBody = endpoint({
  method: 'POST',
  path: '/packs/open',
  summary: 'The same call, with the pack id in the body.',
  audience: 'user',
  repeat: 'keyed',
  batches: true,
  vital: 'open',
  // Includes `stock`, because the statistics of sealed packs no longer count this pack.
  changes: ['packs', 'stock', 'cards'],
  body: z.object({ packId }),
  reply: openedPack,
  rejections: ['PACK_NOT_FOUND', 'DISPUTED', 'PACK_LOCKED', 'OWN_LIMIT_REACHED'],
});

nameShapes({
  OpenedCard: openedCard,
  PackOpening: packOpening,
  OpenedPack: openedPack,
  CoveredPack: coveredPack,
});
