// The only way for a test to intercept requests between a page and the shop: to delay, lose, refuse, fake or change
// responses (choice 845). Each function returns a function that ends the interception.
import type { Page, Request, Route } from '@playwright/test';
import { REJECTION_STATUS } from '#contract/rejections.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { SENTENCES, type RejectionCode } from '#domain/rejection.ts';

type EndpointName = keyof typeof ENDPOINTS;

/**
 * Selects responses by an endpoint's name, by that name and a text in the query, or by an address. Addresses are for
 * files of the shop and for calls to other servers.
 */
export type Whose =
  | EndpointName
  | { of: EndpointName; where: string }
  | { address: string | RegExp };

type Limits = {
  /** The most calls to intercept. */
  times?: number;
  /** Decides at every call whether to intercept the call. The decision may take time. */
  when?: (asked: Request) => boolean | Promise<boolean>;
};

/** Selects the requests that a browser sends to the sandbox's card provider. */
export const PROVIDER = { address: '**/stripe-sandbox/**' };
/** Selects the request that charges a card. */
export const CONFIRMATION = { address: '**/stripe-sandbox/**/confirm' };

/** The addresses of a shop's public log. */
const LOG = /^\/(?:log|api\/drops)\//;

/** Matches an endpoint's calls: its method, and its path with anything in place of its parameters. */
function callsOf(name: EndpointName, where = ''): { method: string; url: RegExp } {
  const { method, path } = ENDPOINTS[name];
  const literal = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+');
  const query = where === '' ? '(\\?.*)?' : `\\?.*${RegExp.escape(where)}.*`;
  return { method, url: new RegExp(`^https?://[^/]+/api${literal}${query}$`) };
}

async function intercept(
  page: Page,
  whose: Whose,
  respond: (route: Route) => Promise<void>,
  { times = Infinity, when = () => true }: Limits = {},
): Promise<() => void> {
  const { method, url } =
    typeof whose === 'string'
      ? callsOf(whose)
      : 'of' in whose
        ? callsOf(whose.of, whose.where)
        : { method: null, url: whose.address };
  // The route stays and lets later calls through. If this function removed the route, pending calls would end without
  // a response.
  let left = times;
  await page.route(url, async (route) => {
    const isMeant = method === null || route.request().method() === method;
    if (left <= 0 || !isMeant || !(await when(route.request()))) return route.fallback();
    left -= 1;
    await respond(route);
  });
  return () => {
    left = 0;
  };
}

/** Delays calls until the test releases them. `asked` resolves when the first call comes. */
export async function holdResponses(
  page: Page,
  whose: Whose,
): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, whose, async (route) => {
    asked.resolve();
    await held.promise;
    await route.fallback();
  });
  return { asked: asked.promise, release: held.resolve };
}

/** Loses responses. The shop handles the request, but the page gets no response. */
export function loseResponses(page: Page, whose: Whose): Promise<() => void> {
  return intercept(page, whose, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** Loses requests, so that they never reach the shop. */
export function loseCalls(page: Page, whose: Whose, limits?: Limits): Promise<() => void> {
  return intercept(page, whose, (route) => route.abort(), limits);
}

/** Refuses calls with the shop's own error. */
export function refuseRequests(
  page: Page,
  whose: Whose,
  code: RejectionCode,
  { details, ...limits }: Limits & { details?: object } = {},
): Promise<() => void> {
  const json = {
    success: false,
    error: { code, message: SENTENCES[code], details },
    timestamp: '',
  };
  return intercept(
    page,
    whose,
    (route) => route.fulfill({ status: REJECTION_STATUS[code], json }),
    limits,
  );
}

/**
 * Responds with fake data, or with data built from the requested address. Throws at once if an endpoint named alone
 * never sends such data: the page would show an error, and a test would wait for its end.
 */
export function fakeResponses(
  page: Page,
  whose: Whose,
  data: object | undefined | ((asked: URL) => object),
  limits?: Limits,
): Promise<() => void> {
  if (typeof whose === 'string' && typeof data === 'object') {
    const { success, error } = ENDPOINTS[whose].reply.safeParse(data);
    if (!success) throw new Error(`${whose} never sends this: ${error.message}`);
  }
  return intercept(
    page,
    whose,
    (route) => {
      const made = typeof data === 'function' ? data(new URL(route.request().url())) : data;
      return route.fulfill({ json: { success: true, data: made, timestamp: '' } });
    },
    limits,
  );
}

/** Makes a list show `limit` entries on each page, so that even a short list has several pages. */
export function sizePages(page: Page, whose: Whose, limit: number): Promise<() => void> {
  return intercept(page, whose, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', String(limit));
    return route.continue({ url: url.href });
  });
}

/** Responds with a file. */
export function giveFile(page: Page, whose: Whose, contentType: string, body: string) {
  return intercept(page, whose, (route) => route.fulfill({ contentType, body }));
}

/** Changes the data of the shop's own responses. Each response waits until `change` has finished. */
export function changeResponses<Data>(
  page: Page,
  whose: Whose,
  change: (data: Data) => unknown,
): Promise<() => void> {
  return intercept(page, whose, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: Data };
    await change(reply.data);
    await route.fulfill({ response, json: reply });
  });
}

/** Changes the text of the shop's own responses. */
export function rewriteResponses(
  page: Page,
  whose: Whose,
  rewrite: (text: string) => string,
  limits?: Limits,
): Promise<() => void> {
  const respond = async (route: Route) => {
    const response = await route.fetch();
    // The response's content security policy has hashes of the original text, so this drops the policy.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: rewrite(await response.text()) });
  };
  return intercept(page, whose, respond, limits);
}

/**
 * Serves the shop under another host name. If given, `logFile` returns the files of a public log by their names, so
 * that this log replaces the shop's own.
 */
export function serveAs(
  page: Page,
  origin: string,
  baseURL: string,
  logFile?: (name: string) => Uint8Array | string | undefined,
): Promise<() => void> {
  return intercept(page, { address: `${origin}/**` }, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (logFile === undefined || !LOG.test(pathname))
      return route.fulfill({ response: await route.fetch({ url: baseURL + pathname + search }) });
    const file = logFile(pathname.replace(/^\/(?:api\/(?=drops\/))?/, ''));
    return route.fulfill(file === undefined ? { status: 404 } : { body: Buffer.from(file) });
  });
}
