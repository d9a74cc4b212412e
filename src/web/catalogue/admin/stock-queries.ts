// The operators' calls about stock. What comes in or goes off sale shows in the shop's own lists too.
import {
  listStock,
  lookIntoPack,
  previewIntake,
  putPackBack,
  takeInPacks,
  withdrawPack,
  type IntakePack,
} from '#contract/catalogue-stock-admin.ts';
import { showStockedCard, showStockedPack } from '#contract/admin-stock.ts';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { packTypesQuery } from '../queries.ts';
import type { StockSearch } from './stock-search.ts';

const PAGE_LIMIT = 20;
const LOOK_AGAIN_MS = 30_000;

export function useStock({ state, packType, search, page = 1 }: StockSearch) {
  const list = {
    page,
    ...(state === undefined ? {} : { state }),
    ...(packType === undefined ? {} : { packTypeId: packType }),
    ...(search === undefined ? {} : { search }),
  };
  return useQuery({
    queryKey: ['admin', 'stock', 'list', list],
    queryFn: ({ signal }) => call(listStock, { ...list, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useStockedPack(id: string) {
  return useQuery({
    queryKey: ['admin', 'stock', 'pack', id],
    queryFn: ({ signal }) => call(showStockedPack, { id }, { signal }),
    meta: { of: 'person' },
  });
}

export function useStockedCard(id: string) {
  return useQuery({
    queryKey: ['admin', 'stock', 'card', id],
    queryFn: ({ signal }) => call(showStockedCard, { id }, { signal }),
    meta: { of: 'person' },
  });
}

/** The pack types to choose from: one that was made just now is among them. */
export function usePackTypeChoice() {
  return useQuery({ ...packTypesQuery(), staleTime: 0 });
}

/** Stock as the operators and as the shop show it. */
export function showStockAnew(queries: QueryClient): void {
  const shown = ['admin', 'pack-types', 'pack-type', 'certified-packs', 'certification'];
  for (const name of shown) void queries.invalidateQueries({ queryKey: [name] });
}

const MOVES = { withdraw: withdrawPack, 'put-back': putPackBack };
export type StockMove = keyof typeof MOVES;

export function useMovePack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ move, ...asked }: { move: StockMove; id: string; reason: string }) =>
      call(MOVES[move], asked),
    // Refused or not: a buyer may have been faster.
    onSettled: () => showStockAnew(queries),
  });
}

export function useLookIntoPack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { id: string; reason: string }) => call(lookIntoPack, asked),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin', 'stock', 'pack'] }),
  });
}

export function useTakeInPack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pack: IntakePack) => call(takeInPacks, { packs: [pack] }),
    onSuccess: () => showStockAnew(queries),
  });
}

/** The two calls of a file, some packs at a time. */
export const previewPacks = (packs: unknown[]) => call(previewIntake, { packs });
export const takeIn = (packs: IntakePack[]) => call(takeInPacks, { packs });
