import { PASSWORD_LENGTH_MIN } from '#contract/accounts.ts';
import { showConfig } from '#contract/shop.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';

export function configQuery(by: Call = call) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => by(showConfig, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** What the shop says of itself: contact address, links. Undefined while it is not known. */
export function useConfig() {
  return useQuery(configQuery()).data;
}

/** How long a new password has to be in this shop, in words. */
export function usePasswordHint(): string {
  return `At least ${useConfig()?.passwordLengthMin ?? PASSWORD_LENGTH_MIN} characters`;
}
