// Actions at the shop: one call for each press of a button. After the call, all data that the endpoint declares as
// changed is refetched. Also gives components access to the cached responses.
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
  /** Finish the action only after the changed data has been refetched. */
  untilFresh?: true;
  /**
   * Refetch only after success. By default, a refused action also refetches the data, because the refusal may mean that
   * another user has just changed it.
   */
  onlyIfDone?: true;
  /**
   * Runs even if the button has disappeared by then, for example because the refetched list no longer has the item. A
   * callback that needs the mounted component goes into `mutate` instead.
   */
  onSuccess?: (got: Got, given: Given) => void;
  /** Runs after a failure, even if the button has disappeared by then. */
  onError?: (error: Error) => void;
};

export type DoOptions<Given, Got> = ActOptions<Given, Got> & {
  /** One Idempotency-Key for all presses, so that a press after a failure does not act a second time. */
  key?: string;
  /** False: don't retry, because the user wants to see a failure at once. */
  retry?: false;
};

/** The state of a call that a button triggers: whether it is pending, and its result. */
export type Doing<One extends Endpoint> = UseMutationResult<Reply<One>, Error, Sent<One>>;

/** Returns a function that calls an endpoint, for the press of a button. */
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

/**
 * Like `useDo`, for an action that is more than one plain call. `endpoints` lists every endpoint that `act` may call.
 */
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
      // Starting the refetch marks cached responses as outdated. `onSuccess` runs afterwards, so that a response that it
      // stores counts as fresh.
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

/**
 * Returns a predicate that is true for queries of these endpoints, except queries that are cached only for one visit.
 */
function isOf(endpoints: readonly Endpoint[]) {
  const names = new Set<unknown>(endpoints.map(nameOf));
  return ({ queryKey }: Query): boolean => queryKey.length === 2 && names.has(queryKey[0]);
}

/**
 * Restores earlier responses. Skips responses that are no longer cached: a logout has removed them, and the next user
 * must not see them.
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

/** Access to the cached responses, for a hook that does more than one query or action. */
export function useAnswers() {
  const queries = useQueryClient();
  return {
    /** Returns the last response of an endpoint; undefined if there is none yet. */
    known: <One extends Askable>(endpoint: One, input: Sent<One>): Reply<One> | undefined =>
      known(queries, endpoint, input)?.answer,
    /** Fetches the response of an endpoint. */
    ask: <One extends Askable>(endpoint: One, input: Sent<One>): Promise<Reply<One>> =>
      queries.fetchQuery(question(endpoint, input, {}, call)),
    /** Stores a response for this endpoint, after another endpoint has returned it. */
    note: <One extends Askable>(endpoint: One, input: Sent<One>, answer: Reply<One>): void =>
      note(queries, endpoint, input, answer),
    /** Refetches all cached responses about these subjects. */
    refresh: (subjects: readonly Subject[], options?: { orThrow?: boolean }): Promise<void> =>
      refresh(queries, subjects, options),
    /**
     * Changes every cached response of these endpoints until the next refetch. Returns a function that undoes the
     * change.
     */
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
