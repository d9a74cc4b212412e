// Tests what npm does before the shop itself starts: it chooses the Node, and reads .env.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NODE_SETTINGS } from '../testing/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHARED = [
  'package.json',
  'scripts',
  'src',
  'dist',
  'public',
  'vite.config.ts',
  'verifier.config.ts',
];

let folder: string;

/** Makes a separate clone with all files of this one, and with its own `.env`. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
  for (const name of SHARED) symlinkSync(join(ROOT, name), join(folder, name));
  // The lockfile gets a date before any installation, so that nothing is installed. An installation would empty the
  // packages that both clones share.
  copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
});
afterEach(() => rmSync(folder, { recursive: true }));

type Outcome = { code: number; stdout: string; stderr: string };

function run(command: string, words: string[], environment: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...NODE_SETTINGS, ...environment } };
  return promisify(execFile)(command, words, options).then(
    ({ stdout, stderr }): Outcome => ({ code: 0, stdout, stderr }),
    (failure: Outcome) => failure,
  );
}

describe('.env', () => {
  beforeEach(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.env'), 'PORT=from the file\nTAX_RATE=from the file\n');
  });

  test.each([
    ['npm start', ['start', '--silent']],
    ['npm run shop', ['run', '--silent', 'shop', '--', 'audit']],
  ])('is read by %s, and the environment overrides it', async (_name, words) => {
    // Some settings in the environment are invalid, so that no shop opens, whichever settings npm reads.
    const environment = { TAX_RATE: '0.5', LOG_LEVEL: 'loud' };
    const { code, stderr } = await run('npm', words, environment);
    expect(code).toBe(1);
    expect(stderr).toContain('PORT must be a port number');
    expect(stderr).not.toContain('TAX_RATE');
  });

  test('is not read by a shop in a test', async () => {
    const { stderr } = await run(process.execPath, [join(ROOT, 'src/server/main.ts')], {
      TAX_RATE: '7',
    });
    expect(stderr).toContain('TAX_RATE is a fraction');
    expect(stderr).not.toContain('PORT');
  });
});

describe('a Node that is too old', () => {
  const asNode = (version: string) =>
    `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const setUp = (version: string) =>
    run(process.execPath, ['--import', asNode(version), 'scripts/setup.mjs']);

  beforeEach(() => {
    // This is what npm leaves if it may not run install scripts: everything except the package's own Node.
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  });

  test.each(['18.20.8', '20.20.2', '22.23.3', '26.3.0'])(
    '(%s) is reported in one line',
    async (old) => {
      const { code, stdout, stderr } = await setUp(old);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^This shop needs Node 26\.4 or newer, and this is \S+\. .*npm ci --ignore-scripts=false.*\n$/,
      );
      expect(stderr).toContain(old);
    },
  );

  test.each([
    ['npm start', ['start', '--silent']],
    ['npm run shop', ['run', '--silent', 'shop']],
    ['npm test', ['test', '--silent']],
  ])('is reported by %s, even without install scripts', async (_name, words) => {
    mkdirSync(join(folder, 'bin'));
    const script = `#!/bin/sh\nexec '${process.execPath}' --import "${asNode('20.20.2')}" "$@"\n`;
    writeFileSync(join(folder, 'bin/node'), script, { mode: 0o755 });
    const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
    const { code, stderr } = await run('npm', [...words, '--ignore-scripts'], { PATH });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^This shop needs Node 26\.4 /m)]);
  });

  test.each(['26.4.0', '26.10.0', '27.0.0'])('is not %s', async (fine) => {
    expect(await setUp(fine)).toMatchObject({ code: 0, stderr: '' });
  });
});
