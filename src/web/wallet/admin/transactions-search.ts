// The search parameters of the page with all users' transactions.
import { JOURNAL_KINDS, type JournalKind } from '#domain/journal-kind.ts';
import { daysIn, pageIn, uuidIn, type Address } from '../../lists/address-parts.ts';

export type AllTransactionsSearch = {
  user?: string;
  view?: 'ledger';
  type?: JournalKind;
  from?: string;
  to?: string;
  page?: number;
};

/** Reads `?user=...&view=ledger&type=refund`. The ledger is only for one user, and it has no filter by type. */
export function allTransactionsSearch(address: Address): AllTransactionsSearch {
  const { user } = uuidIn(address, 'user');
  const type = JOURNAL_KINDS.find((one) => one === address['type']);
  const days = daysIn(address);
  const page = pageIn(address);
  if (address['view'] === 'ledger' && user !== undefined) return { user, view: 'ledger', ...page };
  return {
    ...(user === undefined ? {} : { user }),
    ...(type === undefined ? {} : { type }),
    ...days,
    ...page,
  };
}
