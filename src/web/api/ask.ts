// Asking the shop: a row of the endpoint table and what is sent with it are all that a component says. What an answer
// is kept under, whose it is and when it is fetched again follow from the row. Here, in `ask-once.ts` and in `do.ts`
// the cache is known; nobody else names what is in it.
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

/** A row that says what its answer tells of. */
export type Askable = Endpoint & { reads: readonly Subject[] };

/** What must be known of a row to ask it. */
type Title = Pick<Askable, 'method' | 'path' | 'audience' | 'knowsCaller' | 'reads' | 'changes'>;

/** A row that is not part of the first page, and comes when it is asked. */
export type LateRow<Row extends Askable> = Title & { load: () => Promise<Row> };

/**
 * A row whose contract file the first page must not wait for; `title` says of it what is needed before, and does not
 * compile when it says anything else than the row.
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
  /** Until the answer is here, that to the input before it is shown. */
  keepsPrevious?: true;
  /** So many tries more after a failure, in place of the request client's own. */
  retries?: number;
  /** What there is in place of an answer that does not come. */
  orElse?: (loading: Promise<Got>) => Promise<Got>;
};

/** What the cache knows of an answer. */
type Meta = Pick<Title, 'reads' | 'changes'> & { isPersonal: boolean };

/** What tells a row from every other; an answer is kept under it and what was sent. */
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

/** Refetches what tells of these subjects, but for what is `spared`. */
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
  // An answer on its way may be older than the change. Without one before it, nothing below would ask again.
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

/** A row, what is sent, and how long an answer is good for, in the words of the cache. */
export function question<Row extends Askable, Answer = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  { keepsPrevious, retries, orElse, ...options }: AskOptions<Reply<Row>, Answer>,
  by: Call,
) {
  const ask = async ({ signal, client, queryKey }: Asking): Promise<Reply<Row>> => {
    const row = 'load' in asked ? await loadCode(asked.load()) : asked;
    const answer = await by(row, input!, { signal, retry: retries === undefined });
    // Asking for a payment settles it. Questions that do such a thing don't set each other off.
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
    // A page that is rendered on the server does not wait for second tries.
    retry: import.meta.env.SSR ? false : (retries ?? false),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  };
}

/** The answer of a row, for a component. `input` null: there is nothing to ask yet. */
export function useAsk<Row extends Askable, Answer = Reply<Row>>(
  asked: Asked<Row>,
  input: Sent<Row> | null,
  options: AskOptions<Reply<Row>, Answer> = {},
): UseQueryResult<Answer> {
  return useQuery(question(asked, input, options, call));
}

/** Who asks before a page is drawn: the cache to fill, and how a row is called there. */
export type Asker = { queryClient: QueryClient; call: Call };

/** Asks ahead for what a page will show. The server waits for it, the browser does not; a failure is the page's to show. */
export async function prepare<Row extends Askable>(
  { queryClient, call: by }: Asker,
  asked: Asked<Row>,
  input: Sent<Row>,
  options: AskOptions<Reply<Row>> = {},
): Promise<void> {
  const loading = queryClient.prefetchQuery(question(asked, input, options, by));
  if (import.meta.env.SSR) await loading;
}

/** The answer that is known, which is asked for again where it is old; otherwise it is waited for, and may throw. */
export function ensure<Row extends Askable>(
  { queryClient, call: by }: Asker,
  asked: Asked<Row>,
  input: Sent<Row>,
  options: AskOptions<Reply<Row>> = {},
): Promise<Reply<Row>> {
  const asking = question(asked, input, options, by);
  return queryClient.ensureQueryData({ ...asking, revalidateIfStale: true });
}

/** The last answer, and when it came (epoch milliseconds); null while there is none. */
export function known<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
): { answer: Reply<Row>; at: number } | null {
  const state = queries.getQueryState<Reply<Row>>(keyOf(asked, input));
  return state?.data === undefined ? null : { answer: state.data, at: state.dataUpdatedAt };
}

/** Keeps an answer that came another way, as old as `at` (epoch milliseconds) says. */
export function note<Row extends Askable>(
  queries: QueryClient,
  asked: Asked<Row>,
  input: Sent<Row>,
  answer: Reply<Row>,
  at = Date.now(),
): void {
  const queryKey = keyOf(asked, input);
  const meta = metaOf(asked);
  // What is in the cache without having been asked for knows nothing of its row by itself.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions({ queryKey, meta }));
  queries.setQueryData(queryKey, answer, { updatedAt: at });
}

/** Calls back whenever the shop has answered something. */
export function whenAnswered(queries: QueryClient, listener: () => void): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.action.manual !== true) listener();
  });
}

/** What one person was shown is nothing for the next. */
export function forgetPerson(queries: QueryClient): void {
  queries.removeQueries({
    predicate: (query) => metaIn(query)?.isPersonal === true,
  });
}
