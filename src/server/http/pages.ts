// Serves the web app. Built files are sent as they are. For every other address, the web bundle
// renders a page. The server loads the bundle by its path, because server and web share no code but
// the contract.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { asPageError, RETRY_AFTER_S } from './errors.ts';
import { makeGate } from './gate.ts';
import { contentPolicy, guardHeaders } from './guard-headers.ts';
import { isDraining } from './health.ts';
import { cachedEndpointsOf, type CachedEndpoints } from './cached-endpoints.ts';
import { cachedResponse, sendCached, tagOf, type CachedResponse } from './cached-response.ts';
import { NotCached, type Build } from '#engine/response-cache.ts';
import { sendCompressed } from './send-compressed.ts';

/** The render function of the built bundle. It renders one page from the replies of the shop's endpoints. */
export type RenderPage = (
  request: Request,
  options: {
    nonce: string;
    builtFiles: unknown;
    call: (endpoint: Endpoint, input: unknown) => Promise<unknown>;
  },
) => Promise<Response>;

type Bundle = {
  renderPage: RenderPage;
  isPage: (path: string) => boolean;
};

export type PageOptions = {
  /** The folder of the browser's build. */
  clientDir: string;
  /** The import specifier of the server's bundle. If `dev` is given, this is a source path. */
  serverEntry: string;
  /** The shop's address as visitors see it. */
  publicUrl: string;
  /**
   * Runs an endpoint's handler inside the process, for a visitor who is not signed in. Returns the
   * reply in wire form.
   */
  call: (endpoint: Endpoint, input: unknown) => Promise<unknown>;
  /**
   * Whether buyers type card data into Stripe's frame. If so, the policy allows Stripe's addresses.
   */
  stripe: boolean;
  /** Whether the shop has a game of this id. Its list of packs is cached. */
  isGame: (id: string) => boolean;
  /** The origins of card pictures, besides the shop's own origin. */
  imageHosts?: readonly string[];
  /** The time limit for rendering a page, without the wait in the queue. The default is ten seconds. */
  renderMs?: number;
  /**
   * Vite's server, which renders pages from sources instead of builds. The caller must mount
   * `dev.middlewares` first.
   */
  dev?: ViteDevServer;
};

const YEAR_S = 31_536_000;
const HOUR_S = 3600;
/** Paths of other routes. An unknown address below one of these paths gets no page. */
const NOT_PAGES = /^\/(?:api|art|assets|embed|feeds|pictures|stripe-sandbox)(?:[/?]|$)/;

/** The cache has one response for all addresses without a page, under this address (choice 778). */
const NO_PAGE = '/no-page';

/**
 * Fastify calls this as `rewriteUrl`. Replaces an address that can't be decoded ("/%ff") by
 * `NO_PAGE`. Otherwise Fastify would reject the request before any handler runs.
 */
export function withoutBadEscapes({ url = '/' }: { url?: string }): string {
  if (!url.includes('%') || NOT_PAGES.test(url)) return url;
  try {
    decodeURI(pathOf(url));
    return url;
  } catch {
    return NO_PAGE;
  }
}

/**
 * Pages that are the same for every visitor, with the query fields that each page reads. Other
 * query fields don't change a page. The pages of a single pack type or card read no query field.
 */
const PUBLIC_PAGES = new Map<string, readonly string[]>([
  ['/', ['openPack']],
  ['/packs', ['game', 'search', 'sort']],
  [
    '/cards',
    ['search', 'game', 'set', 'rarity', 'finish', 'priceMin', 'priceMax', 'in', 'sort', 'page'],
  ],
  ['/about', []],
  ['/how-it-works', []],
]);

const CARD_PAGE = /^\/card\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Page = { status: number; location: string | null; html: string; policy: string };

/** An endpoint's reply that was used to render a page. */
type Used = { endpoint: Endpoint; input: Record<string, unknown>; tag: string };

type CachedPage = { response: CachedResponse; used: Used[] };

