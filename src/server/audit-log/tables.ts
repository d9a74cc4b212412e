import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { counter, instant } from '../database/columns.ts';

/** Who of the operators did what. Only ever added to, each entry chained to the one before it. */
export const auditLog = pgTable(
  'audit_log',
  {
    /** The place in the chain, from 1 without gaps: stamped by the database. */
    id: counter('id').primaryKey().default(0),
    at: instant('at')
      .notNull()
      .default(sql`shop_clock()`),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    /** What was done, as verb and object: `move_shipment`. */
    action: text('action').notNull(),
    /** What it was done to: its kind and its id, as the API writes them. */
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** What changed, in wire words, never a secret; null where there is nothing to say. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    ip: text('ip').notNull(),
    requestId: text('request_id').notNull(),
    /** SHA-256 over this entry and the hash of the one before it: stamped by the database. */
    hash: text('hash').notNull().default(''),
  },
  (table) => [
    index('audit_log_of_actor').on(table.actorId, table.id),
    index('audit_log_of_subject').on(table.subjectId, table.id),
    index('audit_log_of_action').on(table.action, table.id),
    index('audit_log_by_time').on(table.at),
  ],
);
