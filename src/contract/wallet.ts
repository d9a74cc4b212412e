// The movements of a user's credits, as the user sees them (docs/product.md §6).
import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '#domain/document.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { SPENDING_PERIODS, type SpendingPeriod } from '#domain/spending.ts';
import { topUpProblems } from '#domain/top-up.ts';
import { MANUAL_KINDS, TRANSACTION_STATUSES } from '#domain/transaction.ts';
import { ofUser } from './accounts.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { oneOrMoreOf } from './card-lists.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { plainLines } from './plain-text.ts';
import { region } from './region.ts';
import { taxLine } from './taxes.ts';

/** An operator's notes on a transaction, which are any JSON object. */
const metadata = z.record(z.string(), z.unknown());

/** One transaction, as its user sees it. The amount is negative if credits left the account. */
export const transaction = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(JOURNAL_KINDS),
  amount,
  currency: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  description: z.string(),
  /**
   * How many cards the transaction sold or converted. The receipt lists these cards. Null if the transaction is
   * about something else.
   */
  cardCount: z.nullable(z.int()),
  /** Whether it is a purchase of singles alone. A process of the previous version omits this field. */
  isOfSingles: z._default(z.boolean(), false),
  reference: z.nullable(z.string()),
  paymentMethod: z.nullable(z.enum(['balance', 'stripe'])),
  paymentId: z.nullable(z.string()),
  processedAt: z.nullable(instant),
  failureReason: z.nullable(z.string()),
  metadata,
  createdAt: instant,
  updatedAt: instant,
});

export type Transaction = z.output<typeof transaction>;

const DATE_FORM = /^\d{4}-\d{2}-\d{2}$/;

/**
 * An instant in a query. For a date alone, `timeOfDate` is added: the first or the last millisecond of the day in UTC.
 */
export function dayOrInstant(name: string, timeOfDate: string) {
  const message = `${name} must be a date or an ISO 8601 time`;
  const text = z.string(message).check(
    z.refine(
      (one) => z.iso.date().safeParse(one).success || z.iso.datetime().safeParse(one).success,
      // Stops here if the date is invalid, so that later checks can rely on a valid date.
      { error: message, abort: true },
    ),
  );
  return z.codec(text, z.date(), {
    decode: (one) => new Date(DATE_FORM.test(one) ? `${one}T${timeOfDate}Z` : one),
    encode: (date) => date.toISOString(),
  });
}

const transactionsQuery = z.object({
  ...paging,
  ...ofUser.def.shape,
  type: z.optional(oneOrMoreOf(JOURNAL_KINDS, 'type is not a transaction type')),
  status: z.optional(oneOrMoreOf(TRANSACTION_STATUSES, 'status is not a transaction status')),
  /** The period includes both ends. */
  from: z.optional(dayOrInstant('from', '00:00:00.000')),
  to: z.optional(dayOrInstant('to', '23:59:59.999')),
});

const transactionList = z.object({ transactions: z.array(transaction), pagination });

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  summary: "A user's transactions, newest first.",
  audience: 'user',
  repeat: 'none',
  reads: ['transactions'],
  query: transactionsQuery,
  reply: transactionList,
  rejections: ['USER_NOT_FOUND'],
});

export const listUserTransactions = endpoint({
  ...listTransactions,
  path: '/users/transactions',
  summary: 'The same list, under the path for users.',
});

export const listPaymentTransactions = endpoint({
  ...listTransactions,
  path: '/payments/transaction-history',
  summary: 'The same list, under the path for payments.',
});

export const transactionId = z.object({ id: z.uuid('Resource not found') });

/** How the buyer can return the sealed packs of a purchase. */
export const packReturn = z.object({
  /**
   * With `open`, the buyer can return the packs with a call. With `ask`, the buyer can ask an operator. With
   * `closed`, the packs can't be returned.
   */
  way: z.enum(['open', 'ask', 'closed']),
  /** Until when `way` applies. Null if `way` is `closed`, or if it applies as long as the packs are sealed. */
  until: z.nullable(instant),
  /**
   * A sentence for the buyer. It says what would end the time early, or why packs can't be returned by button and
   * what to do instead. Null if there is nothing to say.
   */
  message: z.nullable(z.string()),
});

