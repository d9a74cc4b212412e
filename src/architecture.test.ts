// The floors of the house, as data, and the rule: a file imports from its own room or from a lower
// floor of its own house, or from contract and domain. Server and web never meet.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { ENDPOINTS, rowsIn } from './contract/table.ts';
import type { Route } from './server/http/verb.ts';

/** From the top down; rooms on one line don't know each other. */
const FLOORS = {
  server: [
    ['.'],
    ['admin', 'metrics', 'storefront'],
    ['jobs'],
    ['checkout', 'shipping'],
    ['profile'],
    ['opening', 'wallet'],
    ['collection', 'card-payments'],
    ['ledger', 'catalogue'],
    ['audit-log'],
    ['accounts'],
    ['mail'],
    ['http'],
    ['queue'],
    ['runtime'],
    ['database'],
    ['tracing'],
  ],
  web: [
    ['.'],
    ['shell', 'admin', 'about'],
    ['checkout', 'shipping'],
    ['profile'],
    ['opening', 'wallet'],
    ['collection', 'card-payments'],
    ['catalogue'],
    ['admin-kit'],
    ['accounts'],
    ['api'],
    ['ui'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>;

/** The houses that the others stand on, and the test kit, which sees everything and is seen by no other. */
const FOUNDATIONS = { testing: 99, contract: -1, art: -2, domain: -3, 'embedded-postgres': -4 };

const SRC = resolve(import.meta.dirname);

/** `server/checkout/queries.ts` -> house, room and floor (a higher number is a higher floor). */
function place(file: string): { house: string; room: string; floor: number } {
  const [house = '', second = ''] = relative(SRC, file).split('/');
  if (house in FOUNDATIONS) {
    return { house, room: house, floor: FOUNDATIONS[house as keyof typeof FOUNDATIONS] };
  }
  const floors: readonly (readonly string[])[] = FLOORS[house as keyof typeof FLOORS] ?? [];
  const room = second.includes('.') ? '.' : second;
  const fromTop = floors.findIndex((rooms) => rooms.includes(room));
  if (fromTop === -1) throw new Error(`${relative(SRC, file)} is in no room of the list of floors`);
  return { house, room, floor: floors.length - fromTop };
}

function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const named = [...module.staticImports, ...module.staticExports.flatMap((one) => one.entries)];
  return named
    .flatMap((one) =>
      'moduleRequest' in one && one.moduleRequest ? [one.moduleRequest.value] : [],
    )
    .filter((target) => target.startsWith('.') || target.startsWith('#'))
    .map((target) =>
      target.startsWith('#') ? resolve(SRC, target.slice(1)) : resolve(dirname(file), target),
    );
}

test('every import goes down', () => {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => resolve(SRC, file));
  expect(files.length).toBeGreaterThan(50);

  const broken = files.flatMap((file) => {
    const from = place(file);
    return importsOf(file).flatMap((target) => {
      const to = place(target);
      const same = from.house === to.house && from.room === to.room;
      const sees = from.house === to.house || to.floor < 0 || from.house === 'testing';
      const down = sees && to.floor < from.floor;
      return same || down ? [] : [`${relative(SRC, file)} -> ${relative(SRC, target)}`];
    });
  });
  expect(broken).toEqual([]);
});

test('every row stands in a contract file named after the room that serves it', async () => {
  const rooms = globSync('server/*/routes.ts', { cwd: SRC }).map((file) => file.split('/')[1]!);
  const served = await Promise.all(
    rooms.map(async (room) => {
      const module: object = await import(resolve(SRC, `server/${room}/routes.ts`));
      return (Object.values(module).flat() as Route[]).map(({ row }) => ({ row, room }));
    }),
  );
  const roomOf = new Map(served.flat().map(({ row, room }) => [row as object, room]));

  const files = globSync('contract/*.ts', { cwd: SRC }).filter((file) => !file.includes('.test.'));
  const stands = await Promise.all(
    files.map(async (file) => {
      const module: object = await import(resolve(SRC, file));
      return Object.entries(rowsIn(module)).map(([name, row]) => ({
        name,
        file: basename(file, '.ts'),
        room: roomOf.get(row) ?? 'no room',
      }));
    }),
  );
  expect(stands.flat().length).toBe(Object.keys(ENDPOINTS).length);
  expect(stands.flat().length).toBe(served.flat().length);
  const astray = stands
    .flat()
    .filter(({ file, room }) => file !== room && !file.startsWith(`${room}-`))
    .map(({ name, file, room }) => `${name}: contract/${file}.ts, served by ${room}`);
  expect(astray).toEqual([]);
});

test('only a room’s own files write its tables', () => {
  const owners = new Map<string, string>();
  for (const file of globSync('server/*/tables.ts', { cwd: SRC })) {
    for (const [, table] of readFileSync(resolve(SRC, file), 'utf8').matchAll(
      /pgTable\(\s*'(\w+)'/g,
    )) {
      owners.set(table!, file.split('/')[1]!);
    }
  }
  expect(owners.size).toBeGreaterThan(15);

  const broken = globSync('server/*/**/*.ts', { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(resolve(SRC, file), 'utf8').matchAll(
          /\b(?:insert into|update|delete from) (\w+)/g,
        ),
      ]
        .map((match) => match[1]!)
        .filter((table) => owners.has(table) && owners.get(table) !== file.split('/')[1])
        .map((table) => `${file} writes ${table}, which belongs to ${owners.get(table)}`),
    );
  expect(broken).toEqual([]);
});

/** Files that use the cache beside `web/api`, and why. */
const CACHE_USERS: Record<string, string> = {
  'web/accounts/use-countries.ts': 'It waits for a file of names, and asks the shop nothing.',
};

test('what an answer is kept under is known in web/api only', () => {
  const named =
    /\b(queryKey|queryOptions|invalidateQueries|setQueryData|setQueriesData|getQueryData|prefetchQuery|ensureQueryData|fetchQuery|useQuery|useQueries|useMutation|useQueryClient)\b/;
  const users = globSync('web/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !file.startsWith('web/api/'))
    .filter((file) => named.test(readFileSync(resolve(SRC, file), 'utf8')));
  expect(users).toEqual(Object.keys(CACHE_USERS));
});

/** Hooks about rows of another room, and why they stand where they do. */
const LENT_HOOKS: Record<string, string> = {
  'web/accounts/queries.ts -> profile.ts': 'The balance and the profile show on every floor above.',
  'web/accounts/config.ts -> storefront.ts':
    'What the shop says of itself shows on every floor above.',
  'web/catalogue/suggestion-queries.ts -> checkout-trending.ts':
    'The shelves show what sells; checkout is above them.',
  'web/opening/queries.ts -> checkout.ts': 'A payment names the pack that is opened.',
};

test('a hook that does more than ask and do stands in the room of its rows', () => {
  const files = globSync('web/**/{*queries,config}.ts', { cwd: SRC });
  expect(files.length).toBeGreaterThan(5);
  const lent = files.flatMap((file) =>
    importsOf(resolve(SRC, file))
      .filter((target) => place(target).house === 'contract')
      .map((target) => basename(target, '.ts'))
      .filter((contract) => contract !== 'endpoint')
      .filter((contract) => {
        const room = file.split('/')[1]!;
        return contract !== room && !contract.startsWith(`${room}-`);
      })
      .map((contract) => `${file} -> ${contract}.ts`),
  );
  expect(lent.sort()).toEqual(Object.keys(LENT_HOOKS).sort());
});
