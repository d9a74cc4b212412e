import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../database/columns.ts';

/**
 * The first successful answer to each key of a user. Inserted first in the transaction of the work,
 * so a second caller waits on the primary key and then reads the answer.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    /** Method, path and body of the request, hashed. */
    fingerprint: text('fingerprint').notNull(),
    /** The whole body that was answered; null only inside the transaction that is at work. */
    reply: text('reply'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);
