// Checks that the table of docs/security.md has every requirement once, and that the tests which it names as proofs
// exist. Also checks rules that hold for all of the code.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

/** The requirements of ASVS 5.0.0: all of levels 1 and 2, and nine of level 3 that a shop with money should have. */
const REQUIREMENTS = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-8
  3.5.1-5 3.7.1-2 4.1.1-4 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12
  6.3.1-5 6.3.7 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-3 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1-2 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5
  10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 15.4.2
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-4 17.1.1 17.2.1-4 17.3.1-2`;
const COUNT = 262;

/** Expands "1.2.3-5" to 1.2.3, 1.2.4 and 1.2.5. */
function idsOf(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+\.)(\d+)(?:-(\d+))?/g)].flatMap(([, section, from, to]) =>
    Array.from(
      { length: Number(to ?? from) - Number(from) + 1 },
      (_, index) => `${section}${Number(from) + index}`,
    ),
  );
}

type Row = { ids: string[]; asks: string; how: string };
type Named = { file: string; name: string };

function rowsOf(document: string): Row[] {
  return document
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [ids = '', , asks = '', how = ''] = line.split(' | ');
      return { ids: idsOf(ids), asks, how };
    });
}

/** Finds the proofs that a text names. A proof is written as `a file`: “a part of a test's name”. */
function proofsIn(text: string): Named[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`((?:[:,] “[^”]+”)+)/g)].flatMap(
    ([, file, names]) =>
      [...names!.matchAll(/“([^”]+)”/g)].map(([, name]) => ({ file: file!, name: name! })),
  );
}

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/**
 * Returns the first word of a call: `test` for `test.each(...)`, `describe` for
 * `describe.each(...)`.
 */
function firstWord(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'Identifier'
    ? String(node['name'])
    : firstWord(node['callee'] ?? node['object'] ?? node['tag']);
}

/** The titles that a test file gives its tests and groups. */
function namesIn(file: string): string[] {
  const names: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && /^(test|describe)$/.test(firstWord(value['callee']))) {
      const [name] = value['arguments'] as Node[];
      if (typeof name?.['value'] === 'string') names.push(name['value']);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseSync(file, read(file)).program);
  return names;
}

