// Queries to the shop. A component names only an endpoint and its input. The endpoint determines the cache key, whether
// the response is personal, and which changes cause a refetch. Only this file, `ask-once.ts`, `do.ts` and
// `forbidden.ts` access the query cache.
import type { Endpoint, Reply, Sent, Subject } from '#contract/endpoint.ts';
import {
  keepPreviousData,
  useQuery,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, type Call } from './call.ts';
import { loadCode } from './load-code.ts';

/** An endpoint that lists the subjects of its response. A change of one of these refetches the response. */
export type Askable = Endpoint & { reads: readonly Subject[] };

/** The attributes of an endpoint that the cache needs. */
type Title = Pick<Askable, 'method' | 'path' | 'audience' | 'knowsCaller' | 'reads' | 'changes'>;

/** An endpoint whose contract file is not part of the first page. The first query of the endpoint loads the file. */
export type LateRow<Row extends Askable> = Title & { load: () => Promise<Row> };

/**
 * Declares an endpoint whose contract file must not delay the first page. `title` repeats the attributes that are
 * needed before the file is loaded. A `title` that contradicts the endpoint does not compile.
 */
export function lateRow<Row extends Askable & { changes?: never }>(
  title: NoInfer<
    Pick<Row, 'method' | 'path' | 'audience' | 'reads' | Extract<keyof Row, 'knowsCaller'>>
  >,
  load: () => Promise<Row>,
): LateRow<Row> {
  return { ...title, load };
}

export type Asked<Row extends Askable> = Row | LateRow<Row>;

export type AskOptions<Got, Result = Got> = Pick<
  UseQueryOptions<Got, Error, Result>,
  | 'staleTime'
  | 'gcTime'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'refetchOnReconnect'
  | 'initialData'
  | 'select'
> & {
  enabled?: boolean;
  /** If set, the response to the previous input is shown until the new response arrives. */
  keepsPrevious?: true;
  /** The number of retries after a failure. If set, the request client does no retries of its own. */
  retries?: number;
  /** Receives the pending response, and may supply a substitute if no response arrives. */
  orElse?: (loading: Promise<Got>) => Promise<Got>;
};

/**
 * The data about the endpoint that the cache stores with each response. `isWork`: only operators get the response.
 */
type Meta = Pick<Title, 'reads' | 'changes'> & { isPersonal: boolean; isWork: boolean };

/** Returns the name of an endpoint in cache keys. Each response is cached under this name and the input. */
export function nameOf({ method, path }: Pick<Title, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function keyOf(asked: Title, input: unknown): [string, unknown] {
  return [nameOf(asked), input];
}

function metaOf({ audience, knowsCaller = false, reads, changes }: Title): Meta {
  const isWork = audience !== 'anyone' && audience !== 'user';
  return { reads, changes, isPersonal: audience !== 'anyone' || knowsCaller, isWork };
}

function metaIn({ meta }: Query): Meta | undefined {
  return meta as Meta | undefined;
}

/** Refetches all cached responses about `subjects`, except responses for which `spared` returns true. */
export function refresh(
  queries: QueryClient,
  subjects: readonly Subject[],
  { orThrow = false, spared }: { orThrow?: boolean; spared?: (meta: Meta) => boolean } = {},
): Promise<void> {
  const predicate = (query: Query): boolean => {
    const meta = metaIn(query);
    if (meta === undefined || spared?.(meta) === true) return false;
    return meta.reads.some((subject) => subjects.includes(subject));
  };
  // A response in transit may be older than the change, so its request is cancelled. Inactive queries are then
  // restarted here, because `invalidateQueries` below refetches only active ones.
  for (const query of queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true });
    if (query.isActive()) continue;
    void queries.prefetchQuery({ ...query.options, queryKey: query.queryKey, staleTime: 0 });
  }
  return queries.invalidateQueries({ predicate }, { throwOnError: orThrow });
}

