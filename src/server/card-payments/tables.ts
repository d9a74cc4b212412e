import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentPurpose, PaymentState } from '#domain/payment.ts';
import { users } from '../accounts/tables.ts';
import { cents, instant } from '../database/columns.ts';

/** One attempt to pay one thing by card. Its states only go forward: see the trigger. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose').$type<PaymentPurpose>().notNull(),
    /** What it buys: the id of an order, a shipment or a top-up. */
    subjectId: uuid('subject_id').notNull(),
    /** Tells whether a repeated request is about the same thing. */
    fingerprint: text('fingerprint').notNull(),
    amount: cents('amount').notNull(),
    description: text('description').notNull(),
    state: text('state').$type<PaymentState>().notNull().default('creating'),
    /** The card provider's; null until it is known. */
    intentId: text('intent_id').unique('payments_intent_once'),
    /** Until then what it buys is kept. */
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the state last changed. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // One payment buys one thing, and one thing is bought by one payment.
    unique('payments_one_per_subject').on(table.purpose, table.subjectId),
    // Another cart ends the payment before it.
    uniqueIndex('payments_one_open_order_per_user')
      .on(table.userId)
      .where(sql`${table.purpose} = 'order' and ${table.state} in ('creating', 'open')`),
    // So does another shipment.
    uniqueIndex('payments_one_open_shipment_per_user')
      .on(table.userId)
      .where(sql`${table.purpose} = 'shipment' and ${table.state} in ('creating', 'open')`),
    index('payments_undecided')
      .on(table.expiresAt)
      .where(sql`${table.state} in ('creating', 'open', 'processing', 'refund_due')`),
    index('payments_of_user').on(table.userId, table.createdAt),
    check('payments_purpose_known', sql`${table.purpose} in ('order', 'shipment', 'top_up')`),
    check(
      'payments_state_known',
      sql`${table.state} in ('creating', 'open', 'processing', 'succeeded', 'refund_due', 'refunded', 'canceled', 'failed')`,
    ),
    check('payments_amount_positive', sql`${table.amount} > 0`),
    check(
      'payments_intent_known',
      sql`${table.intentId} is not null or ${table.state} in ('creating', 'failed')`,
    ),
  ],
);

/** Money that goes back to a card. Written before the provider is asked, so that it is asked once. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique('refunds_one_per_payment')
      .references(() => payments.id),
    amount: cents('amount').notNull(),
    reason: text('reason').notNull(),
    /** The card provider's; null while it is due. */
    providerId: text('provider_id').unique('refunds_provider_id_once'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [
    index('refunds_due')
      .on(table.createdAt)
      .where(sql`${table.paidAt} is null`),
    check('refunds_amount_positive', sql`${table.amount} > 0`),
    check(
      'refunds_paid_by_provider',
      sql`(${table.providerId} is null) = (${table.paidAt} is null)`,
    ),
  ],
);

/** The provider's events, each once. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    intentId: text('intent_id'),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
  },
  (table) => [
    index('stripe_events_of_intent').on(table.intentId, table.receivedAt),
    index('stripe_events_to_handle')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
  ],
);

/** What the sandbox keeps: intents, refunds, customers and payment methods, as Stripe would answer them. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [index('sandbox_objects_of_kind').on(table.kind, table.createdAt)],
);

/** Answers of the sandbox by Idempotency-Key. */
export const sandboxAnswers = pgTable('sandbox_answers', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<Record<string, unknown>>().notNull(),
  createdAt: instant('created_at')
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** The sandbox's events, on their way to the shop's webhook. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: text('id').primaryKey(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once delivered or given up. */
    nextAttemptAt: instant('next_attempt_at').default(sql`clock_timestamp()`),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('sandbox_events_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
);
