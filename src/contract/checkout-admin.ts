// Orders and money, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { CARD_STATUSES } from '#domain/card.ts';
import { ORDER_FLAGS, ORDER_STATES } from '#domain/order.ts';
import { PAYMENT_STATES } from '#domain/payment.ts';
import { BUYERS_RETURNS } from '#domain/refund-words.ts';
import { REFUND_METHODS, REFUND_STATES } from '#domain/refund.ts';
import { person } from './accounts.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { returnRequest } from './checkout-refunds.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { exportedColumns, pagination, paging, sortedBy } from './paging.ts';
import { taxLine } from './taxes.ts';
import { dayOrInstant } from './wallet.ts';

const orderSummary = z.object({
  id: z.uuid(),
  user: person,
  paymentMethod: z.enum(['balance', 'stripe']),
  state: z.enum(ORDER_STATES),
  packs: z.int(),
  /** How many singles the order has. A process of the previous version omits this field. */
  singleCount: z._default(z.int(), 0),
  total: amount,
  discountCode: z.nullable(z.string()),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /**
   * How many packs of the order were already open when its other packs were refunded. 0 if none were open, or if
   * there was no refund.
   */
  openedBeforeRefund: z.int(),
  /** Whether the buyer has asked to return sealed packs, and no operator has decided yet. */
  isReturnAsked: z.boolean(),
});

export type OrderSummary = z.output<typeof orderSummary>;

const orderMethod = z.enum(['balance', 'stripe'], 'method must be balance or stripe');

const orderState = z.enum(ORDER_STATES, `state must be one of ${ORDER_STATES.join(', ')}`);

/** A period in a query, both ends included. A date means the whole day in UTC. */
export const period = {
  from: z.optional(dayOrInstant('from', '00:00:00.000')),
  to: z.optional(dayOrInstant('to', '23:59:59.999')),
};

export const ORDER_ORDERS = ['placed', 'total'] as const;

const ordersAsked = {
  ...period,
  /** The id of an order or a payment intent, a whole discount code, or the start of an e-mail address. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  method: z.optional(orderMethod),
  state: z.optional(orderState),
  /** Only orders with this flag, which tells operators to look at them. */
  flag: z.optional(z.enum(ORDER_FLAGS, `flag must be ${ORDER_FLAGS.join(', ')}`)),
  sort: sortedBy(ORDER_ORDERS),
};

export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  summary: 'The orders of all users, newest first unless `sort` names another order.',
  audience: 'support',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  query: z.object({ ...paging, ...ordersAsked }),
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
  /** The last 20 events from the card provider, newest first. */
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
  /**
   * `credits` means that the user got credits because the card refund failed. `bank` means that the bank paid,
   * because it took the payment back for the cardholder.
   */
  method: z.enum(REFUND_METHODS),
  /** Whether the refund was made on the card provider's own pages. */
  isFromOutside: z.boolean(),
  reason: z.string(),
  /** The card provider's last reason for not paying. Null if it gave no reason. */
  problem: z.nullable(z.string()),
  /** Whether the refund failed and another one replaced it. */
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
  /**
   * The region of the taxes, which is a country or a part of it such as `CA-NS`. Null if one rate applies to all
   * buyers.
   */
  region: z.nullable(z.string()),
  processingFee: amount,
  lines: z.array(
    z.object({
      packTypeId: z.string(),
      name: z.string(),
      quantity: z.int(),
      unitPrice: amount,
      refunded: z.int(),
      /** How many packs of this line are sold and unopened. */
      unopened: z.int(),
      /** How many of the unopened packs belong to a drop. An operator's refund withdraws them for good. */
      unopenedOfDrop: z.int(),
      /**
       * How many of the unopened packs belong to a drop that is not over. These can be sold again if the buyer returns
       * them.
       */
      keepable: z.int(),
    }),
  ),
  /** The order's singles. A process of the previous version omits this field. */
  singles: z._default(
    z.array(
      z.object({
        singleId: z.uuid(),
        /** The id of the single among the buyer's cards. */
        cardId: z.uuid(),
        name: z.string(),
        unitPrice: amount,
        /** The single's part of the order's discount. */
        discount: amount,
        /** How much of the single's price was refunded, before tax. Null if it did not come back. */
        refunded: z.nullable(amount),
        /**
         * The status of the single among the buyer's cards. Null if the order was not paid. An available single can be
         * refunded.
         */
        status: z.nullable(z.enum(CARD_STATUSES)),
      }),
    ),
    [],
  ),
  /** How many packs of the order are sold and unopened. */
  unopened: z.int(),
  /** The card payment. Null if the order was paid with credits. */
  payment: z.nullable(orderPayment),
  /** The order's refunds, oldest first. */
  refunds: z.array(orderRefund),
  /** The transaction of the purchase. Null if the order is unpaid. */
  transactionId: z.nullable(z.uuid()),
  /** Whether the order's unopened packs can be refunded to the card. */
  isRefundable: z.boolean(),
  /**
   * The fee that the card provider keeps, even after a refund. Null if the fee is not known yet, or if no card paid.
   */
  providerFee: z.nullable(amount),
  /** How the buyer can return the sealed packs. */
  buyersReturn: z.enum(BUYERS_RETURNS),
  /** The buyer's request to return packs. Null if there is none. */
  returnRequest: z.nullable(returnRequest),
  /** For each pack type of the order: the packs opened since the payment. Empty if there is no request to return. */
  openedSince: z.array(
    z.object({
      packTypeId: z.string(),
      /** Packs opened by the buyer, with any of their accounts. */
      byBuyer: z.int(),
      /** The highest credit value of the cards in those packs. Null if the buyer opened none. */
      bestOfBuyer: z.nullable(amount),
      byAll: z.int(),
      bestOfAll: z.nullable(amount),
    }),
  ),
  /** How many accounts belong to this buyer, including the account of the order. */
  buyersAccounts: z.int(),
});

