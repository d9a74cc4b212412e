// What operators see of orders and money (docs/product.md §13).
import * as z from 'zod/mini';
import { ORDER_FLAGS, ORDER_STATES } from '#domain/order.ts';
import { PAYMENT_STATES } from '#domain/payment.ts';
import { BUYERS_RETURNS } from '#domain/refund-words.ts';
import { REFUND_METHODS, REFUND_STATES } from '#domain/refund.ts';
import { person } from './accounts.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { returnRequest } from './checkout-refunds.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { taxLine } from './taxes.ts';
import { dayOrInstant } from './wallet.ts';

const orderSummary = z.object({
  id: z.uuid(),
  user: person,
  paymentMethod: z.enum(['balance', 'stripe']),
  state: z.enum(ORDER_STATES),
  packs: z.int(),
  total: amount,
  discountCode: z.nullable(z.string()),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** How many of its packs had been opened when the others were refunded; 0: none, or nothing was refunded. */
  openedBeforeRefund: z.int(),
  /** Its buyer asked to return sealed packs, and nobody has decided yet. */
  isReturnAsked: z.boolean(),
});

export type OrderSummary = z.output<typeof orderSummary>;

const orderMethod = z.enum(['balance', 'stripe'], 'method must be balance or stripe');

const orderState = z.enum(ORDER_STATES, `state must be one of ${ORDER_STATES.join(', ')}`);

/** Both ends are included; a date alone is a whole day in UTC. */
export const period = {
  from: z.optional(dayOrInstant('from', '00:00:00.000')),
  to: z.optional(dayOrInstant('to', '23:59:59.999')),
};

export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  summary: 'The orders of all users, newest first.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  query: z.object({
    ...paging,
    ...period,
    /** The id of an order or a payment intent, a whole discount code, or the start of an e-mail address. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
    method: z.optional(orderMethod),
    state: z.optional(orderState),
    /** Only those that an operator should look at. */
    flag: z.optional(z.enum(ORDER_FLAGS, `flag must be ${ORDER_FLAGS.join(', ')}`)),
  }),
  reply: z.object({ orders: z.array(orderSummary), pagination }),
  rejections: [],
});

const orderPayment = z.object({
  id: z.uuid(),
  state: z.enum(PAYMENT_STATES),
  amount,
  intentId: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
  /** Events from the card provider, newest first, 20 at most. */
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      receivedAt: instant,
      handledAt: z.nullable(instant),
    }),
  ),
});

const orderRefund = z.object({
  id: z.uuid(),
  amount,
  state: z.enum(REFUND_STATES),
  /** Credits take the place of money that a card did not take; a bank pays what it took back for its cardholder. */
  method: z.enum(REFUND_METHODS),
  /** It was made at the card provider's own pages. */
  isFromOutside: z.boolean(),
  reason: z.string(),
  /** What the card provider said last when it did not pay. */
  problem: z.nullable(z.string()),
  /** It failed, and another took its place. */
  isReplaced: z.boolean(),
  createdAt: instant,
  paidAt: z.nullable(instant),
});

export type OrderRefund = z.output<typeof orderRefund>;

const order = z.extend(orderSummary, {
  subtotal: amount,
  discount: amount,
  tax: amount,
  taxes: z.array(taxLine),
  /** Whose taxes those are: `CA-NS`, or a country; null: one rate for all. */
  region: z.nullable(z.string()),
  processingFee: amount,
  lines: z.array(
    z.object({
      packTypeId: z.string(),
      name: z.string(),
      quantity: z.int(),
      unitPrice: amount,
      refunded: z.int(),
      /** How many of them are sold and unopened. */
      unopened: z.int(),
      /** Of those, the ones of a drop: an operator's refund withdraws them for good. */
      unopenedOfDrop: z.int(),
      /** Of those, the ones whose drop is not over: returned by their buyer, they can be sold again. */
      keepable: z.int(),
    }),
  ),
  /** How many of its packs are sold and unopened. */
  unopened: z.int(),
  /** Null: paid with credits. */
  payment: z.nullable(orderPayment),
  /** Oldest first. */
  refunds: z.array(orderRefund),
  /** The transaction that paid for it; null: unpaid. */
  transactionId: z.nullable(z.uuid()),
  /** Whether its unopened packs can be refunded to its card. */
  isRefundable: z.boolean(),
  /** What the card provider keeps of its payment, also when that is refunded; null: not known yet, or no card paid. */
  providerFee: z.nullable(amount),
  /** How its buyer can return its sealed packs. */
  buyersReturn: z.enum(BUYERS_RETURNS),
  /** What its buyer asked for; null: nothing. */
  returnRequest: z.nullable(returnRequest),
  /** What was opened of each of its types since it was paid; empty without a request. */
  openedSince: z.array(
    z.object({
      packTypeId: z.string(),
      /** By its buyer, whichever of their accounts it was. */
      byBuyer: z.int(),
      /** The best credit value of those cards; null: none was opened. */
      bestOfBuyer: z.nullable(amount),
      byAll: z.int(),
      bestOfAll: z.nullable(amount),
    }),
  ),
  /** How many accounts count as its buyer, its own among them. */
  buyersAccounts: z.int(),
});