describe('docs/security.md', () => {
  const document = read('docs/security.md');
  const rows = rowsOf(document);

  test('has every requirement, once', () => {
    const wanted = idsOf(REQUIREMENTS);
    expect(wanted).toHaveLength(COUNT);
    const listed = rows.flatMap(({ ids }) => ids);
    expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([]);
    expect(wanted.filter((id) => !listed.includes(id))).toEqual([]);
    expect(listed.filter((id) => !wanted.includes(id))).toEqual([]);
  });

  test('names a proof for each, or says why there is none', () => {
    const silent = rows.filter(
      ({ how }) =>
        proofsIn(how).length === 0 && !/^(Not here|Otherwise|Written|Operator): \S.{10,}/.test(how),
    );
    expect(silent).toEqual([]);
    expect(rows.filter(({ asks }) => asks.split(' ').length < 2)).toEqual([]);
    expect(rows.filter(({ how }) => proofsIn(how).length > 0).length).toBeGreaterThan(120);
  });

  test('names only existing tests', () => {
    const known = new Map<string, string[]>();
    const gone = proofsIn(document).filter(({ file, name }) => {
      if (!existsSync(resolve(ROOT, file))) return true;
      if (!known.has(file)) known.set(file, namesIn(file));
      return !known.get(file)!.some((one) => one.includes(name));
    });
    expect(gone).toEqual([]);
    // Finds every mention of a test file, so that no mention escapes `proofsIn`.
    const files = [...document.matchAll(/`[\w./-]+\.(?:test|e2e)\.tsx?`/g)];
    expect(new Set(proofsIn(document).map(({ file }) => file)).size).toBe(
      new Set(files.map(([file]) => file)).size,
    );
  });

  test('links only to existing documents and sources', () => {
    const links = [...document.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((to) => !existsSync(resolve(ROOT, 'docs', to)))).toEqual([]);
    const sources = [...document.matchAll(/`(src\/[\w./-]+\.tsx?)`/g)].map(([, file]) => file!);
    expect(sources.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  });
});

describe('docs/dependencies.md', () => {
  type Package = Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read('package.json'),
  ) as Package;
  const direct = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const rows = read('docs/dependencies.md')
    .split('\n')
    .map((line) => /^\| `([^`]+)` \| (\S+) \|/.exec(line))
    .filter((row) => row !== null)
    .map(([, name, version]) => ({ name: name!, version: version! }));

  test('has every dependency of package.json, once, at its version, and no other', () => {
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1;
    const wanted = Object.entries(direct).map(([name, version]) => ({ name, version }));
    expect(rows.toSorted(byName)).toEqual(wanted.toSorted(byName));
  });

  test('is about packages that are pinned to one version and one content', () => {
    expect(Object.values(direct).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
    type Lock = { packages: Record<string, { integrity?: string; resolved?: string }> };
    const { packages } = JSON.parse(read('package-lock.json')) as Lock;
    // No entry of the lockfile may have an address, because everybody installs from the registry that they configured.
    // The entry's hash proves that the content is right.
    const loose = Object.entries(packages).filter(
      ([path, { integrity, resolved }]) =>
        path !== '' && (!integrity?.startsWith('sha512-') || resolved !== undefined),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });
});

describe('the code', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|^src\/testing\//.test(file))
    .map((file) => ({ file, text: read(file).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '') }));
  /** Returns the files that contain a pattern, except those that may contain it. */
  const filesWith = (form: RegExp, ...allowed: string[]) =>
    sources
      .filter(({ file, text }) => form.test(text) && !allowed.some((one) => file.startsWith(one)))
      .map(({ file }) => file);

  test('executes no text as code, and inserts none into a page as markup', () => {
    expect(sources.length).toBeGreaterThan(400);
    // This file has the page's own scripts, which the server builds from the file's code and the names of the built
    // files.
    const start = 'src/web/shell/server-script.tsx';
    expect(
      filesWith(
        /\beval\(|new Function\(|node:vm|innerHTML|outerHTML|document\.write\(/i,
        start,
        // This file shows operators' texts, which the server has cleaned (src/server/storefront/render-text.test.ts).
        'src/web/ui/written.tsx',
        // This file writes data that is never executed. Names in the data can't begin a tag.
        'src/web/catalogue/structure.tsx',
      ),
    ).toEqual([]);
    expect(filesWith(/insertAdjacentHTML|createContextualFragment|srcDoc|javascript:/)).toEqual([]);
  });

  test('starts processes only to run its own Postgres, and never through a shell', () => {
    expect(filesWith(/child_process/, 'src/embedded-postgres/')).toEqual([]);
    expect(filesWith(/\bshell: (?!draw)|execSync\(|\bexec\(['"`]/)).toEqual([]);
  });

  test('makes no regular expression from external input', () => {
    expect(
      filesWith(
        /new RegExp\(/,
        'src/server/http/respond-unknown.ts', // addresses from the endpoint table
        'src/art/name-words.ts', // words from the shop's own list
        'src/domain/two-factor.ts', // numbers from the code
        'src/contract/accounts.ts', // numbers from the code
      ),
    ).toEqual([]);
  });

  test('uses no weak random numbers for secrets', () => {
    expect(
      filesWith(
        /Math\.random\(/,
        'src/engine/database.ts', // the delay before a retry
        'src/web/', // sounds, and delays in the browser
      ),
    ).toEqual([]);
  });

  test('hashes, signs and encrypts in one way each', () => {
    const used = sources.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /(?:createHash|createHmac|hkdfSync|createSign|pbkdf2\w*)\(\s*'([^']+)'|argon2\(\s*'([^']+)'|CIPHER = '([^']+)'|ALGORITHM = '([^']+)'/g,
        ),
      ].map((match) => match.slice(1).find((one) => one !== undefined)),
    );
    expect(new Set(used)).toEqual(new Set(['HS256', 'aes-256-gcm', 'argon2id', 'sha256']));
  });

  test('stores data in a browser in seven places, each with a reason', () => {
    expect(
      filesWith(
        /(?:local|session|tab)Storage|indexedDB|document\.cookie/,
        'src/web/browser/browser-storage.ts', // tokens, the signed-in user, the catalogue
        'src/web/browser/theme.ts', // the theme
        'src/web/checkout/payment-memory.ts', // the id of the pending payment
        'src/web/checkout/purchase-memory.ts', // a purchase without a response, and its key
        'src/web/browser/motion.ts', // the choice about motion
        'src/web/fairness/own-knowledge.ts', // drops that pages showed, secrets and tickets of packs, checkpoints
        'src/web/browser/tab-memory.ts', // unfinished input, until its user logs out
      ),
    ).toEqual([]);
  });

  test('accepts no messages from other windows, and opens none with a way back', () => {
    expect(
      filesWith(
        /postMessage|addEventListener\(['"]message|window\.opener|window\.open\(/,
        'src/server/drops/replay-worker.ts', // to the thread that started the worker
        'src/server/http/in-thread.ts', // to a worker thread
        'src/server/wallet/receipt-worker.ts', // from a worker thread
        'src/server/storefront/text-worker.ts', // from a worker thread
        'src/server/sharing/embed-page.ts', // to the page around a frame: the frame's height and title
      ),
    ).toEqual([]);
  });

  test('calls other servers, and its own by hand, only in these places', () => {
    expect(
      filesWith(
        /\bfetch\(|https?\.(?:get|request)\(|createTransport\(|new Stripe\(/,
        'src/server/prices/price-sources.ts', // sources from the operator's settings
        'src/server/card-payments/open-stripe.ts', // the card provider, which may also calculate the taxes
        'src/server/mail/smtp.ts', // the mail server
        'src/server/public-log/ask-witnesses.ts', // witnesses from the operator's settings
        'src/server/public-log/open-beacon.ts', // relays of the public random numbers
        'src/server/shipping/easypost.ts', // the seller of shipping labels
        'src/server/webhooks/call-receiver.ts', // endpoints from the owner, at public addresses
        'src/web/card-payments/sandbox-client.ts', // the shop's own address
        'src/web/fairness/check-proof.ts', // the shop's own log
      ),
    ).toEqual([]);
  });

  test('parses no XML and no other language that could be executed', () => {
    expect(
      filesWith(/DOMParser|XMLHttpRequest|parseFromString|v8\.deserialize|yaml|graphql|WebSocket/i),
    ).toEqual([]);
  });

  test('contains no secret', () => {
    expect(
      filesWith(/sk_live_\w{8}|whsec_\w{16}|AKIA[A-Z0-9]{16}|-----BEGIN [A-Z ]*PRIVATE KEY/),
    ).toEqual([]);
  });
});
