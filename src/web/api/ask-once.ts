// What is asked once for each visit of a page, and left alone during it: what the visitor does there changes the
// answer. It is shared with no other page.
import type { Reply, Sent } from '#contract/endpoint.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { question, type Askable, type AskOptions } from './ask.ts';
import { call } from './call.ts';

/** The answer of a row, for one visit. `input` null: there is nothing to ask. */
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
    // Unless it never came.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    ...options,
  });
}
