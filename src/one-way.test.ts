// Certain things have one way for all tests to do them. These tests check that no other way is used.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const saying = (pattern: string, words: RegExp) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => words.test(readFileSync(resolve(ROOT, file), 'utf8')))
    .toSorted();

test('a test gives a role by `signUp` or `giveRole`', () => {
  expect(saying('src/**/*.test.ts', /\.query\(\s*.update users set role/)).toEqual([
    // The test in this file removes the role of all admins at once.
    'src/server/admin/users.http.test.ts',
    // The test in this file needs an unverified e-mail address.
    'src/server/command-line.test.ts',
  ]);
});

test('a browser test intercepts responses only with `e2e/answers.ts`', () => {
  expect(saying('e2e/*.ts', /\.route\(|\broute\.\w+\(/)).toEqual(['e2e/answers.ts']);
});
