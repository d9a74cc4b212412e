// What the address of the list of transactions says: which ones, and which page of them.
import { JOURNAL_KINDS, type JournalKind } from '#domain/ledger.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '#domain/transaction.ts';

export type TransactionsSearch = {
  type?: JournalKind;
  status?: TransactionStatus;
  /** Days of the viewer, `2026-11-21`; both belong to it. */
  from?: string;
  to?: string;
  page?: number;
};

/** Reads `?type=card_sale&from=2026-11-01&page=2`; what is not understood is left out. */
export function transactionsSearch(search: Record<string, unknown>): TransactionsSearch {
  const type = JOURNAL_KINDS.find((one) => one === search['type']);
  const status = TRANSACTION_STATUSES.find((one) => one === search['status']);
  const page = Number(search['page']);
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(isDay(search['from']) ? { from: search['from'] } : {}),
    ...(isDay(search['to']) ? { to: search['to'] } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The first instant of a day in the viewer's time zone. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000`);
}

/** The last instant of a day in the viewer's time zone. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}
