// The operators' calls about the catalogue. A change shows in the shop's own lists too.
import {
  changePackType,
  createPackType,
  listAdminPackTypes,
  listSets,
  putPackPicture,
  removePackPicture,
  showAdminPackType,
} from '#contract/catalogue-admin.ts';
import { listMarketCards } from '#contract/catalogue.ts';
import { showCard, showCardHistory } from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import { setCardPrice } from '#contract/catalogue-prices-admin.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { CatalogueSearch } from './catalogue-search.ts';

const PAGE_LIMIT = 20;

function listOf({ game, search, page = 1 }: CatalogueSearch) {
  return {
    page,
    ...(game === undefined ? {} : { game }),
    ...(search === undefined ? {} : { search }),
  };
}

export function useAdminPackTypes(search: CatalogueSearch) {
  const list = listOf(search);
  return useQuery({
    queryKey: ['admin', 'catalogue', 'packs', list],
    queryFn: ({ signal }) => call(listAdminPackTypes, { ...list, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

export function useAdminPackType(id: string) {
  return useQuery({
    queryKey: ['admin', 'catalogue', 'pack', id],
    queryFn: ({ signal }) => call(showAdminPackType, { id }, { signal }),
    meta: { of: 'person' },
  });
}

export function useSets(search: CatalogueSearch) {
  const list = listOf(search);
  return useQuery({
    queryKey: ['admin', 'catalogue', 'sets', list],
    queryFn: ({ signal }) => call(listSets, { ...list, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

const SETS_TO_CHOOSE = 100;

/** The newest sets, for a new pack type to be of. */
export function useSetChoice() {
  return useQuery({
    queryKey: ['admin', 'catalogue', 'set-choice'],
    queryFn: ({ signal }) => call(listSets, { limit: SETS_TO_CHOOSE }, { signal }),
    meta: { of: 'person' },
  });
}

export function useMarketCards(search: CatalogueSearch) {
  const list = listOf(search);
  return useQuery({
    queryKey: ['admin', 'catalogue', 'cards', list],
    queryFn: ({ signal }) => call(listMarketCards, { ...list, pageSize: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

export function useMarketCard(id: string) {
  return useQuery({
    queryKey: ['admin', 'catalogue', 'card', id],
    queryFn: async ({ signal }) => {
      const card = await call(showCard, { id }, { signal });
      return card.status === 'active' ? card : null;
    },
    meta: { of: 'person' },
  });
}

export const HISTORY_DAYS = ['30', '90', '365'] as const;
export type HistoryDays = (typeof HISTORY_DAYS)[number];

export function useCardHistory(id: string, days: HistoryDays) {
  return useQuery({
    queryKey: ['admin', 'catalogue', 'card', id, 'history', days],
    queryFn: ({ signal }) => call(showCardHistory, { id, days }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** After it the operators' lists and the shop's are read anew. */
function useCatalogueChange<Given, Got>(change: (given: Given) => Promise<Got>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        [['admin', 'catalogue'], ['admin', 'prices'], ['pack-types'], ['pack-type']].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const useCreatePackType = () =>
  useCatalogueChange((input: Sent<typeof createPackType>) => call(createPackType, input));

export const useChangePackType = () =>
  useCatalogueChange((input: Sent<typeof changePackType>) => call(changePackType, input));

export const usePutPicture = () =>
  useCatalogueChange((input: Sent<typeof putPackPicture>) => call(putPackPicture, input));

export const useRemovePicture = () =>
  useCatalogueChange((id: string) => call(removePackPicture, { id }));

export const useSetCardPrice = () =>
  useCatalogueChange((input: Sent<typeof setCardPrice>) => call(setCardPrice, input));
