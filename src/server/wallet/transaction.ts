import type { Transaction } from '#contract/wallet.ts';
import { CURRENCY, toCents } from '#domain/money.ts';
import type { TransactionRow } from './queries.ts';

/** A journal as its user sees it: money that moved is completed, at once and for ever. */
export function transactionOf(row: TransactionRow): Transaction {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.kind,
    amount: toCents(row.amount),
    currency: CURRENCY,
    status: 'completed',
    description: row.description,
    reference: row.reference ?? row.reference_id,
    paymentMethod: row.by_card ? 'stripe' : 'balance',
    paymentId: null,
    processedAt: row.created_at,
    failureReason: null,
    metadata: row.metadata ?? {},
    createdAt: row.created_at,
    updatedAt: row.noted_at ?? row.created_at,
  };
}
