// Serves endpoints whose response is the same for every visitor (`cached` in the endpoint table)
// from the response cache. If the cache has a fresh response or page, the first hook of a request
// sends it before any other hook runs.
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../runtime/context.ts';
import {
  bytesOf,
  cachedResponse,
  sendCached,
  tagOf,
  type CachedResponse,
} from './cached-response.ts';
import { encodeReply } from './encode-reply.ts';
import { asPageError, successBody } from './errors.ts';
import { throughReadings } from './gate.ts';
import { FOR_ANY_ORIGIN, guardHeaders } from './guard-headers.ts';
import { isOfTwoHosts } from './guard-requests.ts';
import { isDraining } from './health.ts';
import { openResponseCache, type Build, type ResponseCache } from '#engine/response-cache.ts';
import { readAccessToken } from './tokens.ts';
import type { Route } from './handler.ts';

/** A cached value with a response. The cache counts the response's bytes. */
type WithResponse = { response: CachedResponse };

/** The cache's value for an endpoint. `data` is the reply in wire form. */
type CachedReply = WithResponse & { data: unknown };

/** The path parameters and query fields of a request, not yet decoded. */
type RawInput = { params: Record<string, unknown>; query: Record<string, unknown> };

export type CachedEndpoints = {
  cache: ResponseCache;
  isCached: (endpoint: Endpoint) => boolean;
  /** The response to a request for a cached endpoint. Null if the input is invalid. */
  respond: (endpoint: Endpoint, request: FastifyRequest) => Promise<CachedResponse | null>;
  /**
   * Returns what a page needs of an endpoint: the reply, its ETag, and the time at which the reply
   * was current, which is `newerThan` or later. Without `newerThan`, the reply may be as old as any
   * cached response.
   */
  read: (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    newerThan?: number,
  ) => Promise<PageReading>;
};

type PageReading = { data: unknown; tag: string; at: number };

/** Every visitor sees a change within one second (docs/product.md §3). */
export const CACHED_MS = 1_000;
const BYTES_MAX = 64 * 1024 * 1024;
const PREPARED = 'prepared';
/**
 * Requests that bypass the cache share rebuilds, so that they cause at most five rebuilds of an
 * entry per second.
 */
const PAST_CACHE_EVERY_MS = 200;
/** The shop logs stale responses at most once in this time. */
const LOG_EVERY_MS = 10_000;

const cachedEndpointsByApp = new WeakMap<FastifyInstance, CachedEndpoints>();

/**
 * The cached endpoints of an app. Undefined if `openCachedEndpoints` was not called for the app.
 */
export function cachedEndpointsOf(app: FastifyInstance): CachedEndpoints | undefined {
  return cachedEndpointsByApp.get(app);
}

/**
 * Opens the cache of an app. Call it before adding other hooks. `prepare` updates data that several
 * endpoints read, and runs before the endpoints are rebuilt.
 */
