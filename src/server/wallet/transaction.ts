import type { Transaction } from '#contract/wallet.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { CURRENCY } from '#domain/money.ts';
import { refundStatus, topUpStatus } from '#domain/transaction.ts';
import type { TransactionRow } from './transactions-queries.ts';

/**
 * The kinds of journals that pay credits for cards. If a user sells several cards at once, they
 * make one transaction.
 */
const CARD_KINDS: readonly JournalKind[] = ['card_sale', 'card_conversion'];

/**
 * Presents a row as the user's transaction. Once its money has moved, a transaction is completed
 * for ever. A top-up has the status of its payment. A refund is pending until the card provider has
 * paid it.
 */
export function transactionOf(row: TransactionRow): Transaction {
  const { status, failureReason } =
    row.refund_state === null
      ? topUpStatus(row.payment_state ?? 'succeeded')
      : refundStatus(row.refund_state, row.replaced_with);
  return {
    id: row.id,
    userId: row.user_id,
    type: row.kind,
    amount: row.amount,
    currency: CURRENCY,
    status,
    description: row.parts === 1 ? row.description : `${row.parts} cards`,
    cardCount: CARD_KINDS.includes(row.kind) ? row.parts : null,
    isOfSingles: row.is_of_singles,
    reference: row.reference ?? row.reference_id,
    paymentMethod: row.by_card ? 'stripe' : 'balance',
    paymentId: row.intent_id,
    processedAt: status === 'completed' ? row.created_at : null,
    failureReason,
    metadata: row.metadata ?? {},
    createdAt: row.created_at,
    updatedAt: latest(row.changed_at, row.noted_at),
  };
}

function latest(changedAt: Date, notedAt: Date | null): Date {
  return notedAt !== null && notedAt > changedAt ? notedAt : changedAt;
}
