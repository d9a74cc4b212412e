import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { cents, instant } from '../database/columns.ts';

/** What operators write beside a transaction. The books themselves never change. */
export const transactionNotes = pgTable('transaction_notes', {
  /** The id of a journal, or of a top-up on its way to become one. */
  transactionId: uuid('transaction_id').primaryKey(),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Credits to be bought by card, at the fee of that day. Its payment says where it stands. */
export const topUps = pgTable(
  'top_ups',
  {
    /** Also the id of its journal, so that a transaction keeps its id when the money comes. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    amount: cents('amount').notNull(),
    fee: cents('fee').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('top_ups_amounts', sql`${table.amount} > 0 and ${table.fee} >= 0`),
    index('top_ups_of_user').on(table.userId, table.createdAt),
  ],
);

/** A card that its owner pays with again. The number is the card provider's to know. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The card provider's: of the card, and of its owner. */
    providerId: text('provider_id').notNull().unique('payment_methods_once'),
    customerId: text('customer_id').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expiryMonth: integer('expiry_month').notNull(),
    expiryYear: integer('expiry_year').notNull(),
    isDefault: boolean('is_default').notNull(),
    nickname: text('nickname'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_methods_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
    index('payment_methods_of_user').on(table.userId, table.createdAt),
  ],
);
