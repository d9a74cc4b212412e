// The rows that everybody gets alike (`ready` in the endpoint table), and the pages made of them: answered from
// bytes that are kept (`ready-store.ts`), by the first hook of a request where nothing has to be waited for.
import type { Endpoint } from '#contract/endpoint.ts';
import { isAdmitted } from '#domain/access.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../runtime/context.ts';
import { encodeReply } from './encode-reply.ts';
import { successBody } from './errors.ts';
import { throughReadings } from './gate.ts';
import { guardHeaders } from './guard-headers.ts';
import { isOfTwoHosts } from './guard-requests.ts';
import { isDraining } from './health.ts';
import { readyAnswer, sendReady, tagOf, type ReadyAnswer } from './ready-answer.ts';
import { openReadyStore, type Making, type ReadyStore } from './ready-store.ts';
import type { Route } from './handler.ts';

/**
 * What a look at the database tells: a text for what is shown of each pack type, one for what the shop says of itself, one
 * for the cards and their prices, and one for all that is shown.
 */
export type Shown = {
  ofPackType: (id: string) => string;
  ofShop: string;
  ofCards: string;
  ofAll: string;
};

/** What is kept of a row's answer. */
type ReadyRow = {
  /** The reply in its form on the wire. */
  data: unknown;
  /** What a look told of what it hangs on. */
  mark: string;
  answer: ReadyAnswer;
};

/** Whatever is kept has its bytes. */
type Kept = { answer: ReadyAnswer };

export type ReadyRows = {
  store: ReadyStore<Seen>;
  isReady: (row: Endpoint) => boolean;
  /** A row was served that changes something: who changed what is kept here sees it, as far as this process shows it. */
  noteServed: (row: Endpoint) => void;
  /** The answer to a request for a row, whatever else its address carries; null for what the row's form refuses. */
  answer: (row: Endpoint, raw: RawInput) => Promise<ReadyAnswer> | null;
  /** The reply of a row for a page, in its form on the wire, as it was at `notBefore` or later, and the tag that changes with it. */
  read: (
    row: Endpoint,
    input: Record<string, unknown>,
    notBefore: number,
  ) => Promise<{ data: unknown; tag: string }>;
};

type Seen = Shown & { turn: number };

/** Path and query as they were sent. */
type RawInput = { params: Record<string, unknown>; query: Record<string, unknown> };

/** What anybody changed is seen by everybody who asks so long after it (docs/product.md §3). */
export const READY_MS = 1_000;
/** What hangs on the time as well is read again after so long, while somebody asks. */
const LASTS_MS = 60_000;
const KEPT_MOST = 2_000;
/** While the database is away, the log says it that often. */
const TELL_EVERY_MS = 10_000;

const readyRowsByApp = new WeakMap<FastifyInstance, ReadyRows>();

/** The ready rows of an app whose routes were served with them. */
export function readyRowsOf(app: FastifyInstance): ReadyRows | undefined {
  return readyRowsByApp.get(app);
}

export function openReadyRows(
  app: FastifyInstance,
  context: Context,
  routes: Route[],
  { look, everyMs }: { look: () => Promise<Shown>; everyMs: number },
): ReadyRows {
  const headers = {
    ...guardHeaders(context.config.publicUrl),
    'content-type': 'application/json; charset=utf-8',
  };
  // By name: the pages' bundle has copies of the rows.
  const kept = routes.filter(({ row }) => row.ready !== undefined);
  const routeOf = new Map(kept.map((route) => [nameOf(route.row), route]));
  const subjects = new Set(kept.flatMap(({ row }) => row.reads ?? []));
  let [turn, toldAt] = [0, -Infinity];
  const store = openReadyStore<Seen>({
    everyMs,
    most: KEPT_MOST,
    look: async () => ({ ...(await look()), turn: (turn += 1) }),
    onFailure: (error) => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      context.log.warn({ err: error }, 'What was ready goes on being answered');
    },
  });

  function makingOf(
    { row, answer }: Route,
    input: Record<string, unknown>,
  ): Making<ReadyRow, Seen> {
    return {
      isPrompt: true,
      lastsMs: LASTS_MS,
      isStill: ({ mark }, { seen }) => mark === markOf(row, input, seen),
      make: async ({ seen }, before) => {
        const reply = await throughReadings(() =>
          answer(context as never, null as never, input as never),
        );
        const data = encodeReply(context, row, reply);
        const etag = tagOf(JSON.stringify(data));
        const mark = markOf(row, input, seen);
        if (before?.answer.etag === etag) return { ...before, mark };
        const body = successBody(data, context.now());
        return { data, mark, answer: await readyAnswer(body, etag, headers) };
      },
    };
  }

  const readyRows: ReadyRows = {
    store,
    isReady: (row) => routeOf.has(nameOf(row)),
    noteServed: ({ audience, changes = [] }) => {
      // Purchases of a drop use up what is seen at once; the operators' changes are few.
      if (changes.some((subject) => subjects.has(subject))) {
        store.noteChange(!isAdmitted('user', audience));
      }
    },
    answer: (row, raw) => {
      const input = inputOf(row, raw);
      if (input === null) return null;
      const making = makingOf(routeOf.get(nameOf(row))!, input);
      const address = addressOf(row, { ...raw.params, ...raw.query });
      return store.get(address, making).then(({ answer }) => answer);
    },
    read: async (asked, given, notBefore) => {
      const route = routeOf.get(nameOf(asked))!;
      const { row } = route;
      const input = inputOf(row, { params: given, query: given }) ?? given;
      const { data, answer } = await store.getCurrent(
        addressOf(row, given),
        makingOf(route, input),
        notBefore,
      );
      return { data, tag: answer.etag };
    },
  };
  readyRowsByApp.set(app, readyRows);
  answerFirst(app, store);
  return readyRows;
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Answers what is ready before any other hook. To be called before they are added. */
function answerFirst(app: FastifyInstance, store: ReadyStore<Seen>): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { method, url } = request.raw;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const kept = store.take(url!) as Kept | null;
    // Its own guard refuses it.
    if (kept === null || isOfTwoHosts(request.raw)) return next();
    sendReady(request, reply, kept.answer, isDraining(app));
  });
}

/** What a look tells of what a row's answer hangs on. */
function markOf(row: Endpoint, input: Record<string, unknown>, seen: Seen): string {
  switch (row.ready!) {
    case 'shop':
      return seen.ofShop;
    case 'pack type':
      return seen.ofPackType(String(input['id']));
    case 'catalogue':
      return seen.ofAll;
    case 'cards':
      return seen.ofCards;
    case 'sales':
      return String(seen.turn);
  }
}

/** The one address under which a row is kept: parameters in its path, then what its form knows of its query, in that order. */
function addressOf(row: Endpoint, input: Record<string, unknown>): string {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const names = Object.keys(row.query?.shape ?? {}).filter((name) => input[name] !== undefined);
  const query = names.map((name) => `${name}=${encodeURIComponent(String(input[name]))}`);
  return `/api${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** What the row's verb gets; null for what its form refuses. */
function inputOf(row: Endpoint, { params, query }: RawInput): Record<string, unknown> | null {
  const parts = [row.params?.safeParse(params), row.query?.safeParse(query)];
  if (parts.some((part) => part?.success === false)) return null;
  return Object.assign({}, ...parts.map((part) => part?.data ?? {})) as Record<string, unknown>;
}
