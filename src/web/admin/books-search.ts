// What the addresses of the pages about orders and money say.
import { JOURNAL_KINDS, type JournalKind } from '#domain/ledger.ts';
import { ORDER_STATES, type OrderState } from '#domain/order.ts';
import { OVERVIEW_DAYS } from '#domain/overview.ts';
import { daysIn, idIn, pageIn, textOf, wordsIn, type Address } from './address-parts.ts';

export type OverviewSearch = { days?: (typeof OVERVIEW_DAYS)[number] };

export type OrdersSearch = {
  state?: OrderState;
  search?: string;
  method?: 'balance' | 'stripe';
  /** Days of the viewer, `2026-11-21`; both belong to it. */
  from?: string;
  to?: string;
  page?: number;
  /** The one that is open beside the list. */
  id?: string;
};

export type BooksSearch = {
  user?: string;
  view?: 'ledger';
  type?: JournalKind;
  from?: string;
  to?: string;
  page?: number;
};

export type CodesSearch = { search?: string; page?: number; code?: string };

/** 30 days are what the page shows by itself. */
export function overviewSearch(address: Address): OverviewSearch {
  const days = OVERVIEW_DAYS.find((one) => one === textOf(address['days']));
  return days === undefined || days === '30' ? {} : { days };
}

/** Reads `?state=paid&search=mira&page=2&id=...`; what is not understood is left out. */
export function ordersSearch(address: Address): OrdersSearch {
  const state = ORDER_STATES.find((one) => one === address['state']);
  const method = (['balance', 'stripe'] as const).find((one) => one === address['method']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(method === undefined ? {} : { method }),
    ...wordsIn(address),
    ...daysIn(address),
    ...pageIn(address),
    ...idIn(address),
  };
}

/** Reads `?user=...&view=ledger&type=refund`; the ledger is one user's, and has all types. */
export function booksSearch(address: Address): BooksSearch {
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

export function codesSearch(address: Address): CodesSearch {
  const code = textOf(address['code']);
  return { ...wordsIn(address), ...pageIn(address), ...(code === '' ? {} : { code }) };
}
