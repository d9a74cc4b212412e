import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
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