export type OrderDetail = z.output<typeof order>;

export const showOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/{id}',
  summary: 'An order with its lines, payment and refunds.',
  audience: 'support',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  reply: order,
  rejections: ['NOT_FOUND'],
});

/** The maximum length of an export, in days. */
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

/** The columns of the file of orders. The list shows some of them. */
export const ORDER_COLUMNS = [
  'order',
  'placed',
  'paid',
  'state',
  'user',
  'buyer',
  'method',
  'packs',
  'subtotal',
  'discount',
  'tax',
  'fee',
  'total',
  'code',
  'singles',
] as const;

export const exportOrders = endpoint({
  method: 'GET',
  path: '/admin/orders.csv',
  summary: 'The orders of a list as CSV, in its order and with its columns.',
  audience: 'support',
  repeat: 'none',
  reads: ['transactions', 'packs'],
  query: z.object({ ...ordersAsked, columns: exportedColumns(ORDER_COLUMNS) }),
  file: 'text/csv',
  savedAs: 'orders.csv',
  reply: z.string(),
  rejections: [],
});

const discountCode = z.object({
  code: z.string(),
  /** The discount in whole percent. Null if `amountOff` applies. */
  percent: z.nullable(z.int()),
  amountOff: z.nullable(amount),
  /** How many orders may use the code. Null if there is no limit. */
  usesMax: z.nullable(z.int()),
  uses: z.int(),
  /** How many orders of one person may use the code. Null if there is no limit. */
  usesPerPerson: z.nullable(z.int()),
  /**
   * The smallest order with which the code can be used, by the price of its packs before tax. Null if any order can
   * use the code.
   */
  leastOrder: z.nullable(amount),
  /** Whether the code may make an order free. If not, at least CAD 0.50 of the packs' price remain to be paid. */
  isFree: z.boolean(),
  expiresAt: z.nullable(instant),
  /** Whether an order can use the code now. */
  isUsable: z.boolean(),
  createdAt: instant,
});

export type DiscountCode = z.output<typeof discountCode>;

const CODE_FORM = /^[A-Z0-9_-]{1,64}$/;

/** A discount code in a form or URL. Case is ignored. */
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
  audience: 'money',
  repeat: 'none',
  reads: ['discount-codes'],
  query: z.object({
    ...paging,
    /** The start of a code. Case is ignored. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(64, 'search is too long'))),
  }),
  reply: z.object({ codes: z.array(discountCode), pagination }),
  rejections: [],
});

export const createDiscountCode = endpoint({
  method: 'POST',
  path: '/admin/discount-codes',
  summary: 'Creates a discount code: a whole percentage or a fixed amount off the subtotal.',
  audience: 'money',
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
  audience: 'money',
  repeat: 'keyed',
  changes: ['discount-codes', 'audit-log'],
  params: z.object({ code: codeText }),
  body: z.object({
    usesMax: z.optional(usesMax),
    /** When the code expires. Null if it never expires. */
    expiresAt: z.optional(z.nullable(instant)),
    /** Ends the code now, by the server's clock. */
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
