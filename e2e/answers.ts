// The only way for a test to intercept requests between a page and the shop: to delay, lose, refuse, fake or change responses
// (choice 845). Each function returns a function that ends the interception.
import type { Page, Request, Route } from '@playwright/test';
import { REJECTION_STATUS } from '#contract/rejections.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { SENTENCES, type RejectionCode } from '#domain/rejection.ts';

type EndpointName = keyof typeof ENDPOINTS;

/**
 * Selects responses: by an endpoint's name; by that name and a text in the query; or by address, for files of the shop
 * and calls to other servers.
 */
export type Whose =
  | EndpointName
  | { of: EndpointName; where: string }
  | { address: string | RegExp };

type Limits = {
  /** The most calls to intercept. */
  times?: number;
  /** Decides at every call whether to intercept it. It may also wait. */
  when?: (asked: Request) => boolean | Promise<boolean>;
};

/** Selects the requests of a browser to the sandbox's card provider. */
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
  answer: (route: Route) => Promise<void>,
  { times = Infinity, when = () => true }: Limits = {},
): Promise<() => void> {
  const { method, url } =
    typeof whose === 'string'
      ? callsOf(whose)
      : 'of' in whose
        ? callsOf(whose.of, whose.where)
        : { method: null, url: whose.address };
  // Removing a route would end pending calls without a response, so the route stays and lets calls through.
  let left = times;
  await page.route(url, async (route) => {
    const isMeant = method === null || route.request().method() === method;
    if (left <= 0 || !isMeant || !(await when(route.request()))) return route.fallback();
    left -= 1;
    await answer(route);
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

/** Loses responses: the shop handles the request, and the page gets no response. */
export function loseResponses(page: Page, whose: Whose): Promise<() => void> {
  return intercept(page, whose, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** Loses requests: they never reach the shop. */
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

/** Responds with fake data, or with data built from the requested address. */
export function fakeResponses(
  page: Page,
  whose: Whose,
  data: object | undefined | ((asked: URL) => object),
  limits?: Limits,
): Promise<() => void> {
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

/** Responds with a file. */
export function giveFile(page: Page, whose: Whose, contentType: string, body: string) {
  return intercept(page, whose, (route) => route.fulfill({ contentType, body }));
}

/** Changes the data of the shop's own responses. If `change` waits, so does the response. */
export function changeResponses<Data>(
  page: Page,
  whose: Whose,
  change: (data: Data) => unknown,
): Promise<() => void> {
  return intercept(page, whose, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Data };
    await change(answer.data);
    await route.fulfill({ response, json: answer });
  });
}

/** Changes the text of the shop's own responses. */
export function rewriteResponses(
  page: Page,
  whose: Whose,
  rewrite: (text: string) => string,
  limits?: Limits,
): Promise<() => void> {
  const answer = async (route: Route) => {
    const response = await route.fetch();
    // The response's content security policy has hashes of the original text.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: rewrite(await response.text()) });
  };
  return intercept(page, whose, answer, limits);
}

/**
 * Serves the shop under another name. `logFile`: returns a public log's file by its name, to serve another log than the
 * shop's own.
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
