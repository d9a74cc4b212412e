import { sql } from 'drizzle-orm';
import {
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ReceiptNote } from '#domain/ledger.ts';
import { users } from '../accounts/tables.ts';
import { cents, counter, instant } from '../database/columns.ts';

/**
 * One account per user, with its balance, and the house's, whose balances are sums of transfers: a
 * stored one would be a row that every purchase waits for.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    /** The user's id, or `house:` and what the account is for. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .unique('ledger_accounts_one_per_user')
      .references(() => users.id),
    balance: cents('balance')
      .notNull()
      .default(sql`0`),
    /** Counts the transfers of a user's account, so that a statement without gaps can be proven. */
    version: counter('version').notNull().default(0),
  },
  (table) => [
    check('ledger_accounts_balance_not_negative', sql`${table.balance} >= 0`),
    check(
      'ledger_accounts_of_user_or_house',
      sql`case when ${table.ownerId} is null then ${table.id} like 'house:%' and ${table.balance} = 0 else ${table.id} = ${table.ownerId}::text end`,
    ),
  ],
);

/** One event that moved money, and what a user reads as a transaction. */
export const journals = pgTable(
  'journals',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** What it was about: an order, a card, a grant. */
    referenceId: uuid('reference_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    description: text('description').notNull(),
    /** What an operator calls it, such as a ticket's number; null: it goes by `referenceId`. */
    reference: text('reference'),
    /** What its receipt says beyond the sums, as it was when the money moved (choice 46). */
    receipt: jsonb('receipt').$type<ReceiptNote>(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`shop_clock()`),
  },
  (table) => [
    // One fact is posted once, for ever.
    unique('journals_one_per_fact').on(table.kind, table.referenceId),
    uniqueIndex('journals_one_exit_per_card')
      .on(table.referenceId)
      .where(sql`${table.kind} in ('card_sale', 'card_conversion')`),
    index('journals_of_user').on(table.userId, table.createdAt),
    index('journals_by_time').on(table.createdAt, table.id),
    index('journals_of_kind').on(table.kind, table.createdAt, table.id),
    check(
      'journals_kind_known',
      sql`${table.kind} in ('credit_purchase', 'pack_purchase', 'card_sale', 'bonus_credit', 'refund', 'shipping_fee', 'card_conversion')`,
    ),
  ],
);

/** One movement of money between two accounts. Never changed, never deleted. */
export const transfers = pgTable(
  'transfers',
  {
    journalId: uuid('journal_id')
      .notNull()
      .references(() => journals.id),
    leg: smallint('leg').notNull(),
    debitAccountId: text('debit_account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    creditAccountId: text('credit_account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: cents('amount').notNull(),
    /** Stamped by the database: each side's version and balance after it; null for the house. */
    debitVersion: counter('debit_version'),
    debitBalance: cents('debit_balance'),
    creditVersion: counter('credit_version'),
    creditBalance: cents('credit_balance'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`shop_clock()`),
  },
  (table) => [
    unique('transfers_leg_once').on(table.journalId, table.leg),
    check('transfers_amount_positive', sql`${table.amount} > 0`),
    check('transfers_two_accounts', sql`${table.debitAccountId} <> ${table.creditAccountId}`),
    unique('transfers_debit_version_once').on(table.debitAccountId, table.debitVersion),
    unique('transfers_credit_version_once').on(table.creditAccountId, table.creditVersion),
    index('transfers_by_time').on(table.createdAt),
  ],
);
