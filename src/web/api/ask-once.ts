// A query that runs once per visit of a page and is not refetched during it, because the visitor's actions there
// change the result. No other page shares it.
import type { Reply, Sent } from '#contract/endpoint.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { question, type Askable, type AskOptions } from './ask.ts';
import { call } from './call.ts';

/** The response of an endpoint, for one visit. `input` null: no request. */
export function useAskOnce<Row extends Askable>(
  row: Row,
  input: Sent<Row> | null,
  {
    keepsPrevious,
    ...options
  }: Pick<AskOptions<Reply<Row>>, 'refetchOnReconnect' | 'keepsPrevious'> = {},
): UseQueryResult<Reply<Row>> {
  const { queryKey, meta, ...asking } = question(
    row,
    input,
    { ...(keepsPrevious && { keepsPrevious }) },
    call,
  );
  return useQuery<Reply<Row>>({
    ...asking,
    queryKey: [...queryKey, 'once'],
    meta: { ...meta, reads: [] },
    enabled: input !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // Refetch only if the response never arrived.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    ...options,
  });
}
