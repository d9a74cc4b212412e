// Describes transactions in words.
import type { Transaction } from '#contract/wallet.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import type { TransactionStatus } from '#domain/transaction.ts';
import type { BadgeTone } from '../ui/badge.tsx';

export const TYPE_WORDS: Record<JournalKind, string> = {
  credit_purchase: 'Credits bought',
  pack_purchase: 'Pack purchase',
  card_sale: 'Card sale',
  bonus_credit: 'Bonus credits',
  refund: 'Refund',
  shipping_fee: 'Shipping fee',
  card_conversion: 'Card conversion',
  take_back: 'Credits returned',
  refund_debt: 'Owed for a refund',
  refund_failure: 'Refund sent back',
  dispute_opened: 'Payment disputed',
  dispute_won: 'Dispute decided: payment upheld',
  dispute_lost: 'Dispute decided: payment lost',
  dispute_fee: 'Dispute fee',
  dispute_fee_returned: 'Dispute fee returned',
  debt_payment: 'Payment of a debt',
  debt_written_off: 'Debt written off',
  loss: 'Paid for a loss',
  imported_credit: 'Credits from your former shop',
};

/** Returns the type of a transaction in words. A purchase of singles alone has no packs. */
export function typeWords({
  type,
  isOfSingles,
}: Pick<Transaction, 'type' | 'isOfSingles'>): string {
  return isOfSingles ? 'Single cards' : TYPE_WORDS[type];
}

export const STATUS_WORDS: Record<TransactionStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Pending', tone: 'warn' },
  processing: { word: 'Processing', tone: 'warn' },
  completed: { word: 'Completed', tone: 'plain' },
  failed: { word: 'Failed', tone: 'danger' },
};

const METHOD_WORDS = { balance: 'Account balance', stripe: 'Credit or debit card' } as const;

/** Returns the payment method in words. Returns a dash if nothing has been paid yet. */
export function methodWords(method: Transaction['paymentMethod']): string {
  return method === null ? '–' : METHOD_WORDS[method];
}

/** Formats an amount with its sign: "+CAD 3.50" for money that came in, "-CAD 10.80" for money that went out. */
export function formatSigned(amount: Cents): string {
  return amount > 0 ? `+${formatCad(amount)}` : formatCad(amount);
}
