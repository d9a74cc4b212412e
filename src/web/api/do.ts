// Actions at the shop: one call for each press of a button. Afterwards everything that the endpoint declares as
// changed is refetched. Also has what components need that show more than the result.
import type { Endpoint, Reply, Sent, Subject } from '#contract/endpoint.ts';
import {
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { known, nameOf, note, question, refresh, type Askable } from './ask.ts';
import { call } from './call.ts';

export type ActOptions<Given, Got> = {
  /** Actions with the same scope run one after another. */
  scope?: string;
  /** The action counts as finished only after the changed data has been refetched. */
  untilFresh?: true;
  /**
   * Refetch only after success, because a refusal brings no news. If omitted, the data is refetched in any case:
   * another user may have been faster.
   */
  onlyIfDone?: true;
  /**
   * Runs even if the button is gone by then, for example after a refetched list has dropped the finished item.
   * Callbacks that matter only while the component is mounted are passed with the call (`mutate`).
   */
  onSuccess?: (got: Got, given: Given) => void;
  /** Runs under the same conditions. */
  onError?: (error: Error) => void;
};

export type DoOptions<Given, Got> = ActOptions<Given, Got> & {
  /** One Idempotency-Key for all presses: a press after a failure does not act a second time. */
  key?: string;
  /** False: the user wants to see a failure at once. */
  retry?: false;
};

/** An endpoint that a button calls: whether the call is pending, and its result. */
export type Doing<One extends Endpoint> = UseMutationResult<Reply<One>, Error, Sent<One>>;

/** Calls an endpoint when the user presses a button. */
export function useDo<One extends Endpoint>(
  endpoint: One,
  { key, retry, ...options }: DoOptions<Sent<One>, Reply<One>> = {},
): Doing<One> {
  const how = {
    ...(key === undefined ? {} : { key }),
    ...(retry === undefined ? {} : { retry }),
  };
  return useAct([endpoint], (sent: Sent<One>) => call(endpoint, sent, how), options);
}

/** An action that needs more than one plain call; `endpoints` are the ones that it may call. */
export function useAct<Given, Got>(
  endpoints: readonly Endpoint[],
  act: (given: Given) => Promise<Got>,
  { scope, untilFresh, onlyIfDone, onSuccess, onError }: ActOptions<Given, Got> = {},
): UseMutationResult<Got, Error, Given> {
  const queries = useQueryClient();
  const changed = endpoints.flatMap(({ changes = [] }) => changes);
  const refreshed = () => refresh(queries, changed);
  return useMutation<Got, Error, Given>({
    mutationFn: act,
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    onSuccess: async (got, given) => {
      // Values that `onSuccess` stores are newer than the refetched ones, so it runs after the refetch has started.
      const refreshing = refreshed();
      onSuccess?.(got, given);
      if (untilFresh === true) await refreshing;
    },
    onError: (error) => {
      if (onlyIfDone !== true) void refreshed();
      onError?.(error);
    },
  });
}

/** Whether a query is of one of these endpoints, and cached for longer than one visit of a page. */
function isOf(endpoints: readonly Endpoint[]) {
  const names = new Set<unknown>(endpoints.map(nameOf));
  return ({ queryKey }: Query): boolean => queryKey.length === 2 && names.has(queryKey[0]);
}

/**
 * Restores earlier responses, but only those that are still cached: a logout in the meantime has removed the others.
 */
export function putBack<Answer>(
  queries: QueryClient,
  before: [QueryKey, Answer | undefined][],
): void {
  for (const [queryKey, answer] of before) {
    const kept = queries.getQueryCache().find<Answer>({ queryKey, exact: true });
    if (answer !== undefined) kept?.setData(answer);
  }
}

/** Access to the cached responses, for a hook that does more than query and act. */
export function useAnswers() {
  const queries = useQueryClient();
  return {
    /** The last response of an endpoint; undefined while there is none. */
    known: <One extends Askable>(endpoint: One, input: Sent<One>): Reply<One> | undefined =>
      known(queries, endpoint, input)?.answer,
    /** Fetches a response from an endpoint. */
    ask: <One extends Askable>(endpoint: One, input: Sent<One>): Promise<Reply<One>> =>
      queries.fetchQuery(question(endpoint, input, {}, call)),
    /** Stores a response that another endpoint has just returned. */
    note: <One extends Askable>(endpoint: One, input: Sent<One>, answer: Reply<One>): void =>
      note(queries, endpoint, input, answer),
    /** Refetches the responses about these subjects. */
    refresh: (subjects: readonly Subject[], options?: { orThrow?: boolean }): Promise<void> =>
      refresh(queries, subjects, options),
    /** Changes every cached response of these endpoints until they are refetched. Returns a function that undoes it. */
    change: async <One extends Askable>(
      endpoints: readonly One[],
      changed: (answer: Reply<One>) => Reply<One>,
    ): Promise<() => void> => {
      const theirs = { predicate: isOf(endpoints) };
      await queries.cancelQueries(theirs);
      const before = queries.getQueriesData<Reply<One>>(theirs);
      queries.setQueriesData<Reply<One>>(theirs, (answer) => answer && changed(answer));
      return () => putBack(queries, before);
    },
  };
}
