// Checks the layers of the code. A file may import from its own room, from a lower layer of its own house, and from the
// houses that `SEES` lists for its house. Server and web never import each other.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import type { Route } from './server/http/handler.ts';
import { ENDPOINTS, endpointsIn } from './contract/table.ts';

/** The layers of each house, from the top down. Rooms on one line must not import each other. */
const LAYERS = {
  server: [
    ['.'],
    ['demo'],
    ['admin', 'metrics', 'storefront'],
    ['jobs'],
    ['disputes', 'margin', 'imports'],
    ['checkout', 'shipping'],
    ['profile'],
    ['opening', 'wallet'],
    ['collection', 'card-payments', 'wishes', 'sharing'],
    ['ledger', 'drops', 'taxes', 'singles'],
    ['stock'],
    ['prices'],
    ['catalogue'],
    ['games'],
    ['webhooks'],
    ['audit-log', 'public-log', 'notices'],
    ['accounts'],
    ['limits'],
    ['mail'],
    ['pictures'],
    ['http'],
    ['queue'],
    ['runtime'],
    ['database'],
    ['tracing'],
  ],
  web: [
    ['.'],
    ['shell', 'admin', 'about', 'storefront'],
    ['checkout', 'shipping', 'disputes'],
    ['profile'],
    ['opening', 'wallet'],
    ['collection', 'card-payments'],
    ['drops', 'prices', 'stock', 'singles', 'imports', 'games', 'webhooks'],
    ['catalogue'],
    ['fairness', 'sharing', 'wishes'],
    ['admin-kit'],
    ['accounts'],
    ['lists', 'forms'],
    ['api'],
    ['browser'],
    ['ui'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>;

/**
 * Houses that have no rooms, with the layer of each house. The test kit (`testing`) may import everything, and no other
 * house may import the test kit.
 */
const FOUNDATIONS = {
  testing: 99,
  contract: -1,
  'stripe-sandbox': -2,
  art: -2,
  verifier: -2,
  domain: -3,
  'embedded-postgres': -4,
  engine: -4,
};

/**
 * The tables by the name of their owner, which is a room of the server or another house. Only the owner's files write
 * these tables.
 */
const TABLES: Record<string, string[]> = {
  accounts: [
    'users',
    'sessions',
    'one_time_codes',
    'two_factors',
    'recovery_codes',
    'two_factor_tokens',
    'operator_accounts',
    'staff_roles',
    'staff_invitations',
    'api_keys',
    'consents',
    'age_confirmations',
    'place_questions',
  ],
  admin: ['list_views'],
  'audit-log': ['audit_log', 'notes'],
  'card-payments': [
    'payments',
    'refunds',
    'stripe_events',
    'money_questions',
    'refund_parts',
    'refund_debts',
    'provider_movements',
    'payment_methods',
  ],
  catalogue: [
    'card_sets',
    'cards',
    'pack_types',
    'pack_type_cards',
    'potential_hits',
    'facts_due',
    'pack_type_facts',
    'counted_packs',
    'counted_cards',
    'opened_packs',
    'opened_cards',
    'card_counts',
    'shown_changes',
    'asked_prices',
  ],
  games: ['games'],
  prices: ['price_observations', 'price_runs', 'held_prices'],
  drops: ['drops', 'drop_leaves', 'tickets', 'beacons'],
  stock: [
    'pack_suppliers',
    'pack_costs',
    'card_photographs',
    'physical_packs',
    'places',
    'physical_cards',
    'card_reminders',
    'pack_secrets',
    'card_labels',
    'held_cards',
    'held_rarities',
    'pack_returns',
    'reservations',
  ],
  checkout: ['orders', 'order_lines', 'order_singles', 'discount_codes'],
  collection: ['openings'],
  database: ['trials', 'backups', 'allowed_steps'],
  disputes: ['disputes', 'dispute_cards', 'dispute_parts', 'dispute_fees'],
  http: ['idempotency_keys', 'throttle_counters', 'last_writes'],
  jobs: ['broken_invariants'],
  imports: ['imports', 'import_lines', 'imported_credits'],
  ledger: [
    'ledger_accounts',
    'journals',
    'transfers',
    'permitted_transfers',
    'accepted_journals',
    'kept_hours',
    'day_sums',
    'summed_until',
    'late_movements',
  ],
  limits: ['own_limits', 'breaks', 'exclusion_marks', 'barred_accounts', 'spending_lines'],
  mail: ['mails'],
  margin: [
    'margin_sums',
    'margin_days',
    'margin_until',
    'margin_due',
    'stock_values',
    'owed_values',
    'drop_returns',
  ],
  metrics: ['endpoint_medians', 'alerts'],
  pictures: ['pictures', 'picture_files'],
  'public-log': [
    'logs',
    'log_entries',
    'log_nodes',
    'log_checkpoints',
    'log_cosignatures',
    'retired_labels',
  ],
  shipping: [
    'shipments',
    'shipment_cards',
    'shipping_quotes',
    'shipment_labels',
    'card_losses',
    'parcel_losses',
    'parcel_holds',
    'parcel_tariffs',
    'parcel_zones',
    'parcel_services',
  ],
  storefront: ['shop_settings', 'shop_texts', 'tax_settings', 'sales_places', 'shop_opening'],
  taxes: ['tax_calculations', 'tax_reversals', 'tax_problems'],
  sharing: ['shared_pulls'],
  singles: [
    'house_cards',
    'house_card_moves',
    'single_price_rules',
    'single_sums',
    'sales_elsewhere',
  ],
  'stripe-sandbox': ['sandbox.objects', 'sandbox.answers', 'sandbox.events'],
  notices: ['notices'],
  opening: ['covered_openings'],
  webhooks: ['webhook_endpoints', 'webhook_deliveries'],
  wishes: ['card_wishes', 'pack_wishes', 'pack_arrivals', 'single_arrivals'],
  wallet: [
    'transaction_notes',
    'top_ups',
    'top_up_gifts',
    'credit_returns',
    'documents',
    'document_buyers',
    'document_files',
    'return_requests',
  ],
};

/** The other houses from which each house may import. */
const SEES: Record<string, readonly string[]> = {
  contract: ['domain'],
  art: ['domain'],
  verifier: ['domain'],
  'stripe-sandbox': ['domain', 'engine'],
  server: [
    'contract',
    'stripe-sandbox',
    'domain',
    'art',
    'verifier',
    'embedded-postgres',
    'engine',
  ],
  web: ['contract', 'verifier', 'domain'],
  testing: [
    'server',
    'contract',
    'stripe-sandbox',
    'verifier',
    'domain',
    'art',
    'embedded-postgres',
    'engine',
  ],
};

const SRC = resolve(import.meta.dirname);

/** `server/checkout/orders-queries.ts` -> house, room and layer (a higher number is a higher layer). */
function place(file: string): { house: string; room: string; layer: number } {
  const [house = '', second = ''] = relative(SRC, file).split('/');
  if (house in FOUNDATIONS) {
    return { house, room: house, layer: FOUNDATIONS[house as keyof typeof FOUNDATIONS] };
  }
  const layers: readonly (readonly string[])[] = LAYERS[house as keyof typeof LAYERS] ?? [];
  // The command line opens a shop and `shop.ts` starts it, so it belongs to the top layer despite its own folder
  // (choice 846).
  const room = second.includes('.') || second === 'commands' ? '.' : second;
  const fromTop = layers.findIndex((rooms) => rooms.includes(room));
  if (fromTop === -1) throw new Error(`${relative(SRC, file)} is in no room of the list of layers`);
  return { house, room, layer: layers.length - fromTop };
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  const named = [...module.staticImports, ...module.staticExports.flatMap((one) => one.entries)];
  const loaded = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  );
  return named
    .flatMap((one) =>
      'moduleRequest' in one && one.moduleRequest ? [one.moduleRequest.value] : [],
    )
    .concat(loaded)
    .filter((target) => target.startsWith('.') || target.startsWith('#'))
    .map((target) =>
      target.startsWith('#') ? resolve(SRC, target.slice(1)) : resolve(dirname(file), target),
    );
}

test('every import leads to the same room or a lower layer', () => {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => resolve(SRC, file));
  expect(files.length).toBeGreaterThan(50);

  const broken = files.flatMap((file) => {
    const from = place(file);
    return importsOf(file).flatMap((target) => {
      const to = place(target);
      const same = from.house === to.house && from.room === to.room;
      const sees = from.house === to.house || (SEES[from.house] ?? []).includes(to.house);
      const down = sees && to.layer < from.layer;
      return same || down ? [] : [`${relative(SRC, file)} -> ${relative(SRC, target)}`];
    });
  });
  expect(broken).toEqual([]);
});

test('the client imports nothing of the shop, so that it runs without it', () => {
  const files = globSync('client/src/*.ts', { cwd: resolve(SRC, '..') });
  expect(files.length).toBeGreaterThan(5);
  const targets = files.flatMap((file) => importsOf(resolve(SRC, '..', file)));
  expect(targets.filter((target) => dirname(target) !== resolve(SRC, '../client/src'))).toEqual([]);
});

test('only the startup and its own commands import the sandbox of Stripe', () => {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !/^(?:testing|stripe-sandbox)\//.test(file))
    .map((file) => ({ file, source: readFileSync(resolve(SRC, file), 'utf8') }));
  const knowing = (how: RegExp) =>
    files.filter(({ source }) => how.test(source)).map(({ file }) => file);
  expect(knowing(/['"][#./]*stripe-sandbox\/\w/).toSorted()).toEqual([
    'server/app.ts',
    'server/commands/sandbox.ts',
    'server/open-shop.ts',
  ]);
  // A shop without the sandbox must not load the sandbox's code, so the other two files import only its types.
  expect(knowing(/^(?:import|export) (?!type )[^;]*from '#stripe-sandbox\//m)).toEqual([
    'server/commands/sandbox.ts',
  ]);
});

test('the test kit is in `testing`, and nowhere else', () => {
  const kit = globSync('*/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'))
    .filter((file) =>
      /from 'vitest'|(?:^|\/)test-kit|\/testing\//.test(
        `${file}\n${readFileSync(resolve(SRC, file), 'utf8')}`,
      ),
    );
  expect(kit).toEqual([]);
});

