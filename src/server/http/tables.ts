import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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

/**
 * How often a subject did what a rule counts. One row each, written outside of the transactions of the
 * work, so that nobody's purchase waits for a count.
 */
export const throttleCounters = pgTable(
  'throttle_counters',
  {
    rule: text('rule').notNull(),
    /** Whom the rule counts (a network, an account), hashed: addresses of strangers are not kept. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
    /** When the count is forgotten. */
    endsAt: instant('ends_at').notNull(),
    /** Until when the next try has to wait; null when it need not. */
    waitsUntil: instant('waits_until'),
  },
  (table) => [
    primaryKey({ columns: [table.rule, table.subject] }),
    index('throttle_counters_by_end').on(table.endsAt),
  ],
);
