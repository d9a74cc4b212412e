import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** `kept`: for the operator to read, in a shop that sends no mail; it is never sent later. */
export const MAIL_STATES = ['kept', 'queued', 'sent', 'failed'] as const;

/** Every mail that the shop wrote. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** Which template wrote it. */
    kind: text('kind').notNull(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    state: text('state').$type<(typeof MAIL_STATES)[number]>().notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`shop_now()`),
  },
  (table) => [
    index('mails_by_age').on(table.createdAt),
    check('mails_state_known', sql`${table.state} in ('kept', 'queued', 'sent', 'failed')`),
  ],
);