/**
 * These files are not counted: tests, generated files, and files that nobody changes any more, such as a baseline's
 * schema.
 */
const IS_NOT_COUNTED = /\.test\.tsx?$|_baseline\.sql$|\/schema\.sql$/;

// A room with more than a tenth of the lines has a second subject, which needs a room of its own.
test.each(['server', 'web'])('no room of %s has more than a tenth of its lines', (house) => {
  const lines = new Map<string, number>();
  for (const file of globSync(`${house}/**/*.{ts,tsx,sql,css}`, { cwd: SRC })) {
    if (IS_NOT_COUNTED.test(file)) continue;
    const [, room = ''] = file.split('/');
    const count = readFileSync(resolve(SRC, file), 'utf8').split('\n').length - 1;
    lines.set(room, (lines.get(room) ?? 0) + count);
  }
  const tenth = [...lines.values()].reduce((sum, count) => sum + count, 0) / 10;
  expect(tenth).toBeGreaterThan(4_000);
  expect([...lines].filter(([, count]) => count > tenth)).toEqual([]);
});

test('the root of the server has only the files with which a process starts', () => {
  const files = globSync('server/*.ts', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.map((file) => basename(file)).toSorted()).toEqual([
    'app.ts',
    'main.ts',
    'open-shop.ts',
    'shop.ts',
  ]);
});

