// The search parameters of everybody's transactions.
import { JOURNAL_KINDS, type JournalKind } from '#domain/journal-kind.ts';
import { daysIn, pageIn, textOf, type Address } from '../../lists/address-parts.ts';

export type AllTransactionsSearch = {
  user?: string;
  view?: 'ledger';
  type?: JournalKind;
  from?: string;
  to?: string;
  page?: number;
};

/** Reads `?user=...&view=ledger&type=refund`; the ledger is one user's, and has all types. */
export function allTransactionsSearch(address: Address): AllTransactionsSearch {
  const user = textOf(address['user']);
  const type = JOURNAL_KINDS.find((one) => one === address['type']);
  if (user !== '' && address['view'] === 'ledger') {
    return { user, view: 'ledger', ...pageIn(address) };
  }
  return {
    ...(user === '' ? {} : { user }),
    ...(type === undefined ? {} : { type }),
    ...daysIn(address),
    ...pageIn(address),
  };
}
