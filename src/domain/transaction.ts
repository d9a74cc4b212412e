// A transaction is an event that moved money, or is about to move it, as users see it (docs/product.md §6).
import type { JournalKind } from './journal-kind.ts';
import { PAYMENT_STATES, type PaymentState } from './payment.ts';
import type { RefundMethod, RefundState } from './refund.ts';

/** The status of a transaction. With `failed`, no money came, and none will come. */
export const TRANSACTION_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const NEXT: Record<TransactionStatus, TransactionStatus | null> = {
  pending: 'processing',
  processing: 'completed',
  completed: null,
  failed: null,
};

/**
 * Whether an operator may set a transaction's status by hand. The operator may move it one step forward, and only if
 * no money depends on the status, because moved money has a status of its own. Setting the current status again
 * changes nothing.
 */
export function canSetStatus(
  from: TransactionStatus,
  to: TransactionStatus,
  hasMoney: boolean,
): boolean {
  return from === to || (!hasMoney && NEXT[from] === to);
}

/** Kinds of transactions that operators may post by hand. Both kinds give credits. */
export const MANUAL_KINDS = ['bonus_credit', 'refund'] as const satisfies JournalKind[];

/**
 * The status of a top-up whose payment has not succeeded. `failureReason` says why it never will succeed. Money that
 * came but could not be credited went back to its card.
 */
export function topUpStatus(state: PaymentState): {
  status: TransactionStatus;
  failureReason: string | null;
} {
  switch (state) {
    case 'creating':
    case 'open':
      return { status: 'pending', failureReason: null };
    case 'processing':
      return { status: 'processing', failureReason: null };
    case 'succeeded':
      return { status: 'completed', failureReason: null };
    case 'refund_due':
    case 'refunded':
      return { status: 'failed', failureReason: 'The money went back to your card' };
    default:
      return { status: 'failed', failureReason: 'It was not paid' };
  }
}

const NOT_TAKEN = 'Your card did not take the money.';

/** The texts that users read about a failed refund, by the method that replaced it. */
const FAILURES: Record<RefundMethod | 'none', string> = {
  none: `${NOT_TAKEN} The shop still owes it to you.`,
  card: `${NOT_TAKEN} The shop pays it again.`,
  credits: `${NOT_TAKEN} You got credits instead.`,
  transfer: `${NOT_TAKEN} The shop paid it in another way.`,
  bank: 'Your bank has taken the payment back for you, so this refund is closed.',
};

/** The status of a refund to a card, and the explanation for its owner if the card did not accept it. */
export function refundStatus(
  state: RefundState,
  replacedWith: RefundMethod | null,
): {
  status: TransactionStatus;
  failureReason: string | null;
} {
  switch (state) {
    case 'paid':
      return { status: 'completed', failureReason: null };
    case 'failed':
      return { status: 'failed', failureReason: FAILURES[replacedWith ?? 'none'] };
    default:
      return { status: 'pending', failureReason: null };
  }
}

/** The states of a top-up's payment for which the top-up has this status. */
export function topUpStatesOf(status: TransactionStatus): PaymentState[] {
  return PAYMENT_STATES.filter((state) => topUpStatus(state).status === status);
}

/**
 * The heading above the amounts on a receipt. For cards that the shop took back, the amounts are the prices that the
 * shop paid.
 */
export function receiptColumn(kind: JournalKind): string {
  switch (kind) {
    case 'card_sale':
      return 'Sold for';
    case 'card_conversion':
      return 'Converted for';
    default:
      return 'Amount';
  }
}
