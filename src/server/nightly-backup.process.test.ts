// Tests deploy/backup.sh as a timer runs it every night. A stand-in replaces the encryption and prints the recipient.
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { AUTH_SECRET, NODE_SETTINGS } from '../testing/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const AGE = `#!/bin/sh
test "$1 $2 $4" = "--encrypt --recipients-file --output" && test -s "$6" && cat "$3" > "$5"
`;

const shop = useTestApp();
let folder: string;
let backups: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightly-'));
  backups = join(folder, 'backups');
  mkdirSync(backups);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/age'), AGE, { mode: 0o755 });
  writeFileSync(join(folder, 'recipients'), 'for the key in the safe');
  makeOldFile('shop-2026-11-01T050000Z.backup.age', 31);
  makeOldFile('shop-2026-11-03T050000Z.backup.age', 29);
  makeOldFile('notes.txt', 100);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a file that is `days` days old. */
function makeOldFile(name: string, days: number): void {
  const at = Date.now() / 1000 - days * 86_400;
  writeFileSync(join(backups, name), 'kept');
  utimesSync(join(backups, name), at, at);
}

function backUp(environment: Record<string, string> = {}) {
  return promisify(execFile)(join(ROOT, 'deploy/backup.sh'), {
    cwd: ROOT,
    env: {
      ...NODE_SETTINGS,
      PATH: `${join(folder, 'bin')}:${NODE_SETTINGS['PATH']}`,
      DATABASE_URL: shop.url,
      AUTH_SECRET,
      BACKUPS: backups,
      RECIPIENTS: join(folder, 'recipients'),
      ...environment,
    },
  });
}

test('adds one file, encrypted for the configured recipient, and removes those older than thirty days', async () => {
  await backUp();
  const [old, made, ...others] = readdirSync(backups).filter((name) => name !== 'notes.txt');
  expect([old, others]).toEqual(['shop-2026-11-03T050000Z.backup.age', []]);
  expect(made).toMatch(/^shop-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.age$/);
  expect(readFileSync(join(backups, made!), 'utf8')).toBe('for the key in the safe');
  expect(readdirSync(backups)).toContain('notes.txt');
});

test.each([
  ['a database that is away', { DATABASE_URL: 'postgres://localhost:1/shop' }],
  ['keys that are missing', { RECIPIENTS: '/nowhere/recipients' }],
])('fails with %s, leaves no plain backup, and removes nothing', async (_what, environment) => {
  const before = readdirSync(backups);
  await expect(backUp(environment)).rejects.toMatchObject({ code: expect.any(Number) });
  expect(readdirSync(backups)).toEqual(before);
});
