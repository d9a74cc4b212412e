import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';

export function configQuery(by: Call = call) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => {
      const { showConfig } = await loadCode(import('#contract/storefront.ts'));
      return by(showConfig, {}, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** What the shop says of itself: contact address, links. Undefined while it is not known. */
export function useConfig() {
  return useQuery(configQuery()).data;
}
