// A transaction: an event that moved money, or is about to, as its user sees it (docs/product.md §6).
import type { JournalKind } from './ledger.ts';

/** Where a transaction stands. `failed`: no money came, and none will. */
export const TRANSACTION_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const NEXT: Record<TransactionStatus, TransactionStatus | null> = {
  pending: 'processing',
  processing: 'completed',
  completed: null,
  failed: null,
};

/**
 * Whether an operator may set a transaction's status by hand: one step forward, and only where no money
 * hangs on it. Money says by itself where it is. The status that it has already changes nothing.
 */
export function canSetStatus(
  from: TransactionStatus,
  to: TransactionStatus,
  hasMoney: boolean,
): boolean {
  return from === to || (!hasMoney && NEXT[from] === to);
}

/** What operators may write into the books by hand: both give credits. */
export const MANUAL_KINDS = ['bonus_credit', 'refund'] as const satisfies JournalKind[];
export type ManualKind = (typeof MANUAL_KINDS)[number];
