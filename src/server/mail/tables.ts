import type { MailState } from '#domain/mail.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Every mail that the shop wrote. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** Which template wrote it. */
    kind: text('kind').notNull(),
    /** Whom it is for; null: nobody who has an account. No foreign key: users live on a higher floor. */
    userId: uuid('user_id'),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** Null: it was written before mails had a second form. */
    html: text('html'),
    /** Holds a code: its words are wiped out once they have been sent. */
    isSecret: boolean('is_secret').notNull().default(false),
    /** What it tells, where that may be told once only. */
    fact: text('fact').unique('mails_one_per_fact'),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`shop_now()`),
  },
  (table) => [
    index('mails_by_age').on(table.createdAt, table.id),
    index('mails_of_state').on(table.state, table.createdAt, table.id),
    index('mails_words').using(
      'gin',
      sql`lower(${table.toAddress} || ' ' || ${table.subject} || ' ' || ${table.kind}) gin_trgm_ops`,
    ),
    index('mails_of_user').on(table.userId),
    check(
      'mails_state_known',
      sql`${table.state} in ('kept', 'queued', 'sending', 'sent', 'failed')`,
    ),
    check('mails_sent_once', sql`(${table.state} = 'sent') = (${table.sentAt} is not null)`),
  ],
);
