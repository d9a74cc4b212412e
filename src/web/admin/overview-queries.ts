// The call of the overview.
import { showOverview } from '#contract/admin.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { OverviewSearch } from './overview-search.ts';
import { LOOK_AGAIN_MS } from '../admin-kit/listing.ts';

export function useOverview({ days = '30' }: OverviewSearch) {
  return useQuery({
    queryKey: ['admin', 'overview', days],
    queryFn: ({ signal }) => call(showOverview, { days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}
