// Questions about money that an operator must look into (docs/product.md §13).

export const MONEY_QUESTION_KINDS = [
  'refund_uncovered',
  'refund_owed',
  'not_in_books',
  'not_at_provider',
  'amounts_differ',
  'other_currency',
] as const;
export type MoneyQuestionKind = (typeof MONEY_QUESTION_KINDS)[number];