/** Adds the pages to the app. Call it after all other routes are registered. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { dev } = options;
  if (dev === undefined) await serveFiles(app, options);
  const built = dev === undefined ? ((await import(options.serverEntry)) as Bundle) : null;
  const render = rendererOf(options, built);
  // In development, every request renders its page.
  const endpoints = dev === undefined ? cachedEndpointsOf(app) : undefined;

  app.get('/*', async (request, reply) => {
    const { url } = request;
    if (NOT_PAGES.test(url)) return reply.callNotFound();
    const page =
      endpoints === undefined ? null : (cachedAs(url, options.isGame) ?? noPageAt(url, built!));
    if (endpoints === undefined || page === null) {
      const own = await throughOwnPages(() => render(url, options.call));
      return sendPage(request, reply, own, options);
    }
    try {
      const build = buildOf(page, render, endpoints, options);
      const { value } = await endpoints.cache.get(page, build);
      return sendCached(request, reply, value.response, isDraining(app));
    } catch (error) {
      if (!(error instanceof NotCached)) throw error;
      return sendPage(request, reply, error.cause as Page, options);
    }
  });
}

/** Returns `NO_PAGE` for an address without a page, and null for any other address. */
function noPageAt(url: string, { isPage }: Bundle): string | null {
  return isPage(pathOf(url)) ? null : NO_PAGE;
}

type Render = (url: string, call: PageOptions['call']) => Promise<Page>;

function rendererOf(options: PageOptions, built: Bundle | null): Render {
  const { clientDir, dev } = options;
  const builtFiles: unknown =
    dev === undefined
      ? JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
      : null;

  return async (url, call) => {
    const { renderPage } =
      built ?? ((await dev!.ssrLoadModule(options.serverEntry)) as unknown as Bundle);
    // The nonce distinguishes the shop's own scripts from injected scripts. The nonce is removed
    // before visitors get the page.
    const nonce = randomBytes(16).toString('hex');
    // Concatenates the parts instead of resolving the address, so that an address such as
    // "//else.where" stays a path of this shop.
    const address = new URL(options.publicUrl + (url.startsWith('/') ? url : '/'));
    let isLater = false;
    const noted: PageOptions['call'] = async (endpoint, input) => {
      try {
        return await call(endpoint, input);
      } catch (error) {
        isLater ||= error instanceof Rejection && error.code === 'UNAVAILABLE';
        throw error;
      }
    };
    const rendered = await inTime(options.renderMs ?? RENDER_TIMEOUT_MS, (signal) =>
      renderPage(new Request(address, { headers: { accept: 'text/html' }, signal }), {
        nonce,
        builtFiles,
        call: noted,
      }),
    );
    const written = await rendered.text();
    return {
      // The renderer reports every failure as 500. If an unavailable endpoint caused the failure,
      // the page gets a 503.
      status: isLater && rendered.status === 500 ? 503 : rendered.status,
      location: rendered.headers.get('location'),
      html: withoutNonce(written, nonce),
      policy: pagePolicy(hashesOf(written, nonce), options),
    };
  };
}

/** Sends a page that is rendered for one request. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, location, html, policy }: Page,
  { dev }: PageOptions,
): Promise<FastifyReply> {
  reply.code(status);
  if (status === 503) reply.header('retry-after', String(RETRY_AFTER_S));
  // The redirect is a path without a host, so that the client stays on the host it requested.
  if (location !== null) return reply.header('location', withoutOrigin(location)).send();
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  if (dev !== undefined) {
    reply.removeHeader('content-security-policy');
    return reply.send(await dev.transformIndexHtml(request.url, html));
  }
  reply.header('content-security-policy', policy);
  return sendCompressed(request, reply, html);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

/**
 * Returns the address under which a page is cached, without the query fields that the page does not
 * read. Null if the page is rendered for every request.
 */
export function cachedAs(url: string, isGame: PageOptions['isGame']): string | null {
  const [path, ...rest] = url.split('?') as [string, ...string[]];
  const read = PUBLIC_PAGES.get(path) ?? (isOfOneThing(path) ? [] : null);
  if (read === null) return null;
  const asked = [...new URLSearchParams(rest.join('?'))].filter(([name]) => read.includes(name));
  if (asked.length === 0) return path;
  const [[name, value]] = asked as [[string, string]];
  const isOfGame = path === '/packs' && name === 'game' && isGame(value);
  return isOfGame && asked.length === 1 ? `${path}?game=${value}` : null;
}

