// Checks which query parameters change a public page. For all values of any other parameter, the server must cache only
// one page.
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { cachedAs } from '../server/http/pages.ts';
import { wholeTree } from './admin-routes.tsx';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './app-router.ts';

type Reads = (search: Record<string, string>) => unknown;
type Options = {
  path?: string;
  validateSearch?: Reads;
  beforeLoad?: (given: { search: Record<string, string> }) => unknown;
};

const routeTree = wholeTree();
const pages = Object.values(routeTree.children ?? {}) as { options: Options }[];

/** Returns the names of the query parameters that a route reads before it renders its page. */
function namesReadBy({ validateSearch, beforeLoad }: Options): string[] {
  const names = new Set<string>();
  const search = new Proxy<Record<string, string>>(
    {},
    {
      get: (_none, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  validateSearch?.(search);
  beforeLoad?.({ search });
  return [...names];
}

const PATHS = [
  '/',
  '/packs',
  '/cards',
  '/about',
  '/how-it-works',
  '/pack/$packId',
  '/card/$cardId',
];

const isGame = () => false;

test.each(PATHS)(
  'whatever parameters a visitor’s address has, %s is one page, except for those that it reads',
  (path) => {
    const { options } = pages.find((page) => page.options.path === path)!;
    const address = path
      .replace('$packId', 'harbour')
      .replace('$cardId', '00000000-0000-4000-8000-000000000000');
    const names = namesReadBy(options);
    expect(cachedAs(`${address}?utm_source=a-friend&x=1`, isGame)).toBe(address);
    const cachedNames = names.filter(
      (name) => cachedAs(`${address}?x=1&${name}=7`, isGame) !== null,
    );
    expect(cachedNames).toEqual([]);
    const counted = { '/': 1, '/packs': 3, '/cards': 10 }[path] ?? 0;
    expect(names).toHaveLength(counted);
  },
);

test('an address of an uncached page is rendered as requested', () => {
  const others = ['/%70acks', '//packs', '/packs/', '/legal/terms', '/pack/a%2', '/card/7'];
  expect(others.filter((url) => cachedAs(url, isGame) !== null)).toEqual([]);
});

const UUID = '00000000-0000-4000-8000-000000000000';

const WRONG = ['zzz', '', '-1', '0', '2.5', '1e400', '9'.repeat(30), 'true', '%00', '[1]'].concat(
  'x'.repeat(5000),
);

/** Returns the parameters that the page at a URL receives, and the URL that the browser then shows. */
function opened(url: string) {
  const router = createAppRouter(
    {
      queryClient: createQueryClient(),
      call: () => Promise.reject(new Error('Nothing is loaded')),
      assets: { entry: '', styles: [] },
      origin: 'http://localhost',
    },
    routeTree,
  );
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [url] }) });
  const search: Record<string, unknown> = router.matchRoutes(router.latestLocation).at(-1)!.search;
  // The router also makes this call when it opens a page and rewrites the URL.
  const { href } = router.buildLocation({
    to: router.latestLocation.pathname,
    search: true,
    _includeValidateSearch: true,
  } as never);
  return { search, href };
}

/** Returns whether a page can use the value. A usable value is a short text, a number of limited size, or true. */
function isUsable(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= 1_000_000_000;
  return value === true || (typeof value === 'string' && /^[^\0]{0,255}$/.test(value));
}

const READING = pages
  .filter(({ options }) => options.validateSearch !== undefined)
  .flatMap(({ options }) =>
    namesReadBy({ validateSearch: options.validateSearch! }).map(
      (name) => [options.path!.replaceAll(/\$\w+/g, UUID), name] as const,
    ),
  );

test.each(READING)('%s opens with anything after %s', (path, name) => {
  const asked = WRONG.map((value) => `${path}?${name}=${value}`).concat(
    `${path}?${name}=zzz&${name}=-1`,
    `${path}?${name}=2&${name}=3`,
  );
  for (const url of asked) {
    const { search, href } = opened(url);
    const found = search[name];
    // `redirect` may be any text that is not empty, because its path is checked only when the sign-in page uses it.
    const isGood = found === undefined || isUsable(found) || (name === 'redirect' && found !== '');
    expect.soft([url, isGood, found]).toEqual([url, true, found]);
    // If the page does not receive a parameter, the parameter must disappear from the URL. All other parameters must
    // stay as they were read.
    expect
      .soft([url, new URL(href, 'http://localhost').searchParams.getAll(name)])
      .toEqual([url, found === undefined ? [] : [`${found as string}`]]);
    expect.soft([url, opened(href).search[name]]).toEqual([url, found]);
  }
});
