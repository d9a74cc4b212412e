// Queries to the shop: a component names only an endpoint and its input. The cache key, the owner of a response and
// the time of its refetch follow from the endpoint. Only this file, `ask-once.ts` and `do.ts` access the cache; no
// other file names its entries.
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

/** An endpoint that declares the subjects of its response. */
export type Askable = Endpoint & { reads: readonly Subject[] };

/** The attributes of an endpoint that a query needs. */
type Title = Pick<Askable, 'method' | 'path' | 'audience' | 'knowsCaller' | 'reads' | 'changes'>;

/** An endpoint that is not part of the first page. It is loaded with its first query. */
export type LateRow<Row extends Askable> = Title & { load: () => Promise<Row> };

/**
 * An endpoint whose contract file must not delay the first page. `title` repeats the attributes that are needed before
 * the file is loaded; it does not compile if it contradicts the endpoint.
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

export type AskOptions<Got, Answer = Got> = Pick<
  UseQueryOptions<Got, Error, Answer>,
  | 'staleTime'
  | 'gcTime'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'refetchOnReconnect'
  | 'initialData'
  | 'select'
> & {
  enabled?: boolean;
  /** Until the response arrives, show the response to the previous input. */
  keepsPrevious?: true;
  /** The number of retries after a failure, instead of the request client's own. */
  retries?: number;
  /** Supplies a substitute if the response does not arrive. */
  orElse?: (loading: Promise<Got>) => Promise<Got>;
};

/** What the cache knows about a response. */
type Meta = Pick<Title, 'reads' | 'changes'> & { isPersonal: boolean };

/** Identifies an endpoint. A response is cached under this name and its input. */
export function nameOf({ method, path }: Pick<Title, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function keyOf(asked: Title, input: unknown): [string, unknown] {
  return [nameOf(asked), input];
}

function metaOf({ audience, knowsCaller = false, reads, changes }: Title): Meta {
  return { reads, changes, isPersonal: audience !== 'anyone' || knowsCaller };
}

function metaIn({ meta }: Query): Meta | undefined {
  return meta as Meta | undefined;
}

/** Refetches the responses about these subjects, except the `spared` ones. */
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
  // A response in transit may be older than the change, so its request is cancelled. A query without an earlier
  // response would not be refetched by the code below.
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

/** The query options for an endpoint, its input, and how long the response stays fresh. */
export function question<Row extends Askable, Answer = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  { keepsPrevious, retries, orElse, ...options }: AskOptions<Reply<Row>, Answer>,
  by: Call,
) {
  const ask = async ({ signal, client, queryKey }: Asking): Promise<Reply<Row>> => {
    const row = 'load' in asked ? await loadCode(asked.load()) : asked;
    const answer = await by(row, input!, { signal, retry: retries === undefined });
    // Asking for a payment can confirm it. Queries with such effects don't trigger each other.
    if (row.changes !== undefined && !isSame(client.getQueryData(queryKey), answer)) {
      void refresh(client, row.changes, { spared: ({ changes }) => changes !== undefined });
    }
    return answer;
  };
  return {
    ...options,
    queryKey: keyOf(asked, input) as readonly unknown[],
    queryFn: (asking: Asking) => orElse?.(ask(asking)) ?? ask(asking),
    meta: metaOf(asked),
    enabled: input !== null && options.enabled !== false,
    // Server rendering does not wait for retries.
    retry: import.meta.env.SSR ? false : (retries ?? false),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  };
}

/** The response of an endpoint, for a component. `input` null: no request yet. */
export function useAsk<Row extends Askable, Answer = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  options: AskOptions<Reply<Row>, Answer> = {},
): UseQueryResult<Answer> {
  return useQuery(question(asked, input, options, call));
}

/**
 * The context of a query before the page is rendered: the cache to fill, and the function that calls an endpoint
 * there.
 */
export type Asker = { queryClient: QueryClient; call: Call };

/** Prefetches the data of a page. The server waits for it, the browser does not. The page shows a failure. */
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
 * Returns the cached response, and refetches it in the background if it is stale. Without a cached response it waits
 * for one, and may throw.
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

/** The last response, and its time of arrival (epoch milliseconds); null while there is none. */
export function known<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
): { answer: Reply<Row>; at: number } | null {
  const state = queries.getQueryState<Reply<Row>>(keyOf(asked, input));
  return state?.data === undefined ? null : { answer: state.data, at: state.dataUpdatedAt };
}

/** Stores a response that arrived another way; `at` (epoch milliseconds) is its time. */
export function note<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
  answer: Reply<Row>,
  at = Date.now(),
): void {
  const queryKey = keyOf(asked, input);
  const meta = metaOf(asked);
  // A cache entry that no query created has no metadata about its endpoint.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions({ queryKey, meta }));
  queries.setQueryData(queryKey, answer, { updatedAt: at });
}

/** Calls back whenever a response has arrived from the shop. */
export function whenAnswered(queries: QueryClient, listener: () => void): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.action.manual !== true) listener();
  });
}

/** Removes personal data: the next user must not see what the previous one was shown. */
export function forgetPerson(queries: QueryClient): void {
  queries.removeQueries({
    predicate: (query) => metaIn(query)?.isPersonal === true,
  });
}
