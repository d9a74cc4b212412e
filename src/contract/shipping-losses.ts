// Cards and parcels that the shop lost, for admins, who decide about them (docs/product.md §15).
import * as z from 'zod/mini';
import { CARD_FAULTS, CARD_LOSS_METHODS, LOSS_METHODS, LOSS_REASONS } from '#domain/loss.ts';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { shortText } from './wallet.ts';

const lossId = z.object({ id: z.uuid('Resource not found').check(z.toLowerCase()) });

const FOUND_ON = 'foundOn must be a day such as 2026-11-21';

/** The day on which the loss was found, in UTC. If omitted, it is today. */
const foundOn = z.optional(z.iso.date(FOUND_ON));

const lostCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  packSerial: z.string(),
  /**
   * The market value on the day on which the owner requested a parcel with the card. Null if no parcel was
   * requested.
   */
  askedValue: z.nullable(amount),
  /** The market value on the day on which the loss was found. */
  foundValue: amount,
  /** The higher of `askedValue` and `foundValue`. */
  amount,
});

const lossQuote = z.object({
  owner: person,
  /** False for an erased account, which can only be paid by transfer. */
  canGetCredits: z.boolean(),
  /** The parcel that holds the cards. Null if no parcel holds them. */
  shipmentId: z.nullable(z.uuid()),
  askedOn: z.nullable(z.iso.date()),
  foundOn: z.iso.date(),
  cards: z.array(lostCard),
  /** The fee and tax of a lost parcel. Null if only a card is lost. */
  fee: z.nullable(amount),
  total: amount,
  /**
   * Copies on the shelf that can replace a lost card: of the same printing and condition, cheapest for the shop first.
   * Empty for a parcel.
   */
  replacements: z.array(
    z.object({
      id: z.uuid(),
      cardNumber: z.string(),
      shelf: z.string(),
      /** What the shop paid for the copy. The loss is booked at this amount. */
      paid: amount,
    }),
  ),
});

export type LossQuote = z.output<typeof lossQuote>;

const decision = {
  foundOn,
  method: z.enum(LOSS_METHODS, 'method must be credits or transfer'),
  /** The reference of the bank transfer. Required if the method is `transfer`, and otherwise forbidden. */
  reference: z.optional(shortText('Reference', 100)),
  /** The total that the admin saw. */
  amount: amount,
};

/** The decision about a single card, which can also be replaced. */
const cardDecision = {
  ...decision,
  method: z.enum(CARD_LOSS_METHODS, 'method must be credits, transfer or replacement'),
  /** The copy that replaces the card. Required if the method is `replacement`, and otherwise forbidden. */
  replacementId: z.optional(z.uuid('replacementId must be the id of a single')),
};

type Decided = { method: string; reference?: string | undefined };

/** Requires a copy for a replacement, and forbids one for money. */
function checkReplacement(body: {
  value: Decided & { replacementId?: string | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { method, replacementId } = body.value;
  if ((method === 'replacement') === (replacementId !== undefined)) return;
  body.issues.push({
    code: 'custom',
    input: replacementId,
    path: ['replacementId'],
    message: 'A replacement is one of the copies on the shelf',
  });
}

/** Requires a reference for a transfer, and forbids one for credits. */
function checkReference(body: { value: Decided; issues: z.core.$ZodRawIssue[] }): void {
  const { method, reference } = body.value;
  if ((method === 'transfer') === (reference !== undefined)) return;
  body.issues.push({
    code: 'custom',
    input: reference,
    path: ['reference'],
    message: 'A transfer has a reference, credits have none',
  });
}

export const quoteCardLoss = endpoint({
  method: 'GET',
  path: '/admin/cards/{id}/loss',
  summary: "What a card's owner would get if the card is missing, damaged or not as recorded.",
  audience: 'money',
  repeat: 'none',
  reads: ['cards'],
  params: lossId,
  query: z.object({ foundOn }),
  reply: lossQuote,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED'],
});

export const bookCardLoss = endpoint({
  method: 'POST',
  path: '/admin/cards/{id}/loss',
  summary:
    'Books a card as missing, damaged or not as recorded. Its owner gets the market value, in credits or by a transfer with its reference, or a like card from the shelf if they agree.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'cards', 'shipments', 'singles', 'audit-log'],
  params: lossId,
  body: z
    .object({ reason: z.enum(CARD_FAULTS, 'reason is not a reason of a loss'), ...cardDecision })
    .check(checkReference, checkReplacement),
  reply: lossQuote,
  rejections: [
    'NOT_FOUND',
    'INVALID_TRANSITION',
    'DISPUTED',
    'AMOUNT_MISMATCH',
    'CARD_NOT_AVAILABLE',
  ],
});

export const quoteParcelLoss = endpoint({
  method: 'GET',
  path: '/admin/shipments/{id}/loss',
  summary: "What a shipped parcel's owner would get if it is lost: each card's value, and the fee.",
  audience: 'money',
  repeat: 'none',
  reads: ['shipments'],
  params: lossId,
  query: z.object({ foundOn }),
  reply: lossQuote,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED'],
});

export const bookParcelLoss = endpoint({
  method: 'POST',
  path: '/admin/shipments/{id}/loss',
  summary:
    "Books a shipped parcel as lost, and pays its owner each card's market value and the fee: in credits, or by a transfer with its reference.",
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'cards', 'shipments', 'audit-log'],
  params: lossId,
  body: z.object(decision).check(checkReference),
  reply: lossQuote,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED', 'AMOUNT_MISMATCH'],
});

const bookedLoss = z.object({
  /** The lost card. Null if the entry is about the fee of a lost parcel. */
  card: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  shipmentId: z.nullable(z.uuid()),
  owner: person,
  reason: z.enum(LOSS_REASONS),
  amount,
  method: z.enum(CARD_LOSS_METHODS),
  reference: z.nullable(z.string()),
  decidedBy: z.string(),
  decidedAt: instant,
});

export type BookedLoss = z.output<typeof bookedLoss>;

export const listLosses = endpoint({
  method: 'GET',
  path: '/admin/losses',
  summary: 'Booked losses of cards, and of the fees of lost parcels, newest first.',
  audience: 'money',
  repeat: 'none',
  reads: ['transactions'],
  query: z.object(paging),
  reply: z.object({ losses: z.array(bookedLoss), pagination }),
  rejections: [],
});

nameShapes({ LostCard: lostCard, LossQuote: lossQuote, BookedLoss: bookedLoss });
