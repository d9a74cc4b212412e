import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** What operators write beside a transaction. The books themselves never change. */
export const transactionNotes = pgTable('transaction_notes', {
  /** The id of a journal, or of a top-up on its way to become one. */
  transactionId: uuid('transaction_id').primaryKey(),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
  updatedAt: instant('updated_at').notNull(),
});