test('only the pool opens connections to the database, because each needs the settings that statements depend on', () => {
  const opening = globSync('{engine,server,stripe-sandbox}/**/*.ts', { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(readFileSync(resolve(SRC, file), 'utf8')),
    );
  expect(opening.toSorted()).toEqual(['engine/pool.ts', 'server/database/pool.ts']);
});

test('every endpoint is in a contract file named after the room that serves it', async () => {
  const rooms = globSync('server/*/routes.ts', { cwd: SRC }).map((file) => file.split('/')[1]!);
  const served = await Promise.all(
    rooms.map(async (room) => {
      const module: object = await import(resolve(SRC, `server/${room}/routes.ts`));
      return (Object.values(module).flat() as Route[]).map(({ endpoint }) => ({ endpoint, room }));
    }),
  );
  const roomOf = new Map(served.flat().map(({ endpoint, room }) => [endpoint as object, room]));

  const files = globSync('contract/*.ts', { cwd: SRC }).filter((file) => !file.includes('.test.'));
  const stands = await Promise.all(
    files.map(async (file) => {
      const module: object = await import(resolve(SRC, file));
      return Object.entries(endpointsIn(module)).map(([name, endpoint]) => ({
        name,
        file: basename(file, '.ts'),
        room: roomOf.get(endpoint) ?? 'no room',
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

test.each(['embedded-postgres', 'engine'])('%s names nothing of the shop', (house) => {
  const telling = globSync(`${house}/**/*.ts`, { cwd: SRC }).filter((file) =>
    /shop|felt.and.foil|DATABASE_URL|#\w+\//i.test(readFileSync(resolve(SRC, file), 'utf8')),
  );
  expect(telling).toEqual([]);
});

test('the engine’s page names everything that other houses import from it', () => {
  const page = readFileSync(resolve(SRC, 'engine/README.md'), 'utf8');
  const used = globSync('{server,stripe-sandbox,testing}/**/*.ts', { cwd: SRC }).flatMap((file) =>
    [
      ...readFileSync(resolve(SRC, file), 'utf8').matchAll(
        /^import (?:type )?\{([^}]*)\} from '#engine\//gm,
      ),
    ].flatMap((match) => match[1]!.match(/(?<!as )\b(?!type\b|as\b)\w+/g) ?? []),
  );
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** The files that may query the database. */
const ON_THE_DATABASE = '{server,stripe-sandbox}/**/*.ts';

/** The room of a file of the server, or the house of any other file. */
function ownerOf(file: string): string {
  const [house, room] = file.split('/');
  return house === 'server' ? room! : house!;
}

/** The tables that an SQL text writes. */
const writtenBy = (sql: string) =>
  [
    ...sql.matchAll(
      /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate)\s+([\w.]+)/g,
    ),
  ].map((match) => match[1]!);

test('only the files of a table’s owner write it', () => {
  const owners = new Map(
    Object.entries(TABLES).flatMap(([room, tables]) => tables.map((table) => [table, room])),
  );
  const schema = readFileSync(resolve(SRC, 'server/database/schema.sql'), 'utf8');
  const known = [...schema.matchAll(/^create table ([\w.]+)/gm)].map((match) => match[1]!);
  expect([...owners.keys()].toSorted()).toEqual(known.toSorted());

  const broken = globSync(ON_THE_DATABASE, { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      writtenBy(readFileSync(resolve(SRC, file), 'utf8'))
        .filter((table) => owners.has(table) && owners.get(table) !== ownerOf(file))
        .map((table) => `${file} writes ${table}, which belongs to ${owners.get(table)}`),
    );
  expect(broken).toEqual([]);
});

/**
 * The database's functions. Each function has a file in its room, which also creates the triggers that run the
 * function.
 */
const FUNCTION_FILES = globSync('server/*/sql/*.sql', { cwd: SRC }).map((file) => {
  const text = readFileSync(resolve(SRC, file), 'utf8');
  return { file, name: basename(file, '.sql'), room: file.split('/')[1]!, text };
});

/** Matches the first line of a function that only processes of an earlier version call. */
const IS_FOR_EARLIER = /^-- .*, for processes of [\d.]+: goes in [\d.]+\.$/m;

// `server/database/migrate.test.ts` checks that the database has no other functions.
test('every function of the database has a file of its name, whose first line says what it does', () => {
  expect(FUNCTION_FILES.length).toBeGreaterThan(100);
  const broken = FUNCTION_FILES.filter(({ name, text }) => {
    const made = [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, one]) => one!);
    return !/^-- \S/.test(text) || made.length === 0 || made.some((one) => one !== name);
  }).map(({ file }) => file);
  expect(broken).toEqual([]);
});

test('a trigger’s function is in the room of its table, a function that writes in the room whose tables it writes, any other in the room that calls it', () => {
  const rooms: string[] = LAYERS.server.flat();
  const inOrder = (some: Iterable<string>) =>
    [...new Set(some)].toSorted((a, b) => rooms.indexOf(a) - rooms.indexOf(b));
  const owners = new Map(
    Object.entries(TABLES).flatMap(([room, tables]) => tables.map((table) => [table, room])),
  );
  // A house other than the server has no `sql` folder. The room `database` creates that house's tables, so it also
  // contains the functions for them.
  const ownersOf = (tables: string[]) =>
    tables
      .flatMap((table) => owners.get(table) ?? [])
      .map((owner) => (rooms.includes(owner) ? owner : 'database'));
  const schema = readFileSync(resolve(SRC, 'server/database/schema.sql'), 'utf8');
  const texts = [
    ...globSync('server/*/**/*.ts', { cwd: SRC })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => ({
        room: file.split('/')[1]!,
        text: readFileSync(resolve(SRC, file), 'utf8'),
      })),
    ...FUNCTION_FILES,
    ...globSync('server/migrations/*.batch.sql', { cwd: SRC }).map((file) => ({
      room: 'database',
      text: readFileSync(resolve(SRC, file), 'utf8'),
    })),
    // The parts of table definitions that call functions, which are defaults, checks, indexes and policies.
    ...schema.split('\n\n').flatMap((text) => {
      const [, table] = /^create table (\S+)/m.exec(text) ?? [];
      return table === undefined ? [] : [{ room: owners.get(table)!, text }];
    }),
  ];
  const roomOf = ({ name, text }: { name: string; text: string }): string | undefined => {
    const isTrigger = /^returns trigger$/m.test(text);
    if (isTrigger) {
      const on = [...text.matchAll(/^create .*?trigger [^;]*? on ([\w.]+)/gm)];
      return inOrder(ownersOf(on.map(([, table]) => table!))).at(-1);
    }
    const calls = callOf([name]);
    const callers = texts.filter((one) => one.text !== text && calls.test(one.text));
    if (callers.length === 0) return undefined;
    return inOrder(ownersOf(writtenBy(text)))[0] ?? inOrder(callers.map(({ room }) => room)).at(-1);
  };
  const astray = FUNCTION_FILES.filter(({ text }) => !IS_FOR_EARLIER.test(text))
    .filter((one) => roomOf(one) !== one.room)
    .map((one) => `${one.file} belongs to ${roomOf(one) ?? 'nobody: nothing calls it'}`);
  expect(astray).toEqual([]);
});

/** For each house, a line that the compiler must refuse, and the type files that would make it compile. */
const WALLS = [
  { config: '.', line: 'window.name;', types: /lib\.dom/ },
  { config: 'src/web', line: 'process.pid;', types: /@types\/node\// },
  { config: 'src/contract', line: 'process.pid;', types: /@types\/node\/|lib\.dom/ },
  { config: 'src/art', line: 'process.pid;', types: /@types\/node\/|lib\.dom/ },
  { config: 'src/verifier', line: 'process.pid;', types: /@types\/node\/|lib\.dom/ },
  { config: 'src/domain', line: 'process.pid;', types: /@types\/node\/|lib\.dom/ },
];

test.each(WALLS)('the compiler refuses `$line` in $config', ({ config, line, types }) => {
  const root = resolve(SRC, '..');
  const tsc = resolve(root, 'node_modules/.bin/tsc');
  const read = execFileSync(tsc, ['-p', config, '--listFilesOnly'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  const files = read.split('\n');
  const houses =
    config === '.'
      ? ['server', 'testing', 'embedded-postgres', 'engine', 'stripe-sandbox']
      : [config.slice(4)];
  for (const house of houses) {
    expect(files.some((file) => file.startsWith(`${SRC}/${house}/`))).toBe(true);
  }
  expect(files.filter((file) => types.test(file))).toEqual([]);

  const folder = resolve(root, '.cache/walls', config.replace('/', '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/probe.ts`, `${line}\nexport {};\n`);
  const settings = { extends: resolve(root, config, 'tsconfig.json'), include: ['probe.ts'] };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings));
  const probe = spawnSync(
    tsc,
    ['-p', folder, '--incremental', 'false', '--tsBuildInfoFile', 'null'],
    {
      encoding: 'utf8',
    },
  );
  expect(probe.stdout).toContain(`Cannot find name '${line.split('.')[0]}'`);
});

/** A node of the syntax tree. `visit` also gets its ancestors, from the outside in. */
type Piece = { type: string; start: number; end: number } & Record<string, unknown>;

function eachPiece(root: unknown, visit: (piece: Piece, around: Piece[]) => void): void {
  const walk = (node: unknown, around: Piece[]): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, around);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const piece = node as Piece;
    visit(piece, around);
    for (const part of Object.values(piece)) walk(part, [...around, piece]);
  };
  walk(root, []);
}

const isFunction = ({ type }: Piece) => type.includes('Function') && type !== 'TSFunctionType';

/**
 * The tables of money and stock. A change of these tables takes several statements, which must succeed or fail
 * together.
 */
const MONEY_AND_STOCK = new Set(
  `journals transfers ledger_accounts payments refunds top_ups orders order_lines reservations
  physical_packs places physical_cards pack_secrets openings pack_returns shipments shipment_cards`.split(
    /\s+/,
  ),
);

/**
 * The database's functions that write a table for which `isSuch` is true, directly or by calling another function.
 * Trigger functions are left out, because they run inside the statement that fires their trigger.
 */
function functionsThatWrite(isSuch: (table: string) => boolean): Set<string> {
  const bodies = new Map(
    FUNCTION_FILES.filter(({ text }) => !/^returns trigger$/m.test(text)).map(
      ({ name, text }) => [name, text.slice(text.indexOf('$$'))] as const,
    ),
  );
  const found = new Set<string>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    const calls = callOf(found);
    for (const [name, body] of bodies) {
      if (writtenBy(body).some(isSuch) || calls.test(body)) found.add(name);
    }
  }
  return found;
}

const FUNCTIONS_OF_MONEY_AND_STOCK = functionsThatWrite((table) => MONEY_AND_STOCK.has(table));

function callOf(names: Iterable<string>): RegExp {
  const all = [...names];
  return all.length === 0 ? /$^/ : new RegExp(`\\b(?:${all.join('|')})\\s*\\(`);
}

const CALLS = callOf(FUNCTIONS_OF_MONEY_AND_STOCK);

/** The reason why a statement needs a transaction around it, or null if it needs no transaction. */
function needOf(sql: string): string | null {
  if (writtenBy(sql).some((table) => MONEY_AND_STOCK.has(table))) return 'writes money or stock';
  const called = CALLS.exec(sql);
  if (called !== null) return `calls ${called[0]}`;
  // A statement that both locks and writes needs its lock only until the statement ends.
  const writes = /\b(?:insert\s+into|update\s+[\w.]+\s+(?:\w+\s+)?set|delete\s+from)\b/.test(sql);
  const locks = /\bfor (?:no key update|update|key share|share)\b|\bpg_advisory_xact_lock\b/;
  return !writes && locks.test(sql) ? 'locks' : null;
}

test('a function that locks, claims, posts, or stores money or stock takes a transaction', () => {
  const sources = globSync(ON_THE_DATABASE, { cwd: SRC })
    // Migrations run before there is a pool, in a transaction that `migrate.ts` itself begins.
    .filter((file) => !file.endsWith('.test.ts') && file !== 'server/database/migrate.ts')
    .map((file) => ({ file, source: readFileSync(resolve(SRC, file), 'utf8') }));
  // The constants of a source that hold SQL or a part of SQL, by the constants' names.
  const partsOf = (source: string) =>
    [
      ...source.matchAll(/^(?:export )?const ([A-Z_]+) =\s+(['`])([^]*?)\2;$/gm),
      ...source.matchAll(
        /^(?:export )?const ([A-Z_]+): BatchedStatement<.*> = \{\n  text:\s+(['`])([^]*?)\2,$/gm,
      ),
    ].map((match) => [match[1]!, match[3]!] as const);
  const everywhere = new Map(sources.flatMap(({ source }) => partsOf(source)));

  const strict = sources.flatMap(({ file, source }) => {
    const found: { what: string; isInside: boolean }[] = [];
    const parts = new Map([...everywhere, ...partsOf(source)]);
    const whole = (sql: string): string =>
      sql.replaceAll(/\$\{([A-Z_]+)\}/g, (hole, name: string) =>
        whole(parts.get(name) ?? hole.slice(2)),
      );
    // The contract exports an unrelated type with the same name.
    const isOfContract = /\bTransaction\b[^;]*from '#contract\//.test(source);
    const textOf = ({ start, end }: Piece) => source.slice(start, end);
    const note = (need: string, piece: Piece, around: Piece[]) => {
      const isInside = [...around, piece].some((one, at, chain) => {
        if (!isFunction(one)) return false;
        const before = chain[at - 1];
        const isWork =
          before?.type === 'CallExpression' &&
          /^in(?:Long)?Transaction$/.test(textOf(before['callee'] as Piece));
        return (
          isWork ||
          (!isOfContract &&
            (one['params'] as Piece[]).some((given) => /\bTransaction\b/.test(textOf(given))))
        );
      });
      const line = source.slice(0, piece.start).split('\n').length;
      found.push({ what: `${file}:${line} ${need}`, isInside });
    };
    eachPiece(parseSync(file, source).program.body, (piece, around) => {
      if (isFunction(piece)) {
        const named = [piece, around.at(-1)].map((one) => one?.['id'] ?? one?.['key']);
        const name = named.map((id) => (id as { name?: string } | undefined)?.name).find(Boolean);
        if (/^(?:lock|claim|post)[A-Z]/.test(name ?? '')) note(`is called ${name}`, piece, around);
      }
      const isText = piece.type === 'TemplateLiteral' || piece.type === 'Literal';
      const isHanded = piece.type === 'Identifier' && around.at(-1)?.type === 'CallExpression';
      const named = isHanded ? parts.get(piece['name'] as string) : undefined;
      const text = isText ? textOf(piece) : named;
      const need = text !== undefined && around.some(isFunction) ? needOf(whole(text)) : null;
      if (need !== null) note(need, piece, around);
    });
    return found;
  });
  expect([...FUNCTIONS_OF_MONEY_AND_STOCK]).toEqual(
    expect.arrayContaining(['post_together', 'take_in_packs', 'keep_loose_waiting']),
  );
  expect(strict.length).toBeGreaterThan(60);
  expect(strict.filter(({ isInside }) => !isInside).map(({ what }) => what)).toEqual([]);
});

test('a statement that calls a writing function is marked with `writes`', () => {
  const tables = new Set(Object.values(TABLES).flat());
  const calls = callOf(functionsThatWrite((table) => tables.has(table)));
  const statements = globSync(ON_THE_DATABASE, { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(resolve(SRC, file), 'utf8');
      const found: { what: string; says: boolean }[] = [];
      eachPiece(parseSync(file, source).program.body, (piece, around) => {
        if (piece.type !== 'TemplateLiteral' && piece.type !== 'Literal') return;
        const call = calls.exec(source.slice(piece.start, piece.end));
        const asked = around.findLast(
          ({ type, callee }) =>
            type === 'ObjectExpression' ||
            (type === 'CallExpression' && (callee as { name?: string }).name === 'statement'),
        );
        if (call === null || asked === undefined) return;
        const says = /writes: true/.test(source.slice(asked.start, asked.end));
        found.push({ what: `${file}: ${call[0]}…)`, says });
      });
      return found;
    });
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.filter(({ says }) => !says).map(({ what }) => what)).toEqual([]);
});

test('only the engine knows how statements are pipelined and requests batched', () => {
  const sources = globSync(ON_THE_DATABASE, { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(resolve(SRC, file), 'utf8') }));
  const engines = /\b(?:isBatched|noteWritten|failWith|attemptTransaction|sharesTransaction)\b/;
  expect(sources.filter(({ source }) => engines.test(source)).map(({ file }) => file)).toEqual([]);
  // Writes that nobody awaits must use `tx.later()`. The files listed here may ignore failures, because their work does
  // not use the database.
  const silent = sources.filter(({ source }) => /\.catch\(\(\) => \{\}\)/.test(source));
  expect(silent.map(({ file }) => file).toSorted()).toEqual([
    'server/http/render-first-pages.ts',
    'server/main.ts',
    'server/public-log/witness.ts',
    'stripe-sandbox/sandbox.ts',
  ]);
});

test('only web/api knows the keys of cached responses', () => {
  const named =
    /\b(queryKey|queryOptions|\w+Queries|\w+QueryData|\w+QueriesData|\w+QueryState|prefetchQuery|fetchQuery|use\w*Query|useMutation|useQueryClient)\b|^import (?:type )?\{.*@tanstack\/react-query'/m;
  const users = globSync('web/**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !file.startsWith('web/api/') && !/\.test\.tsx?$/.test(file))
    .filter((file) => named.test(readFileSync(resolve(SRC, file), 'utf8')));
  expect(users).toEqual([]);
});

/** Files with hooks for another room's endpoints, and the reason why those hooks are in a lower room. */
const LENT_HOOKS: Record<string, string> = {
  'web/accounts/queries.ts -> profile.ts': 'The balance and the profile show on every layer above.',
  'web/accounts/config.ts -> storefront.ts':
    'What the shop says of itself shows on every layer above.',
  'web/accounts/texts.ts -> storefront-texts.ts': 'Home shows what the shop says of itself, too.',
  'web/about/figures.ts -> storefront.ts': 'About shows what the books say of the whole shop.',
  'web/catalogue/own-break.ts -> profile-limits.ts':
    'The shelves offer nothing to buy on a break; the room of the profile is above them.',
  'web/catalogue/reached-limits.ts -> checkout-limits.ts':
    'The shelves show what was bought; checkout is above them.',
  'web/catalogue/waiting.ts -> profile-waiting.ts':
    'Home shows what waits for a customer; the room of the profile is above the shelves.',
  'web/catalogue/shipping-rates.ts -> shipping-tariff.ts':
    'What shipping costs is told before anybody buys; shipping is above the shelves.',
  'web/catalogue/suggestion-queries.ts -> checkout-trending.ts':
    'The shelves show what sells; checkout is above them.',
  'web/catalogue/queries.ts -> prices.ts':
    'Home and the packs show how fresh the prices are; the room of prices stands above the catalogue.',
  'web/catalogue/card-queries.ts -> prices.ts':
    'The catalogue has the page of a card; the room of prices serves its figures.',
  'web/catalogue/card-queries.ts -> collection.ts':
    'The page of a card shows a year of its prices, and what became of one’s own copies.',
  'web/catalogue/card-queries.ts -> collection-copies.ts':
    'The pages of cards show what somebody has had of them; the collection is above them.',
  'web/fairness/drop-on-sale.ts -> drops.ts':
    'What a drop shows before anybody buys is kept with what is checked afterwards, below the shelves.',
  'web/fairness/drop-queries.ts -> drops.ts':
    'All that is public of a drop is read where it is checked.',
  'web/opening/queries.ts -> checkout.ts': 'A payment names the pack that is opened.',
  'web/shipping/use-shipping.ts -> checkout.ts':
    'One call lets go of what an unpaid card payment reserves, packs or cards.',
};

/** The contract files that a file's hooks use, directly or through other code of the file. */
function contractsOfHooks(file: string): string[] {
  const source = readFileSync(resolve(SRC, file), 'utf8');
  const imported = new Map<string, string>();
  const declared = new Map<string, Piece>();
  const hooks: string[] = [];
  for (const node of parseSync(file, source).program.body as unknown as Piece[]) {
    if (node.type === 'ImportDeclaration') {
      const target = (node['source'] as { value: string }).value;
      if (!target.startsWith('#contract/')) continue;
      for (const { local } of node['specifiers'] as { local: { name: string } }[]) {
        imported.set(local.name, basename(target, '.ts'));
      }
      continue;
    }
    const isExported = node.type === 'ExportNamedDeclaration';
    const statement = (isExported ? node['declaration'] : node) as Piece | null;
    const named = (statement?.['declarations'] as Piece[] | undefined) ?? [statement];
    for (const one of named) {
      const name = (one?.['id'] as { name?: string } | undefined)?.name;
      if (name === undefined) continue;
      declared.set(name, one!);
      if (isExported && /^use[A-Z]/.test(name)) hooks.push(name);
    }
    if (!isExported) continue;
    for (const { local } of (node['specifiers'] as { local: { name?: string } }[]) ?? []) {
      if (/^use[A-Z]/.test(local.name ?? '')) hooks.push(local.name!);
    }
  }
  const spokenOf = new Set<string>();
  const loaded = new Set<string>();
  const follow = (name: string): void => {
    if (spokenOf.has(name)) return;
    spokenOf.add(name);
    eachPiece(declared.get(name), (piece) => {
      if (piece.type === 'Identifier') follow(piece['name'] as string);
      // Records a contract file that is loaded by a dynamic import.
      const late = piece.type === 'ImportExpression' && (piece['source'] as { value?: string });
      if (late && late.value?.startsWith('#contract/')) loaded.add(basename(late.value, '.ts'));
    });
  };
  hooks.forEach(follow);
  return [...loaded, ...[...spokenOf].flatMap((name) => imported.get(name) ?? [])];
}

test('a hook is in the room of its endpoints', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: SRC }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const lent = files.flatMap((file) => {
    const room = file.split('/')[1]!;
    return contractsOfHooks(file)
      .filter((contract) => contract !== 'endpoint')
      .filter((contract) => contract !== room && !contract.startsWith(`${room}-`))
      .map((contract) => `${file} -> ${contract}.ts`);
  });
  expect([...new Set(lent)].sort()).toEqual(Object.keys(LENT_HOOKS).sort());
});
