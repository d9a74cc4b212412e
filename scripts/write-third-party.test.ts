import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeNotices, type Lockfile } from './write-third-party.ts';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as Lockfile;

test('THIRD-PARTY.md names what the lockfile installs; if not: node scripts/write-third-party.ts', () => {
  expect(read('THIRD-PARTY.md')).toBe(writeNotices(lock));
});

test('no package has an unknown licence, or one that nobody agreed to', () => {
  const AGREED = [
    '(MIT OR CC0-1.0)',
    '0BSD',
    'Apache-2.0',
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'LGPL-3.0-or-later',
    'MIT',
    'MIT AND OFL-1.1',
    'MIT-0',
    'OFL-1.1',
    'Unlicense',
  ];
  const licences = [...read('THIRD-PARTY.md').matchAll(/^### (.*)$/gm)].map(([, one]) => one!);
  expect(licences.length).toBeGreaterThan(5);
  expect(licences.filter((one) => !AGREED.includes(one))).toEqual([]);
});

test('the files and the README say what package.json says: all rights are reserved', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ license: 'UNLICENSED' });
  expect(read('LICENSE')).toContain('All rights reserved');
  expect(read('README.md')).toContain('[LICENSE](LICENSE)');
});