export type PackReturn = z.output<typeof packReturn>;

const transactionDetail = z.extend(transaction, {
  /** How many packs of the purchase are unopened and can be refunded to the card that paid. */
  refundablePacks: z.int(),
  /** How the sealed packs can be returned now. Null if there are no sealed packs. */
  packReturn: z.nullable(packReturn),
  /** Refunds to the card, finished or pending, oldest first. */
  refunds: z.array(transaction),
});

export type TransactionDetail = z.output<typeof transactionDetail>;

export const showTransaction = endpoint({
  method: 'GET',
  path: '/transactions/{id}',
  summary: "One of the caller's transactions; moderators can see anyone's.",
  audience: 'user',
  repeat: 'natural',
  reads: ['transactions', 'packs'],
  changes: ['payment-methods', 'balance', 'transactions', 'packs', 'stock', 'shipments'],
  params: transactionId,
  reply: transactionDetail,
  rejections: ['NOT_FOUND'],
});

/** The smallest and the largest amount that an operator can post at once, in CAD. */
const MANUAL_LEAST = 0.01;

const MANUAL_MOST = 10_000;

export function shortText(name: string, lengthMax: number) {
  return z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.maxLength(lengthMax, `${name} must be at most ${lengthMax} characters long`),
      plainLines(name),
    );
}

export const postTransaction = endpoint({
  method: 'POST',
  path: '/transactions',
  summary: 'Gives a user credits, as a bonus from the shop or as a refund.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'audit-log'],
  body: z.object({
    userId: z.uuid('userId must be a UUID'),
    type: z.enum(MANUAL_KINDS, `type must be ${MANUAL_KINDS.join(' or ')}`),
    amount: amountBetween(MANUAL_LEAST, MANUAL_MOST),
    description: shortText('Description', 200),
    reference: z.optional(z.nullable(shortText('Reference', 100))),
  }),
  reply: transaction,
  rejections: ['USER_NOT_FOUND', 'ON_A_BREAK'],
});

/** The maximum length of a transaction's notes, in characters of JSON. */
const METADATA_LENGTH_MAX = 4_000;

export const changeTransaction = endpoint({
  method: 'PATCH',
  path: '/transactions/{id}',
  summary: 'Sets notes on a transaction, or its status where that moves no money.',
  audience: 'money',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'audit-log'],
  params: transactionId,
  body: z.object({
    status: z.optional(
      z.enum(TRANSACTION_STATUSES, `status must be one of ${TRANSACTION_STATUSES.join(', ')}`),
    ),
    metadata: z.optional(
      metadata.check(
        z.refine((fields) => JSON.stringify(fields).length <= METADATA_LENGTH_MAX, {
          error: `metadata must be at most ${METADATA_LENGTH_MAX} characters long`,
        }),
      ),
    ),
  }),
  reply: transaction,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const receipt = z.object({
  type: z.enum(JOURNAL_KINDS),
  number: z.string(),
  /** The seller with the name and address at the time of the sale. */
  seller: z.object({
    name: z.string(),
    contactEmail: z.string(),
    legalName: z.nullable(z.string()),
    /** The address. Each line of the text is one line of the address. */
    address: z.nullable(z.string()),
    /** A process of the previous version omits this field and the next three. */
    phone: z._default(z.nullable(z.string()), null),
    email: z._default(z.nullable(z.string()), null),
    registration: z._default(z.nullable(z.string()), null),
    privacyOfficer: z._default(z.nullable(z.string()), null),
    taxNumbers: z.array(z.object({ name: z.string(), number: z.string() })),
  }),
  /** The invoice or credit note with its running number. Null if the transaction is neither a sale nor a refund. */
  document: z.nullable(
    z.object({
      kind: z.enum(DOCUMENT_KINDS),
      number: z.string(),
      /**
       * The number of the invoice that the credit note corrects. Null if the document is an invoice, or no invoice
       * exists.
       */
      corrects: z.nullable(z.string()),
    }),
  ),
  /**
   * The recipient at the time when the document got its number. Null if unknown, or if the receipt has no document.
   */
  buyer: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      /** The address, with one line of text for each of its lines. For a parcel, it is the destination. */
      address: z.nullable(z.string()),
    }),
  ),
  issuedAt: instant,
  lines: z.array(
    z.object({
      text: z.string(),
      quantity: z.int(),
      amount,
      /** The catalogue card that was sold or converted. Other lines omit this field. */
      catalogueCardId: z.optional(z.uuid()),
    }),
  ),
  subtotal: amount,
  discount: amount,
  /** The sum of `taxes`. */
  tax: amount,
  taxes: z.array(taxLine),
  processingFee: amount,
  total: amount,
  currency: z.string(),
  paymentMethod: z.nullable(z.enum(['balance', 'stripe'])),
});

