// The operators' calls about prices. A refresh takes a while, so they are asked for again meanwhile.
import {
  decideHeldPrice,
  listHeldPrices,
  type HeldPrice,
} from '#contract/catalogue-prices-admin.ts';
import { runPrices, showPrices } from '#contract/jobs.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const LOOK_AGAIN_MS = 5_000;
const PAGE_LIMIT = 20;
const PRICES = ['admin', 'prices'];

export function usePrices() {
  return useQuery({
    queryKey: [...PRICES, 'all'],
    queryFn: ({ signal }) => call(showPrices, {}, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useHeldPrices(page: number) {
  return useQuery({
    queryKey: [...PRICES, 'held', page],
    queryFn: ({ signal }) => call(listHeldPrices, { page, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useRunPrices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(runPrices, {}),
    onSettled: () => void queries.invalidateQueries({ queryKey: PRICES }),
  });
}

export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ held, accept }: { held: HeldPrice; accept: boolean }) => {
      const { cardId, source, observedOn } = held;
      return call(decideHeldPrice, { cardId, source, observedOn, accept });
    },
    onSettled: () =>
      void Promise.all(
        [PRICES, ['admin', 'catalogue'], ['pack-types']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
