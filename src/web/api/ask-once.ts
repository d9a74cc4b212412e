// A query that runs once per visit of a page. During the visit it is not refetched, because the visitor's own actions
// would change its result. Its result is not shared with other pages.
import type { Reply, Sent } from '#contract/endpoint.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { question, type Askable, type AskOptions } from './ask.ts';
import { call } from './call.ts';

/** Returns the response of an endpoint for one visit. If `input` is null, no request is sent. */
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
    // After a reconnect, refetch only if no response has arrived yet.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    ...options,
  });
}
