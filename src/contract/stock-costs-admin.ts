// What packs cost the shop, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { amount, amountBetween } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { text } from './texts.ts';

/** The most that packs may cost together, in CAD. */
const BILL_MAX = 10_000_000;

/** At most this many intakes of a type are listed, newest first. */
export const INTAKES_MOST = 200;

const packTypeId = text('packTypeId', PACK_TYPE_ID_LENGTH_MAX);

/** The packs of one type that came in on one day (UTC), with one invoice. */
const intakeCosts = z.object({
  receivedOn: z.iso.date(),
  /** The number of the supplier's invoice. Null if none was named. */
  invoice: z.nullable(z.string()),
  packs: z.int(),
  /** What the packs cost together, before taxes. Null if their cost is unknown. */
  cost: z.nullable(amount),
  /** The taxes on it. Null if the cost is unknown. */
  tax: z.nullable(amount),
  /** The suppliers that the packs name. */
  suppliers: z.array(z.string()),
});

export type IntakeCosts = z.output<typeof intakeCosts>;

export const listIntakeCosts = endpoint({
  method: 'GET',
  path: '/admin/stock/costs',
  summary: 'What the packs of a type cost, by the day on which they came in and by invoice.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['stock'],
  query: z.object({ packTypeId }),
  reply: z.object({
    intakes: z.array(intakeCosts),
    /** The packs that are for sale or will be. */
    inStock: z.object({
      packs: z.int(),
      withoutCost: z.int(),
      /** The average cost of those packs whose cost is known. Null if none is known. */
      cost: z.nullable(amount),
      /** What the shop would pay on average for the cards of a sealed pack. Null if that is unknown. */
      returned: z.nullable(amount),
    }),
  }),
  rejections: [],
});

export const recordCosts = endpoint({
  method: 'POST',
  path: '/admin/stock/costs',
  summary:
    'Records or corrects what the packs of an intake cost; with an amount for all, each pack gets its part, to the cent.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['stock', 'transactions', 'audit-log'],
  body: z.object({
    packTypeId,
    receivedOn: z.iso.date('receivedOn must be a day'),
    /** The invoice by which the intake is listed now. Null if it is listed without one. */
    listedInvoice: z.nullable(text('listedInvoice', 80)),
    /** Whether the cost of the listed packs is known. */
    isKnown: z.boolean('isKnown must be true or false'),
    /** How many packs the operator saw. If it is another number now, nothing is recorded. */
    packs: z.int('packs must be a whole number').check(z.minimum(1, 'packs must be at least 1')),
    /** Whether `amount` and `tax` are for each pack or for all packs together. */
    per: z.enum(['pack', 'all'], 'per must be pack or all'),
    amount: amountBetween(0, BILL_MAX),
    tax: z.optional(amountBetween(0, BILL_MAX)),
    invoice: z.optional(text('invoice', 80)),
    /** If omitted, the suppliers stay as they are. */
    supplier: z.optional(text('supplier', 120)),
  }),
  reply: z.object({ packs: z.int(), cost: amount, tax: amount }),
  rejections: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

nameShapes({ IntakeCosts: intakeCosts });