export type Receipt = z.output<typeof receipt>;

export const showReceipt = endpoint({
  method: 'GET',
  path: '/transactions/{id}/receipt',
  summary: 'The receipt for a transaction, as data or as a printable page.',
  audience: 'user',
  repeat: 'none',
  reads: ['transactions'],
  page: true,
  params: transactionId,
  query: z.object({
    format: z._default(z.enum(['json', 'html'], 'format must be json or html'), 'json'),
  }),
  reply: receipt,
  rejections: ['NOT_FOUND', 'PAYMENT_NOT_COMPLETED'],
});

export const showReceiptPdf = endpoint({
  method: 'GET',
  path: '/transactions/{id}/receipt.pdf',
  summary: 'The same as a PDF: an invoice, a credit note or a receipt.',
  audience: 'user',
  repeat: 'none',
  reads: ['transactions'],
  file: 'application/pdf',
  savedAs: 'receipt.pdf',
  params: transactionId,
  /** The PDF file. */
  reply: z.unknown(),
  rejections: ['NOT_FOUND', 'PAYMENT_NOT_COMPLETED'],
});

const PERIODS = Object.keys(SPENDING_PERIODS) as SpendingPeriod[];

const TIME_ZONE_FORM = /^[A-Za-z0-9_+/-]{1,64}$/;

export const showSpending = endpoint({
  method: 'GET',
  path: '/transactions/analytics/spending',
  summary: 'What a user spent and earned in a period, with daily totals for the last seven days.',
  audience: 'user',
  repeat: 'none',
  reads: ['transactions'],
  query: z.object({
    ...ofUser.def.shape,
    period: z._default(z.enum(PERIODS, `period must be ${PERIODS.join(', ')}`), 'month'),
    /** The time zone of the days, such as `America/Toronto`. */
    timeZone: z._default(
      z.string().check(z.regex(TIME_ZONE_FORM, 'timeZone must be a name such as America/Toronto')),
      'UTC',
    ),
  }),
  reply: z.object({
    totalSpent: amount,
    totalEarned: amount,
    netAmount: amount,
    transactionCount: z.int(),
    averageTransaction: amount,
    spendingByCategory: z.array(z.object({ category: z.enum(JOURNAL_KINDS), amount })),
    spendingTrend: z.array(z.object({ date: z.string(), amount })),
  }),
  rejections: ['USER_NOT_FOUND'],
});

export const validateTopUp = endpoint({
  method: 'POST',
  path: '/transactions/credits/validate',
  summary:
    "Quotes the price of an amount of credits by card, and lists reasons it can't be bought.",
  audience: 'user',
  repeat: 'none',
  body: z.object({ amount, currency: z._default(z.string().check(z.maxLength(8)), 'CAD') }),
  reply: z.object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    amount,
    fee: amount,
    total: amount,
  }),
  rejections: [],
});

const topUpAmount = amount.check((checked) => {
  const [problem] = topUpProblems(checked.value, 'CAD');
  if (problem === undefined) return;
  checked.issues.push({ code: 'custom', input: checked.value, message: problem });
});

