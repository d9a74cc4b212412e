// What the addresses of the pages about orders and money say.
import { JOURNAL_KINDS, type JournalKind } from '#domain/ledger.ts';
import { ORDER_STATES, type OrderState } from '#domain/order.ts';
import { OVERVIEW_DAYS } from '#domain/overview.ts';

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

const SEARCH_LENGTH_MAX = 200;

type Address = Record<string, unknown>;

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
    ...(textOf(address['id']) === '' ? {} : { id: textOf(address['id']) }),
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

/** A text that looks like a number comes as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function wordsIn(address: Address): { search?: string } {
  const search = textOf(address['search']).slice(0, SEARCH_LENGTH_MAX);
  return search.trim() === '' ? {} : { search };
}

function pageIn(address: Address): { page?: number } {
  const page = Number(address['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

function daysIn(address: Address): { from?: string; to?: string } {
  const { from, to } = address;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
