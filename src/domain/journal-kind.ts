// Kinds of journals. A journal is a group of ledger transfers for one event (docs/product.md §6).

/** The transaction types that users see, one for each kind of event. */
export const JOURNAL_KINDS = [
  'credit_purchase',
  'pack_purchase',
  'card_sale',
  'bonus_credit',
  'refund',
  'shipping_fee',
  'card_conversion',
  'take_back',
  'refund_failure',
  'refund_debt',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'dispute_fee',
  'dispute_fee_returned',
  'debt_payment',
  'debt_written_off',
  'loss',
  'imported_credit',
] as const;

export type JournalKind = (typeof JOURNAL_KINDS)[number];
