// Disputed payments, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { CARD_STATUSES, LOCK_REASONS } from '#domain/card.ts';
import { PAUSES } from '#domain/dispute.ts';
import { DISPUTE_STATES } from '#domain/dispute-state.ts';
import { PAYMENT_PURPOSES } from '#domain/payment.ts';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

const disputeSummary = z.object({
  id: z.uuid(),
  state: z.enum(DISPUTE_STATES),
  user: person,
  purpose: z.enum(PAYMENT_PURPOSES),
  /** What the payment was for, in words. */
  description: z.string(),
  amount,
  /** The cardholder's reason, as the card provider's code. */
  reason: z.string(),
  /** The bank accepts evidence until this time. Null if the bank accepts none. */
  evidenceDueAt: z.nullable(instant),
  raisedAt: instant,
  decidedAt: z.nullable(instant),
});
export type DisputeSummary = z.output<typeof disputeSummary>;

const disputeEvidence = z.object({
  /** The disputed payment. `subjectId` is the order, parcel or top-up that it paid for. */
  payment: z.object({
    id: z.uuid(),
    intentId: z.string(),
    amount,
    paidAt: instant,
    subjectId: z.uuid(),
  }),
  account: z.object({
    createdAt: instant,
    emailVerifiedAt: z.nullable(instant),
    fullName: z.nullable(z.string()),
    address: z.nullable(z.string()),
    /** How many of this account's card payments are undisputed. */
    otherPayments: z.int(),
  }),
  packs: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** Null while the pack is sealed. */
      serial: z.nullable(z.string()),
      openedAt: z.nullable(instant),
      cards: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          status: z.enum(CARD_STATUSES),
          lockReason: z.nullable(z.enum(LOCK_REASONS)),
          marketValue: amount,
        }),
      ),
    }),
  ),
  signIns: z.array(
    z.object({ at: instant, lastUsedAt: instant, ip: z.string(), userAgent: z.string() }),
  ),
  shipments: z.array(
    z.object({
      id: z.uuid(),
      status: z.string(),
      address: z.nullable(z.string()),
      carrier: z.nullable(z.string()),
      trackingNumber: z.nullable(z.string()),
      requestedAt: z.nullable(instant),
      shippedAt: z.nullable(instant),
      deliveredAt: z.nullable(instant),
    }),
  ),
  /** Operators' actions on the account, the order or the parcels. */
  entries: z.array(z.object({ at: instant, action: z.string(), subject: z.string() })),
});

const dispute = z.extend(disputeSummary, {
  providerId: z.string(),
  providerStatus: z.string(),
  fee: amount,
  feeReturned: amount,
  /** The debt that this dispute left on the account. */
  debt: amount,
  openedAt: z.nullable(instant),
  pauseLiftedAt: z.nullable(instant),
  /** Why the account may not buy, sell or ship now. Null if it may. */
  accountPause: z.nullable(z.enum(PAUSES)),
  /** The account's debt now, from all of its disputes. */
  accountDebt: amount,
  evidence: disputeEvidence,
});
export type Dispute = z.output<typeof dispute>;

const disputeId = z.object({ id: z.uuid('id must be the id of a dispute') });

const reason = z
  .string('Reason is required')
  .check(
    z.trim(),
    z.minLength(1, 'Reason is required'),
    z.maxLength(200, 'Reason must be at most 200 characters long'),
  );

export const listDisputes = endpoint({
  method: 'GET',
  path: '/admin/disputes',
  summary: 'Payments that were disputed at the bank, newest first, and how many are in each state.',
  audience: 'money',
  repeat: 'none',
  reads: ['disputes'],
  query: z.object({
    ...paging,
    state: z.optional(z.enum(DISPUTE_STATES, 'state is not a state of a dispute')),
  }),
  reply: z.object({
    disputes: z.array(disputeSummary),
    pagination,
    counts: z.array(z.object({ state: z.enum(DISPUTE_STATES), count: z.int() })),
  }),
  rejections: [],
});

export const showDispute = endpoint({
  method: 'GET',
  path: '/admin/disputes/{id}',
  summary: "A dispute with the shop's evidence: order, openings, sign-ins, address, parcels.",
  audience: 'money',
  repeat: 'none',
  reads: ['disputes'],
  params: disputeId,
  reply: dispute,
  rejections: ['NOT_FOUND'],
});

export const exportDisputeEvidence = endpoint({
  method: 'GET',
  path: '/admin/disputes/{id}/evidence.html',
  summary: "A dispute with the shop's evidence as one self-contained document, for the bank.",
  audience: 'money',
  repeat: 'none',
  reads: ['disputes'],
  params: disputeId,
  file: 'text/html',
  savedAs: 'dispute.html',
  reply: z.string(),
  rejections: ['NOT_FOUND'],
});

export const liftDisputePause = endpoint({
  method: 'POST',
  path: '/admin/disputes/{id}/lift-pause',
  summary: 'Lets the account buy, sell and ship again though this dispute is open.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['disputes', 'account', 'audit-log'],
  params: disputeId,
  body: z.object({ reason }),
  reply: dispute,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const writeOffDebt = endpoint({
  method: 'POST',
  path: '/admin/disputes/{id}/write-off',
  summary: 'Writes off what the account of a lost dispute owes.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['disputes', 'account', 'transactions', 'audit-log'],
  params: disputeId,
  body: z.object({ reason }),
  reply: dispute,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ DisputeSummary: disputeSummary, DisputeEvidence: disputeEvidence, Dispute: dispute });