type Asking = { signal: AbortSignal; client: QueryClient; queryKey: QueryKey };

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Returns the query options for an endpoint and its input. `by` sends the request. */
export function question<Row extends Askable, Result = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  { keepsPrevious, retries, orElse, ...options }: AskOptions<Reply<Row>, Result>,
  by: Call,
) {
  const ask = async ({ signal, client, queryKey }: Asking): Promise<Reply<Row>> => {
    const row = 'load' in asked ? await loadCode(asked.load()) : asked;
    const reply = await by(row, input!, { signal, retry: retries === undefined });
    // A query may change data too: a query for a payment can confirm the payment. Such a change does not refetch other
    // queries that change data, because they would trigger each other forever.
    if (row.changes !== undefined && !isSame(client.getQueryData(queryKey), reply)) {
      void refresh(client, row.changes, { spared: ({ changes }) => changes !== undefined });
    }
    return reply;
  };
  return {
    ...options,
    queryKey: keyOf(asked, input) as readonly unknown[],
    queryFn: (asking: Asking) => orElse?.(ask(asking)) ?? ask(asking),
    meta: metaOf(asked),
    enabled: input !== null && options.enabled !== false,
    // On the server a query is never retried, because rendering must not wait.
    retry: import.meta.env.SSR ? false : (retries ?? false),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  };
}

/** Returns the response of an endpoint, for a component. If `input` is null, no request is sent yet. */
export function useAsk<Row extends Askable, Result = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  options: AskOptions<Reply<Row>, Result> = {},
): UseQueryResult<Result> {
  return useQuery(question(asked, input, options, call));
}

/** What loading data before a page is rendered needs: the cache to fill, and the function that calls endpoints. */
export type Asker = { queryClient: QueryClient; call: Call };

/**
 * Prefetches the data of a page. The server waits for the data, the browser does not. Errors are not thrown, because
 * the page shows them.
 */
export async function prepare<Row extends Askable>(
  { queryClient, call: by }: Asker,
  asked: Asked<Row>,
  input: Sent<Row>,
  options: AskOptions<Reply<Row>> = {},
): Promise<void> {
  const loading = queryClient.prefetchQuery(question(asked, input, options, by));
  if (import.meta.env.SSR) await loading;
}

/**
 * If a response is cached, returns it at once, and refetches it in the background if it is stale. If none is cached,
 * waits for a new response and may throw.
 */
export function ensure<Row extends Askable>(
  { queryClient, call: by }: Asker,
  asked: Asked<Row>,
  input: Sent<Row>,
  options: AskOptions<Reply<Row>> = {},
): Promise<Reply<Row>> {
  const asking = question(asked, input, options, by);
  return queryClient.ensureQueryData({ ...asking, revalidateIfStale: true });
}

/** Returns the last response and its time of arrival in epoch milliseconds. Null if none has arrived yet. */
export function known<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
): { reply: Reply<Row>; at: number } | null {
  const state = queries.getQueryState<Reply<Row>>(keyOf(asked, input));
  return state?.data === undefined ? null : { reply: state.data, at: state.dataUpdatedAt };
}

/** Caches a response that arrived through another call. `at`: its time of arrival in epoch milliseconds. */
export function note<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
  reply: Reply<Row>,
  at = Date.now(),
): void {
  const queryKey = keyOf(asked, input);
  const meta = metaOf(asked);
  // Creates the cache entry with its metadata first, because `setQueryData` alone would create an entry without
  // metadata.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions({ queryKey, meta }));
  queries.setQueryData(queryKey, reply, { updatedAt: at });
}

/** Calls `listener` whenever a response has arrived from the shop. */
export function onReply(queries: QueryClient, listener: () => void): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.action.manual !== true) listener();
  });
}

/** Removes what only operators see, because the user's rights have changed. */
export function forgetWork(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => metaIn(query)?.isWork === true });
}

/** Removes personal data, so that the next user of this browser can't see it. */
export function forgetPerson(queries: QueryClient): void {
  queries.removeQueries({
    predicate: (query) => metaIn(query)?.isPersonal === true,
  });
}
