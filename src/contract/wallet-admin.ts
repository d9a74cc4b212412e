// The transactions of all users and the ledger of one user, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { OTHER_ACCOUNTS } from '#domain/house-accounts.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { REFUND_METHODS } from '#domain/refund.ts';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { refund, shortText, transaction } from './wallet.ts';
import { period, exportPeriod } from './checkout-admin.ts';

const booked = z.extend(transaction, { user: person });

export type UserTransaction = z.output<typeof booked>;

export const listAllTransactions = endpoint({
  method: 'GET',
  path: '/admin/transactions',
  summary: 'The transactions of all users that moved money, newest first.',
  audience: 'support',
  repeat: 'none',
  reads: ['transactions'],
  query: z.object({
    ...paging,
    ...period,
    userId: z.optional(z.uuid('userId must be a UUID')),
    type: z.optional(z.enum(JOURNAL_KINDS, 'type is not a transaction type')),
  }),
  reply: z.object({ transactions: z.array(booked), pagination }),
  rejections: [],
});

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/admin/transactions.csv',
  summary: 'The transactions of a period as CSV, oldest first.',
  audience: 'support',
  repeat: 'none',
  reads: ['transactions'],
  query: exportPeriod,
  file: 'text/csv',
  savedAs: 'transactions.csv',
  reply: z.string(),
  rejections: [],
});

export const replaceRefund = endpoint({
  method: 'POST',
  path: '/admin/refunds/{id}/replace',
  summary:
    'Pays a failed refund again, to the same card, in credits or in another way; or closes the part that the bank has paid.',
  audience: 'money',
  personsOnly: true,
  repeat: 'natural',
  changes: ['balance', 'transactions', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a refund') }),
  body: z
    .object({
      method: z.enum(REFUND_METHODS, `method must be one of ${REFUND_METHODS.join(', ')}`),
      reason: shortText('Reason', 200),
      /**
       * The reference of the payment that an operator made. Required for the method `transfer`, forbidden for the
       * others.
       */
      reference: z.optional(z.nullable(shortText('Reference', 100))),
    })
    .check(({ value, issues }) => {
      if ((value.method === 'transfer') === Boolean(value.reference)) return;
      const message = 'A transfer, and nothing else, has a reference';
      issues.push({ code: 'custom', input: value, path: ['reference'], message });
    }),
  reply: refund,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED'],
});

const ledgerEntry = z.object({
  /** The number of the entry in the user's account, from 1 without gaps. */
  version: z.int(),
  transactionId: z.uuid(),
  type: z.enum(JOURNAL_KINDS),
  description: z.string(),
  /** The account on the other side of the movement. */
  otherAccount: z.enum(OTHER_ACCOUNTS),
  /** Negative if the money left the user's account. */
  amount,
  /** The balance of the user's account after the entry. */
  balance: amount,
  createdAt: instant,
});

export type LedgerEntry = z.output<typeof ledgerEntry>;

export const showUserLedger = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/ledger',
  summary: "Every entry in a user's ledger account with the balance after it, newest first.",
  audience: 'support',
  repeat: 'none',
  reads: ['balance', 'transactions'],
  params: z.object({ id: z.uuid('id must be the id of a user') }),
  query: z.object(paging),
  reply: z.object({ user: person, balance: amount, entries: z.array(ledgerEntry), pagination }),
  rejections: ['USER_NOT_FOUND'],
});

nameShapes({ UserTransaction: booked, LedgerEntry: ledgerEntry });
