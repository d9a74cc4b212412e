// The calls of operators about locked cards.
import { convertExpiredByHand, releaseCards, listLockedCards } from '#contract/collection-admin.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { LockedSearch } from './locked-search.ts';
import { LOOK_AGAIN_MS } from '../../admin-kit/listing.ts';

// As many as one decision may be about on one screen.
const PAGE_LIMIT = 50;

export function useLockedCards({ reason, page = 1 }: LockedSearch) {
  return useQuery({
    queryKey: ['admin', 'locked', { reason, page }],
    queryFn: ({ signal }) =>
      call(
        listLockedCards,
        { page, limit: PAGE_LIMIT, ...(reason === undefined ? {} : { reason }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useReleaseCards() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (cardIds: string[]) => call(releaseCards, { cardIds }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export function useConvertCards() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (cardIds: string[]) => call(convertExpiredByHand, { cardIds }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
