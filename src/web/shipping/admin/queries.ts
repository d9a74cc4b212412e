// The operators' calls about shipments and locked cards.
import type { Sent } from '#contract/endpoint.ts';
import {
  moveShipment,
  listAdminShipments,
  moveShipments,
  printShipments,
  showAdminShipment,
} from '#contract/shipping-admin.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ShippingSearch } from './shipping-search.ts';

const LOOK_AGAIN_MS = 30_000;

/** What somebody packs in one go. */
const PAGE_LIMIT = 50;

export function useAdminShipments({ id: _open, page = 1, ...filters }: ShippingSearch) {
  return useQuery({
    queryKey: ['admin', 'shipments', 'list', { page, ...filters }],
    queryFn: ({ signal }) =>
      call(listAdminShipments, { page, limit: PAGE_LIMIT, ...filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useAdminShipment(id: string) {
  return useQuery({
    queryKey: ['admin', 'shipments', 'one', id],
    queryFn: ({ signal }) => call(showAdminShipment, { id }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

/** For paper: it stays as it was read. */
export function useSheets(ids: string[]) {
  return useQuery({
    queryKey: ['admin', 'shipments', 'sheets', ids],
    queryFn: ({ signal }) => call(printShipments, { ids }, { signal }),
    enabled: ids.length > 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    meta: { of: 'person' },
  });
}

export function useMoveShipment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (move: Sent<typeof moveShipment>) => call(moveShipment, move),
    // Refused or not: somebody else may have moved it.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export function useMoveShipments() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (moves: Sent<typeof moveShipments>) => call(moveShipments, moves),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
