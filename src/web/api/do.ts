// Doing something at the shop: one call for each press of a button, and afterwards everything that the endpoint says it
// changes is fetched again. With what it takes where more is to be shown than that.
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
  /** Presses with one name wait for each other. */
  scope?: string;
  /** It is done once what it changed has been fetched again. */
  untilFresh?: true;
  /** A refusal says nothing new. Left out, what it might have changed is asked for in any case: somebody else may have been faster. */
  onlyIfDone?: true;
  /**
   * Also when what was pressed is gone by then, as a list that looks again takes away what an act has settled. What only
   * matters to who is still there goes with the call (`mutate`).
   */
  onSuccess?: (got: Got, given: Given) => void;
  /** Likewise. */
  onError?: (error: Error) => void;
};

export type DoOptions<Given, Got> = ActOptions<Given, Got> & {
  /** One Idempotency-Key for all presses: pressing again after a failure does it no second time. */
  key?: string;
  /** False: whoever presses wants to know of a failure at once. */
  retry?: false;
};

/** An endpoint at the press of a button: whether it is under way, and what came of it. */
export type Doing<One extends Endpoint> = UseMutationResult<Reply<One>, Error, Sent<One>>;

/** Calls an endpoint at the press of a button. */
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

/** Does what takes more than one plain call; `endpoints` are those that it may call. */
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
      // What `onSuccess` notes is newer than what is fetched again: it comes after.
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

/** Whether it is an answer of one of these endpoints, kept for more than one visit of a page. */
function isOf(endpoints: readonly Endpoint[]) {
  const names = new Set<unknown>(endpoints.map(nameOf));
  return ({ queryKey }: Query): boolean => queryKey.length === 2 && names.has(queryKey[0]);
}

/** Shows answers as they were; only those that are still kept: who signed out meanwhile left nothing behind. */
export function putBack<Answer>(
  queries: QueryClient,
  before: [QueryKey, Answer | undefined][],
): void {
  for (const [queryKey, answer] of before) {
    const kept = queries.getQueryCache().find<Answer>({ queryKey, exact: true });
    if (answer !== undefined) kept?.setData(answer);
  }
}

/** What is known of the shop, for a hook that does more than ask and do. */
export function useAnswers() {
  const queries = useQueryClient();
  return {
    /** The last answer of an endpoint; undefined while there is none. */
    known: <One extends Askable>(endpoint: One, input: Sent<One>): Reply<One> | undefined =>
      known(queries, endpoint, input)?.answer,
    /** A new answer of an endpoint. */
    ask: <One extends Askable>(endpoint: One, input: Sent<One>): Promise<Reply<One>> =>
      queries.fetchQuery(question(endpoint, input, {}, call)),
    /** Shows what another endpoint has just answered. */
    note: <One extends Askable>(endpoint: One, input: Sent<One>, answer: Reply<One>): void =>
      note(queries, endpoint, input, answer),
    /** Refetches what tells of these subjects. */
    refresh: (subjects: readonly Subject[], options?: { orThrow?: boolean }): Promise<void> =>
      refresh(queries, subjects, options),
    /** Shows every answer of these endpoints changed, until it is fetched again. Returns a function to undo that. */
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
