// The history of a physical pack and of a physical card, across all rooms (docs/product.md §13).
import * as z from 'zod/mini';
import { CARD_STATUSES, CONDITIONS } from '#domain/card.ts';
import { CARD_MOVES, PACK_MOVES } from '#domain/stock-moves.ts';
import { person } from './accounts.ts';
import { amount, instant, unlessOnlyPacking } from './amounts.ts';
import { sealKind } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { stockedPack, packId } from './stock-admin.ts';
import { nameShapes } from './names.ts';

const stockedPackDetail = z.extend(stockedPack, {
  sealKind,
  /** The supplier that the pack's intake named. Null if the intake named none. Who only packs does not see it. */
  supplier: unlessOnlyPacking(z.string()),
  /** The pack's owner, or the user for whom the pack is reserved. Null if there is neither. */
  buyer: z.nullable(person),
  /**
   * Whether the pack belongs to a drop or to the draft of a drop. If such a pack is withdrawn, the public log shows
   * its contents, and it is never sold again.
   */
  isOfDrop: z.boolean(),
  /** The pack's history, oldest first. */
  moves: z.array(
    z.object({
      move: z.enum(PACK_MOVES),
      at: instant,
      /** The operator and the reason. Null if no operator moved the pack. */
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      orderId: z.nullable(z.uuid()),
    }),
  ),
  /** The cards of an opened pack. Null if the pack is sealed. */
  cards: z.nullable(
    z.array(z.object({ id: z.uuid(), name: z.string(), status: z.enum(CARD_STATUSES) })),
  ),
});

export type StockedPackDetail = z.output<typeof stockedPackDetail>;

export const showStockedPack = endpoint({
  method: 'GET',
  path: '/admin/stock/packs/{id}',
  summary:
    'A physical pack and its history. The contents of a sealed pack are not included. If somebody has it sealed, showing its serial is recorded in the audit log.',
  audience: 'packing',
  repeat: 'none',
  reads: ['stock', 'packs', 'cards', 'audit-log'],
  params: packId,
  reply: stockedPackDetail,
  rejections: ['NOT_FOUND'],
});

const stockedCard = z.object({
  id: z.uuid(),
  packId: z.uuid(),
  serial: z.string(),
  cardId: z.uuid(),
  name: z.string(),
  set_name: z.string(),
  number: z.string(),
  image: z.string(),
  condition: z.enum(CONDITIONS),
  status: z.enum(CARD_STATUSES),
  /** The user who opened the card's pack. */
  openedBy: person,
  /** The card's history, oldest first. */
  moves: z.array(
    z.object({
      move: z.enum(CARD_MOVES),
      at: instant,
      shipmentId: z.nullable(z.uuid()),
      /** The amount that the shop paid for the card. Null if nothing was paid. */
      amount: unlessOnlyPacking(amount),
    }),
  ),
});

export type StockedCard = z.output<typeof stockedCard>;

export const showStockedCard = endpoint({
  method: 'GET',
  path: '/admin/stock/cards/{id}',
  summary: 'A physical card from an opened pack, and its history.',
  audience: 'packing',
  repeat: 'none',
  reads: ['stock', 'packs', 'cards'],
  params: z.object({ id: z.uuid('id must be the id of a physical card') }),
  reply: stockedCard,
  rejections: ['CARD_NOT_FOUND'],
});

nameShapes({ StockedPackDetail: stockedPackDetail, StockedCard: stockedCard });
