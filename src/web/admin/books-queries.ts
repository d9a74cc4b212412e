// The operators' calls about orders and money.
import {
  changeDiscountCode,
  createDiscountCode,
  exportOrders,
  exportTransactions,
  listBookedTransactions,
  listDiscountCodes,
  listOrders,
  showOrder,
  showOverview,
  showUserLedger,
} from '#contract/books.ts';
import type { Sent } from '#contract/endpoint.ts';
import { giveCredits } from '#contract/profile.ts';
import { refundTransaction } from '#contract/wallet.ts';
import type { Cents } from '#domain/money.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endOfDay, startOfDay } from '../wallet/transactions-search.ts';
import type { BooksSearch, CodesSearch, OrdersSearch, OverviewSearch } from './books-search.ts';

const LOOK_AGAIN_MS = 30_000;
const PAGE_LIMIT = 20;

export function useOverview({ days = '30' }: OverviewSearch) {
  return useQuery({
    queryKey: ['admin', 'overview', days],
    queryFn: ({ signal }) => call(showOverview, { days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

type Days = { from?: string | undefined; to?: string | undefined };

function periodOf({ from, to }: Days): { from?: Date; to?: Date } {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: endOfDay(to) }),
  };
}

export function useOrders({ id: _open, page = 1, from, to, ...filters }: OrdersSearch) {
  return useQuery({
    queryKey: ['admin', 'orders', 'list', { page, from, to, ...filters }],
    queryFn: ({ signal }) =>
      call(
        listOrders,
        { page, limit: PAGE_LIMIT, ...periodOf({ from, to }), ...filters },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: ['admin', 'orders', 'one', id],
    queryFn: ({ signal }) => call(showOrder, { id }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useRefundOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { id: string; reason: string }) => call(refundTransaction, asked),
    // Refused or not: packs and money may stand elsewhere than the page says.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export function useExportOrders() {
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      call(exportOrders, { from: startOfDay(from), to: endOfDay(to) }),
  });
}

export function useExportTransactions() {
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      call(exportTransactions, { from: startOfDay(from), to: endOfDay(to) }),
  });
}

export function useBooks({ user, type, from, to, page = 1 }: BooksSearch) {
  return useQuery({
    queryKey: ['admin', 'books', { user, type, from, to, page }],
    queryFn: ({ signal }) =>
      call(
        listBookedTransactions,
        {
          page,
          limit: PAGE_LIMIT,
          ...periodOf({ from, to }),
          ...(user === undefined ? {} : { userId: user }),
          ...(type === undefined ? {} : { type }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useUserLedger(user: string, page: number) {
  return useQuery({
    queryKey: ['admin', 'ledger', user, page],
    queryFn: ({ signal }) =>
      call(showUserLedger, { id: user, page, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** One form, one key: pressing again after a failure gives no second time. */
export function useGiveCredits(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (gift: { userId: string; amount: Cents; reason: string }) =>
      call(giveCredits, gift, { key }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export function useDiscountCodes({ search, page = 1 }: CodesSearch) {
  return useQuery({
    queryKey: ['admin', 'codes', { search, page }],
    queryFn: ({ signal }) =>
      call(
        listDiscountCodes,
        { page, limit: PAGE_LIMIT, ...(search === undefined ? {} : { search }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

export function useCreateCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: Sent<typeof createDiscountCode>) => call(createDiscountCode, code),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin', 'codes'] }),
  });
}

export function useChangeCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Sent<typeof changeDiscountCode>) => call(changeDiscountCode, change),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin', 'codes'] }),
  });
}