/** Whether a path is the page of one card, of one pack type or of a pack type's drop night. */
function isOfOneThing(path: string): boolean {
  if (CARD_PAGE.test(path)) return true;
  const id = /^\/pack\/([^/]+)(?:\/drop-night)?$/.exec(path)?.[1];
  return id !== undefined && id.length <= 3 * PACK_TYPE_ID_LENGTH_MAX && isWrittenPlainly(id);
}

function isWrittenPlainly(part: string): boolean {
  try {
    return encodeURIComponent(decodeURIComponent(part)) === part;
  } catch {
    return false;
  }
}

/**
 * Builds a cached page from cached endpoints. Renders the page again only if a reply that the page
 * used has changed.
 */
function buildOf(
  url: string,
  render: Render,
  endpoints: CachedEndpoints,
  options: PageOptions,
): Build<CachedPage> {
  return async (asOf, last) => {
    if (last !== null) {
      const at = await currentAt(last.used, endpoints, asOf);
      if (at !== null) return { value: last, at };
    }
    const { used, faults, oldest, call } = noting(endpoints, options.call, asOf);
    const page = await throughPages(() => render(url, call));
    // The new page would lack the data that could not be read. So visitors get the previous page.
    if (faults.length > 0 && last !== null) throw faults[0]!;
    if (page.status >= 500 && last !== null) throw new Error(`${url} could not be rendered`);
    const isCached = page.status === (url === NO_PAGE ? 404 : 200);
    if (!isCached || faults.length > 0) throw new NotCached('Not to be cached', { cause: page });
    const headers = {
      ...guardHeaders(options.publicUrl),
      'content-security-policy': page.policy,
      'content-type': 'text/html; charset=utf-8',
    };
    const { html, status } = page;
    const response = await cachedResponse(html, tagOf(html), headers, status);
    return { value: { used, response }, at: oldest() };
  };
}

/** Returns the time at which a page was last current, or null if a reply that the page used has changed. */
async function currentAt(
  used: Used[],
  endpoints: CachedEndpoints,
  asOf: number,
): Promise<number | null> {
  const readings = await Promise.all(
    used.map(({ endpoint, input }) =>
      endpoints.read(endpoint, input, asOf).catch((error: unknown) => {
        if (error instanceof Rejection && error.code !== 'UNAVAILABLE') return null;
        throw error;
      }),
    ),
  );
  const isSame = readings.every((reading, index) => reading?.tag === used[index]!.tag);
  return isSame ? Math.min(performance.now(), ...readings.map((reading) => reading!.at)) : null;
}

/**
 * Returns a function that calls endpoints for a page and gets replies that were current at `asOf`
 * or later. The function records the endpoints and the age of the oldest reply. A call of an
 * endpoint that is not cached is a bug.
 */
function noting(endpoints: CachedEndpoints, callDirectly: PageOptions['call'], asOf: number) {
  const used: Used[] = [];
  const faults: Error[] = [];
  let at = performance.now();
  const call: PageOptions['call'] = async (endpoint, input) => {
    try {
      if (!endpoints.isCached(endpoint)) {
        faults.push(new Error(`${endpoint.path} is on a cached page, but is not cached itself`));
        return await callDirectly(endpoint, input);
      }
      const given = input as Record<string, unknown>;
      const reading = await endpoints.read(endpoint, given, asOf);
      // A page is never rendered from stale replies (choice 834).
      if (reading.at < asOf) throw new Rejection('UNAVAILABLE');
      used.push({ endpoint, input: given, tag: reading.tag });
      at = Math.min(at, reading.at);
      return reading.data;
    } catch (thrown) {
      const error = asPageError(thrown);
      const isExpected = error instanceof Rejection && error.code !== 'UNAVAILABLE';
      if (!isExpected) faults.push(error as Error);
      throw error;
    }
  };
  return { used, faults, oldest: () => at, call };
}

const RENDER_TIMEOUT_MS = 10_000;