export type OrderDetail = z.output<typeof order>;

export const showOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/{id}',
  summary: 'An order with its lines, payment and refunds.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  reply: order,
  rejections: ['NOT_FOUND'],
});

/** The longest period of an export, in days. */
export const EXPORT_DAYS_MAX = 366;

const DAY_MS = 86_400_000;

export const exportPeriod = z
  .object({
    from: dayOrInstant('from', '00:00:00.000'),
    to: dayOrInstant('to', '23:59:59.999'),
  })
  .check(({ value: { from, to }, issues }) => {
    const message =
      to < from
        ? 'to must not be before from'
        : to.getTime() - from.getTime() > EXPORT_DAYS_MAX * DAY_MS
          ? `An export covers at most ${EXPORT_DAYS_MAX} days`
          : null;
    if (message !== null) issues.push({ code: 'custom', input: to, path: ['to'], message });
  });

export const exportOrders = endpoint({
  method: 'GET',
  path: '/admin/orders.csv',
  summary: 'The orders of a period as CSV, oldest first.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  query: exportPeriod,
  file: 'text/csv',
  savedAs: 'orders.csv',
  reply: z.string(),
  rejections: [],
});

const discountCode = z.object({
  code: z.string(),
  /** Whole percent off; null: `amountOff` applies. */
  percent: z.nullable(z.int()),
  amountOff: z.nullable(amount),
  /** How many orders may use it; null: any number. */
  usesMax: z.nullable(z.int()),
  uses: z.int(),
  /** How many orders of one person may use it; null: any number. */
  usesPerPerson: z.nullable(z.int()),
  /** The smallest order it is for, by the packs' price before tax; null: any. */
  leastOrder: z.nullable(amount),
  /** It may take everything off; otherwise CAD 0.50 of the packs' price remain. */
  isFree: z.boolean(),
  expiresAt: z.nullable(instant),
  /** Whether an order can use it now. */
  isUsable: z.boolean(),
  createdAt: instant,
});

export type DiscountCode = z.output<typeof discountCode>;

const CODE_FORM = /^[A-Z0-9_-]{1,64}$/;

/** A code in a form or a URL; case is ignored. */
const codeText = z
  .string('Code is required')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(CODE_FORM, 'A code has 1 to 64 letters, digits, hyphens and underscores'),
  );

const usesMax = z.nullable(
  z
    .int('Uses must be a whole number')
    .check(
      z.minimum(1, 'Uses must be at least 1'),
      z.maximum(1_000_000_000, 'Uses must be at most 1000000000'),
    ),
);

export const listDiscountCodes = endpoint({
  method: 'GET',
  path: '/admin/discount-codes',
  summary: 'The discount codes, newest first.',
  audience: 'admin',
  repeat: 'none',
  reads: ['discount-codes'],
  query: z.object({
    ...paging,
    /** The start of a code, ignoring case. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(64, 'search is too long'))),
  }),
  reply: z.object({ codes: z.array(discountCode), pagination }),
  rejections: [],
});

export const createDiscountCode = endpoint({
  method: 'POST',
  path: '/admin/discount-codes',
  summary: 'Creates a discount code: a whole percentage or a fixed amount off the subtotal.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['discount-codes', 'audit-log'],
  body: z
    .object({
      code: codeText,
      percent: z.optional(
        z.nullable(
          z
            .int('Percent must be a whole number')
            .check(
              z.minimum(1, 'Percent must be at least 1'),
              z.maximum(100, 'Percent must be at most 100'),
            ),
        ),
      ),
      amountOff: z.optional(z.nullable(amountBetween(0.01, 10_000))),
      usesMax: z._default(usesMax, null),
      usesPerPerson: z._default(usesMax, null),
      leastOrder: z._default(z.nullable(amountBetween(0.01, 10_000)), null),
      isFree: z._default(z.boolean('isFree must be true or false'), false),
      expiresAt: z._default(z.nullable(instant), null),
    })
    .check(({ value, issues }) => {
      if (
        (value.percent ?? null) === null
          ? (value.amountOff ?? null) !== null
          : (value.amountOff ?? null) === null
      )
        return;
      issues.push({
        code: 'custom',
        input: value.percent,
        path: ['percent'],
        message: 'A code takes either a percentage or an amount off',
      });
    }),
  reply: discountCode,
  rejections: ['DISCOUNT_CODE_EXISTS'],
});

export const changeDiscountCode = endpoint({
  method: 'PATCH',
  path: '/admin/discount-codes/{code}',
  summary: 'Changes how often and until when a discount code can be used, or ends it now.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['discount-codes', 'audit-log'],
  params: z.object({ code: codeText }),
  body: z.object({
    usesMax: z.optional(usesMax),
    /** Null: it never expires. */
    expiresAt: z.optional(z.nullable(instant)),
    /** Ends it now, by the shop's clock. */
    endNow: z.optional(z.boolean()),
  }),
  reply: discountCode,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({
  OrderSummary: orderSummary,
  OrderPayment: orderPayment,
  OrderRefund: orderRefund,
  Order: order,
  DiscountCode: discountCode,
});
