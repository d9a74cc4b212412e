// Actions at the shop: one call for each press of a button. After the call, all data that the endpoint declares as
// changed is refetched. This file also gives components access to the cached responses.
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
  /** If set, the action counts as finished only after the changed data has been refetched. */
  untilFresh?: true;
  /**
   * If set, data is refetched only after success. By default, data is also refetched after a refusal, because the
   * refusal may mean that another user has just changed the data.
   */
  onlyIfDone?: true;
  /**
   * Runs even if the button has disappeared, for example because the item is no longer in the refetched list. If a
   * callback needs the mounted component, pass the callback to `mutate` instead.
   */
  onSuccess?: (got: Got, given: Given) => void;
  /** Runs after a failure, even if the button has disappeared. */
  onError?: (error: Error) => void;
};

export type DoOptions<Given, Got> = ActOptions<Given, Got> & {
  /** One Idempotency-Key for all presses. If a failed call did succeed at the shop, a press does not repeat it. */
  key?: string;
  /** If false, a failed call is not retried, because the user should see the failure at once. */
  retry?: false;
};

/** The state of a call that a button triggers: whether it is pending, and its result. */
export type Doing<One extends Endpoint> = UseMutationResult<Reply<One>, Error, Sent<One>>;

/** Returns a function that calls an endpoint. It is meant for the press of a button. */
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
      // The refetch marks cached responses as outdated when it starts. `onSuccess` runs afterwards, so a response that
      // `onSuccess` stores counts as fresh.
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
 * Restores earlier responses. Skips a response that is no longer cached: a logout has removed it, and the next user
 * must not see it.
 */
export function putBack<Shown>(
  queries: QueryClient,
  before: [QueryKey, Shown | undefined][],
): void {
  for (const [queryKey, data] of before) {
    const cached = queries.getQueryCache().find<Shown>({ queryKey, exact: true });
    if (data !== undefined) cached?.setData(data);
  }
}

/** Gives access to the cached responses, for a hook that does more than one query or action. */
export function useResponses() {
  const queries = useQueryClient();
  return {
    /** Returns the last response of an endpoint; undefined if no response has arrived yet. */
    known: <One extends Askable>(endpoint: One, input: Sent<One>): Reply<One> | undefined =>
      known(queries, endpoint, input)?.reply,
    /** Fetches the response of an endpoint. */
    ask: <One extends Askable>(endpoint: One, input: Sent<One>): Promise<Reply<One>> =>
      queries.fetchQuery(question(endpoint, input, {}, call)),
    /** Caches a response for this endpoint that another endpoint has returned. */
    note: <One extends Askable>(endpoint: One, input: Sent<One>, reply: Reply<One>): void =>
      note(queries, endpoint, input, reply),
    /** Refetches all cached responses about these subjects. */
    refresh: (subjects: readonly Subject[], options?: { orThrow?: boolean }): Promise<void> =>
      refresh(queries, subjects, options),
    /**
     * Changes every cached response of these endpoints until the next refetch. Returns a function that reverts the
     * change.
     */
    change: async <One extends Askable>(
      endpoints: readonly One[],
      changed: (reply: Reply<One>) => Reply<One>,
    ): Promise<() => void> => {
      const theirs = { predicate: isOf(endpoints) };
      await queries.cancelQueries(theirs);
      const before = queries.getQueriesData<Reply<One>>(theirs);
      queries.setQueriesData<Reply<One>>(theirs, (reply) => reply && changed(reply));
      return () => putBack(queries, before);
    },
  };
}
