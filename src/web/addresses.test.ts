// Which words of an address change what a public page shows: the server keeps one page for all the others.
import { expect, test } from 'vitest';
import { keptAs } from '../server/http/pages.ts';
import { routeTree } from './routes.tsx';

type Reads = (search: Record<string, string>) => unknown;
type Options = {
  path?: string;
  validateSearch?: Reads;
  beforeLoad?: (given: { search: Record<string, string> }) => unknown;
};

const pages = Object.values(routeTree.children ?? {}) as { options: Options }[];

/** The names that a page looks for in its address, before it is shown. */
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

test.each(PATHS)(
  'whatever a visitor’s address carries, %s is one page, but for what it reads of it',
  (path) => {
    const { options } = pages.find((page) => page.options.path === path)!;
    const address = path
      .replace('$packId', 'harbour')
      .replace('$cardId', '00000000-0000-4000-8000-000000000000');
    const names = namesReadBy(options);
    expect(keptAs(`${address}?utm_source=a-friend&x=1`)).toBe(address);
    const kept = names.filter((name) => keptAs(`${address}?x=1&${name}=7`) !== null);
    expect(kept).toEqual([]);
    const counted = { '/': 1, '/packs': 1, '/cards': 10 }[path] ?? 0;
    expect(names).toHaveLength(counted);
  },
);

test('an address that is not of a page that is kept is rendered as it is asked for', () => {
  const others = ['/%70acks', '//packs', '/packs/', '/legal/terms', '/pack/a%2', '/card/7'];
  expect(others.filter((url) => keptAs(url) !== null)).toEqual([]);
});
