// Held prices, and the operators' decisions about them (docs/product.md §13).
import * as z from 'zod/mini';
import { FINISHES } from '#domain/card.ts';
import { amount, amountBetween } from './amounts.ts';
import { catalogueCard } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

const currency = z.enum(['USD', 'EUR', 'CAD']);

const heldPrice = z.object({
  cardId: z.uuid(),
  cardName: z.string(),
  game: gameId,
  set_name: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  source: z.string(),
  observedOn: z.iso.date(),
  /** The amount in `currency`, from the price source. */
  amount,
  before: amount,
  beforeOn: z.iso.date(),
  currency,
});

export type HeldPrice = z.output<typeof heldPrice>;

export const listHeldPrices = endpoint({
  method: 'GET',
  path: '/admin/prices/held',
  summary: 'Price jumps that wait for review, oldest first.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue'],
  query: z.object(paging),
  reply: z.object({ held: z.array(heldPrice), pagination }),
  rejections: [],
});

export const decideHeldPrice = endpoint({
  method: 'POST',
  path: '/admin/prices/held/decide',
  summary: 'Accepts or rejects a price jump.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'cards', 'audit-log'],
  body: z.object({
    cardId: z.uuid('cardId must be the id of a card'),
    source: z.string('source must be a text').check(z.minLength(1), z.maxLength(80)),
    observedOn: z.iso.date('observedOn must be a day such as 2026-11-21'),
    accept: z.boolean('accept must be true or false'),
  }),
  reply: catalogueCard,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

const priceReason = z
  .string('reason must be a text')
  .check(
    z.trim(),
    z.minLength(3, 'Say why, in a few words'),
    z.maxLength(300, 'reason is too long'),
  );
const priceByHand = amountBetween(0.01, 100_000);

export const setCardPrice = endpoint({
  method: 'PUT',
  path: '/admin/cards/{id}/price',
  summary: "Sets a card's market value by hand. It overrides the price sources for seven days.",
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'cards', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a card') }),
  body: z.object({ amount: priceByHand, reason: priceReason }),
  reply: catalogueCard,
  rejections: ['CARD_NOT_FOUND'],
});

nameShapes({ HeldPrice: heldPrice });
