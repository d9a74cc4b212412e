// Doing something at the shop: one call for each press of a button, and afterwards everything that the row says it
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

/** A row at the press of a button: whether it is under way, and what came of it. */
export type Doing<Row extends Endpoint> = UseMutationResult<Reply<Row>, Error, Sent<Row>>;

/** Calls a row at the press of a button. */
export function useDo<Row extends Endpoint>(
  row: Row,
  { key, retry, ...options }: DoOptions<Sent<Row>, Reply<Row>> = {},
): Doing<Row> {
  const how = {
    ...(key === undefined ? {} : { key }),
    ...(retry === undefined ? {} : { retry }),
  };
  return useAct([row], (sent: Sent<Row>) => call(row, sent, how), options);
}

/** Does what takes more than one plain call; `rows` are those that it may call. */
export function useAct<Given, Got>(
  rows: readonly Endpoint[],
  act: (given: Given) => Promise<Got>,
  { scope, untilFresh, onlyIfDone, onSuccess, onError }: ActOptions<Given, Got> = {},
): UseMutationResult<Got, Error, Given> {
  const queries = useQueryClient();
  const changed = rows.flatMap(({ changes = [] }) => changes);
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

/** Whether it is an answer of one of these rows, kept for more than one visit of a page. */
function isOf(rows: readonly Endpoint[]) {
  const names = new Set<unknown>(rows.map(nameOf));
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
    /** The last answer of a row; undefined while there is none. */
    known: <Row extends Askable>(row: Row, input: Sent<Row>): Reply<Row> | undefined =>
      known(queries, row, input)?.answer,
    /** A new answer of a row. */
    ask: <Row extends Askable>(row: Row, input: Sent<Row>): Promise<Reply<Row>> =>
      queries.fetchQuery(question(row, input, {}, call)),
    /** Shows what another row has just answered. */
    note: <Row extends Askable>(row: Row, input: Sent<Row>, answer: Reply<Row>): void =>
      note(queries, row, input, answer),
    /** Refetches what tells of these subjects. */
    refresh: (subjects: readonly Subject[], options?: { orThrow?: boolean }): Promise<void> =>
      refresh(queries, subjects, options),
    /** Shows every answer of these rows changed, until it is fetched again. Returns a function to undo that. */
    change: async <Row extends Askable>(
      rows: readonly Row[],
      changed: (answer: Reply<Row>) => Reply<Row>,
    ): Promise<() => void> => {
      const theirs = { predicate: isOf(rows) };
      await queries.cancelQueries(theirs);
      const before = queries.getQueriesData<Reply<Row>>(theirs);
      queries.setQueriesData<Reply<Row>>(theirs, (answer) => answer && changed(answer));
      return () => putBack(queries, before);
    },
  };
}