export function openCachedEndpoints(
  app: FastifyInstance,
  context: Context,
  routes: Route[],
  { prepare, ttlMs }: { prepare: () => Promise<void>; ttlMs: number },
): CachedEndpoints {
  const { config, log, now } = context;
  const headers = {
    ...guardHeaders(config.publicUrl),
    ...FOR_ANY_ORIGIN,
    'content-type': 'application/json; charset=utf-8',
  };
  // The keys are names, because the pages' bundle has its own copies of the endpoint objects.
  const routeOf = new Map(
    routes
      .filter(({ endpoint }) => endpoint.cached === true)
      .map((route) => [nameOf(route.endpoint), route]),
  );
  let loggedAt = -Infinity;
  const cache = openResponseCache({
    ttlMs,
    bytesMax: BYTES_MAX,
    bytesOf: (value) => (value === null ? 0 : bytesOf((value as WithResponse).response)),
    kindOf: (error) =>
      !(error instanceof Rejection) ? 'fault' : error.code === 'UNAVAILABLE' ? 'away' : 'answer',
    unavailable: () => new Rejection('UNAVAILABLE'),
    onStale: (err) => {
      if (performance.now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = performance.now();
      log.warn({ event: 'stale_responses', err }, 'Serving stale responses: cache refresh failed');
    },
  });

  const step = <Result>(work: () => Promise<Result>): Promise<Result> =>
    cache.step(async () => {
      try {
        return await work();
      } catch (error) {
        throw asPageError(error);
      }
    });

  const prepareOnce: Build<null> = async () => {
    const at = performance.now();
    await step(prepare);
    return { value: null, at };
  };

  const buildOf =
    ({ endpoint, answer }: Route, input: Record<string, unknown>): Build<CachedReply> =>
    async (asOf, last) => {
      const { at } = await cache.get(PREPARED, prepareOnce, asOf);
      const reply = await step(() =>
        throughReadings(() => answer(context as never, null as never, input as never)),
      );
      const data = encodeReply(context, endpoint, reply);
      const etag = tagOf(JSON.stringify(data));
      // The entry has expired, but its data has not changed (choice 831). So the entry keeps the
      // compressed response.
      if (last?.response.etag === etag) return { value: last, at };
      const response = await cachedResponse(successBody(data, now()), etag, headers);
      return { value: { data, response }, at };
    };

  const endpoints: CachedEndpoints = {
    cache,
    isCached: (endpoint) => routeOf.has(nameOf(endpoint)),
    respond: async (endpoint, request) => {
      const route = routeOf.get(nameOf(endpoint))!;
      const raw = { params: request.params, query: request.query } as RawInput;
      const input = inputOf(route.endpoint, raw);
      if (input === null) return null;
      const address = addressOf(route.endpoint, { ...raw.params, ...raw.query });
      const newerThan = asksPastCache(request.headers) ? await nextShared() : undefined;
      return (await cache.get(address, buildOf(route, input), newerThan)).value.response;
    },
    read: async (endpoint, given, newerThan) => {
      const route = routeOf.get(nameOf(endpoint))!;
      const input = inputOf(route.endpoint, { params: given, query: given }) ?? given;
      const address = addressOf(route.endpoint, given);
      const { value, at } = await cache.get(address, buildOf(route, input), newerThan);
      return { data: value.data, tag: value.response.etag, at };
    },
  };

  /**
   * Whether a request bypasses the cache. The browser of a signed-in user requests this after a
   * change by the user.
   */
  function asksPastCache(sent: IncomingHttpHeaders): boolean {
    if (!mayAskPastCache(sent)) return false;
    try {
      readAccessToken(sent.authorization!.replace(/^bearer /i, ''), config.authSecret, now());
      return true;
    } catch {
      return false;
    }
  }

  cachedEndpointsByApp.set(app, endpoints);
  sendCachedFirst(app, cache);
  return endpoints;
}

/** Waits until the next shared rebuild for requests that bypass the cache. Returns the time of that rebuild. */
async function nextShared(): Promise<number> {
  const at = Math.ceil(performance.now() / PAST_CACHE_EVERY_MS) * PAST_CACHE_EVERY_MS;
  while (performance.now() < at) await wait(at - performance.now());
  return at;
}

/** Whether these headers ask to bypass the cache. The token is not verified here. */
function mayAskPastCache({
  authorization,
  'cache-control': control,
}: IncomingHttpHeaders): boolean {
  return authorization !== undefined && control?.includes('no-cache') === true;
}

function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Sends fresh responses before any other hook runs. */
function sendCachedFirst(app: FastifyInstance, cache: ResponseCache): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { method, url, headers } = request.raw;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const cached = cache.peek(url!) as WithResponse | null;
    if (cached === null || mayAskPastCache(headers)) return next();
    // `refuseTwoHosts` will reject this request, because it names two hosts.
    if (isOfTwoHosts(request.raw)) return next();
    sendCached(request, reply, cached.response, isDraining(app));
  });
}

/**
 * The address under which a reply is cached. The address consists of the path with its parameters
 * and the known query fields in a fixed order.
 */
function addressOf(endpoint: Endpoint, input: Record<string, unknown>): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const names = Object.keys(endpoint.query?.shape ?? {}).filter(
    (name) => input[name] !== undefined,
  );
  const query = names.map((name) => `${name}=${encodeURIComponent(String(input[name]))}`);
  return `/api${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** The decoded input of an endpoint. Null if the input is invalid. */
function inputOf(endpoint: Endpoint, { params, query }: RawInput): Record<string, unknown> | null {
  const parts = [endpoint.params?.safeParse(params), endpoint.query?.safeParse(query)];
  if (parts.some((part) => part?.success === false)) return null;
  return Object.assign({}, ...parts.map((part) => part?.data ?? {})) as Record<string, unknown>;
}
