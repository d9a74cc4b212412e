// The commands of CONTRIBUTING.md, each in a form that ends soon.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The shortest form of each command. Null if the command runs until it is stopped. */
export const SHORTEST: Record<string, string | null> = {
  check: 'npm run check',
  start: null,
  dev: null,
  fix: 'npm run fix && git diff --exit-code',
  build: 'npm run build',
  'test:unit': 'npm run test:unit -- money',
  'test:http': 'npm run test:http -- wallet.http',
  'test:postgres': 'npm run test:postgres -- 15 wallet.http',
  'test:race': 'npm run test:race -- connections',
  'test:process': 'npm run test:process -- image',
  'test:fuzz': 'FUZZ_REQUESTS=50 npm run test:fuzz',
  'test:model': 'MODEL_RUNS=2 npm run test:model',
  e2e: 'npm run e2e -- page-head',
  'test:faults': 'FAULTS_SECONDS=2 npm run test:faults -- lost-update',
  'test:soak': 'FAULTS_SOAK_MINUTES=5 FAULTS_DROP_MINUTES=1 npm run test:soak',
  look: 'LOOK_WIDTHS=390 LOOK_THEMES=light npm run look -- home',
  lighthouse: 'npm run lighthouse',
  bench: 'BENCH_ROUND_MS=100 npm run bench -- --short',
  'bench:scale': 'npm run bench:scale -- 500 1',
  'bench:rows': 'npm run bench:rows -- 200000',
  'bench:mail': 'BENCH_ROUND_MS=100 npm run bench:mail -- --rounds 1 --receipts 50',
  'bench:webhooks': 'BENCH_ROUND_MS=100 npm run bench:webhooks -- --rounds 1',
  'bench:motion': 'npm run bench:motion',
  client: 'npm run client && git diff --exit-code',
  types: 'npm run types',
  'db:schema': 'npm run db:schema && git diff --exit-code',
  packproof: 'npm run packproof -- nowhere.json || test $? = 2',
  witness: 'npm run witness || test $? = 2',
  monitor: 'npm run monitor -- http://127.0.0.1:1 --once || test $? = 2',
  shop: 'npm run shop -- audit',
};
/**
 * Commands that this check does not try: CI runs `npm test` on a fresh clone, `test:long` runs this check itself, and a
 * drill needs packages of the system.
 */
const ELSEWHERE = ['test', 'test:long', 'drill'];

/**
 * Runs as a part of each command, because npm skips `pre` scripts if it may not run install scripts. `hash -r` makes
 * the shell forget the `node` from before the install.
 */
const SET_UP = 'node scripts/setup.mjs && hash -r && ';

/** The differences between the table, the forms above and `package.json`, one line for each. */
export function listUndocumented(): string[] {
  const documented = namesIn(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [
    ...documented
      .filter((name) => !(name in SHORTEST) && !ELSEWHERE.includes(name))
      .map((name) => `${name} is documented, and has no shortest form here`),
    ...[...Object.keys(SHORTEST), ...ELSEWHERE]
      .filter((name) => !documented.includes(name))
      .map((name) => `${name} is not documented`),
    ...documented
      .filter((name) => !scripts[name]?.startsWith(SET_UP))
      .map((name) => `${name} does not set itself up`),
  ];
}

/**
 * The commands in the first column of the table: `npm test`, `npm run check`, and further commands in the same cell,
 * such as `test:http`.
 */
function namesIn(document: string): string[] {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| `npm'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`(?:npm (?:run )?)?([\w:]+)[^`]*`/g)])
    .map(([, name]) => name!);
}