const PAYMENT_CHOICE_FORM = /^(stripe|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const buyCredits = endpoint({
  method: 'POST',
  path: '/transactions/credits',
  summary: 'Starts a card payment for credits; the same amount gets the same open payment.',
  audience: 'user',
  repeat: 'natural',
  vital: 'pay',
  changes: ['transactions'],
  body: z.object({
    amount: topUpAmount,
    currency: z._default(z.literal('CAD', 'Credits are bought in CAD'), 'CAD'),
    /** `stripe` for a new card, or the id of a saved card. */
    paymentMethod: z
      .string('Please select a payment method')
      .check(z.regex(PAYMENT_CHOICE_FORM, 'Please select a payment method')),
    region,
  }),
  reply: z.object({
    transaction,
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    /** The payment must be made by this time. */
    expiresAt: instant,
    amount,
    fee: amount,
    total: amount,
  }),
  rejections: [
    'NOT_FOUND',
    'ACCOUNT_PAUSED',
    'REGION_REQUIRED',
    'NOT_SOLD_HERE',
    'CARDS_NOT_OPEN',
    'OWN_LIMIT_REACHED',
    'ON_A_BREAK',
    'NOT_SOLD_TO_ACCOUNT',
  ],
});

/** A refund to a card. */
export const refund = z.object({
  id: z.uuid(),
  transactionId: z.uuid(),
  amount,
  status: z.enum(TRANSACTION_STATUSES),
  failureReason: z.nullable(z.string()),
  reason: z.string(),
  estimatedDays: z.int(),
  createdAt: instant,
});

export const showRefund = endpoint({
  method: 'GET',
  path: '/transactions/refunds/{id}',
  summary: "One of the caller's refunds; moderators can see anyone's.",
  audience: 'user',
  repeat: 'none',
  reads: ['transactions'],
  params: transactionId,
  reply: refund,
  rejections: ['NOT_FOUND'],
});

/** A saved payment card. */
export const paymentMethod = z.object({
  id: z.uuid(),
  /** The card's id at the card provider, which the browser uses there. */
  providerId: z.string(),
  type: z.literal('card'),
  last4: z.string(),
  brand: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  isDefault: z.boolean(),
  nickname: z.nullable(z.string()),
});

export type PaymentMethod = z.output<typeof paymentMethod>;

const PAYMENT_METHOD_FORM = /^pm_\w{1,250}$/;

const nickname = z.optional(
  z.nullable(
    z
      .string('Nickname must be a text')
      .check(z.trim(), z.maxLength(50, 'Nickname must be at most 50 characters long')),
  ),
);

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/transactions/payments',
  summary: "The caller's saved cards, default first.",
  audience: 'user',
  repeat: 'none',
  reads: ['payment-methods'],
  reply: z.array(paymentMethod),
  rejections: [],
});

export const savePaymentMethod = endpoint({
  method: 'POST',
  path: '/transactions/payments',
  summary: 'Saves a card already known to the card provider; the first one becomes the default.',
  audience: 'user',
  repeat: 'natural',
  changes: ['payment-methods'],
  body: z.object({
    paymentMethodId: z
      .string('Payment method ID is required')
      .check(z.regex(PAYMENT_METHOD_FORM, 'Invalid payment method ID')),
    nickname,
    isDefault: z.optional(z.boolean()),
  }),
  reply: paymentMethod,
  rejections: [],
});

export const changePaymentMethod = endpoint({
  method: 'PATCH',
  path: '/transactions/payments/{id}',
  summary: "Renames one of the caller's saved cards, or makes it the default.",
  audience: 'user',
  repeat: 'natural',
  changes: ['payment-methods'],
  params: transactionId,
  body: z.object({ nickname, isDefault: z.optional(z.boolean()) }),
  reply: paymentMethod,
  rejections: ['NOT_FOUND'],
});

export const forgetPaymentMethod = endpoint({
  method: 'DELETE',
  path: '/transactions/payments/{id}',
  summary: "Deletes one of the caller's saved cards.",
  audience: 'user',
  repeat: 'natural',
  changes: ['payment-methods'],
  params: transactionId,
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({
  Transaction: transaction,
  PackReturn: packReturn,
  TransactionDetail: transactionDetail,
  TransactionList: transactionList,
  Receipt: receipt,
  Refund: refund,
  PaymentMethod: paymentMethod,
});