// A rendering uses a whole core. If more than two pages were rendered at once, they would only
// delay each other and everything else in the process.
const throughPages = makeGate({ running: 2, waiting: 300, waitMs: 8_000 });
// Pages that are not cached are rendered only half of the time. The other half remains for
// purchases, even if many visitors arrive (choice 779).
const throughOwnPages = makeGate({ running: 2, waiting: 300, waitMs: 8_000, rests: true });

/**
 * Renders a page. Rejects with UNAVAILABLE after the time limit, because a slow rendering means
 * that the shop is busy. The signal alone is not enough: a renderer that ignores the signal would
 * hold its place at the gate for ever.
 */
async function inTime(
  milliseconds: number,
  render: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const rendering = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const isLate = new Rejection('UNAVAILABLE');
    reject(isLate);
    rendering.abort(isLate);
  }, milliseconds);
  try {
    return await Promise.race([render(rendering.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the hashes of those scripts in a page that carry the page's nonce, as a policy lists
 * hashes. Any other script is not listed and does not run.
 */
function hashesOf(html: string, nonce: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes, code] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (code === '' || !attributes!.includes(`nonce="${nonce}"`)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
  }
  return [...hashes];
}

/**
 * Removes the nonce from a page. The page's bytes are then the same for every visitor, and no
 * injected script can use the nonce.
 */
function withoutNonce(html: string, nonce: string): string {
  return html
    .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '');
}

/**
 * The file with which visitors check proofs on their own computers. It is sent as a download,
 * because the shop's own policy would apply to it if it opened as a page of the shop.
 */
const VERIFIER_FILE = 'verify/packproof.html';

/** SHA-256 of the verifier's file as visitors download it, in hex. */
export function hashOfVerifier(clientDir: string): string {
  return createHash('sha256')
    .update(readFileSync(join(clientDir, VERIFIER_FILE)))
    .digest('hex');
}

async function serveFiles(
  app: FastifyInstance,
  { clientDir, publicUrl }: PageOptions,
): Promise<void> {
  // The names of built files contain a hash of the content.
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_S * 1000,
    index: false,
    dotfiles: 'ignore',
  });
  let verifier: Promise<CachedResponse> | undefined;
  app.get(`/${VERIFIER_FILE}`, async (request, reply) => {
    verifier ??= verifierResponse(clientDir, publicUrl);
    return sendCached(request, reply, await verifier, isDraining(app));
  });
  const isFile = /^(?!.*\.(?:br|gz)$)[\w-]+\.\w+$/;
  for (const name of readdirSync(clientDir).filter((one) => isFile.test(one))) {
    app.get(`/${name}`, (_request, reply) =>
      reply.sendFile(name, clientDir, {
        maxAge: HOUR_S * 1000,
        immutable: false,
      }),
    );
  }
}

/**
 * Returns the response with the verifier's file. The response is compressed only once, because the
 * file is large.
 */
async function verifierResponse(clientDir: string, publicUrl: string): Promise<CachedResponse> {
  const html = await readFile(join(clientDir, VERIFIER_FILE), 'utf8');
  return cachedResponse(html, tagOf(html), {
    ...guardHeaders(publicUrl),
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': 'attachment; filename="packproof.html"',
  });
}

function withoutOrigin(location: string): string {
  const { pathname, search, hash } = new URL(location, 'http://shop.invalid');
  return pathname + search + hash;
}

/**
 * Returns the policy of a page. The policy allows only the shop's own files, and only scripts whose
 * hash it lists. Styles may be inline, because they can't run code. Stripe's script has to come
 * from Stripe, and opens frames from Stripe.
 */
function pagePolicy(hashes: string[], { stripe, publicUrl, imageHosts = [] }: PageOptions): string {
  const also = (addresses: string) => (stripe ? ` ${addresses}` : '');
  const loads = [
    `script-src ${["'self'", ...hashes].join(' ')}${also('https://js.stripe.com')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...imageHosts].join(' ')}${also('https://*.stripe.com')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${also('https://api.stripe.com')}`,
    ...(stripe ? ['frame-src https://js.stripe.com https://hooks.stripe.com'] : []),
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return contentPolicy(loads, 'self');
}
