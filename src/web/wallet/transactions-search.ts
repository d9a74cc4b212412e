// The search parameters of the list of transactions: the filters and the page.
import { JOURNAL_KINDS, type JournalKind } from '#domain/journal-kind.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '#domain/transaction.ts';
import { daysIn, pageIn, type Address } from '../lists/address-parts.ts';

export type TransactionsSearch = {
  type?: JournalKind;
  status?: TransactionStatus;
  /** The first and the last day in the viewer's time zone, such as `2026-11-21`. The list includes both days. */
  from?: string;
  to?: string;
  page?: number;
};

/** Reads `?type=card_sale&from=2026-11-01&page=2`. Unknown values are dropped. */
export function transactionsSearch(search: Address): TransactionsSearch {
  const type = JOURNAL_KINDS.find((one) => one === search['type']);
  const status = TRANSACTION_STATUSES.find((one) => one === search['status']);
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...daysIn(search),
    ...pageIn(search),
  };
}
