// The operators' calls about orders and money.
import {
  changeDiscountCode,
  createDiscountCode,
  exportOrders,
  listDiscountCodes,
  listOrders,
  showOrder,
} from '#contract/checkout-admin.ts';
import type { Sent } from '#contract/endpoint.ts';
import { refundTransaction } from '#contract/checkout-refunds.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { endOfDay, startOfDay } from '../../ui/moments.ts';
import type { CodesSearch, OrdersSearch } from './orders-search.ts';
import { LOOK_AGAIN_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';

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
