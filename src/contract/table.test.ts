// Tests what endpoints declare to read and change. These declarations tell the browser's cache what to refetch.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './table.ts';

const ALL_ENDPOINTS = Object.entries<Endpoint>(ENDPOINTS);

test('every call that acts lists the subjects that it changes', () => {
  const silent = ALL_ENDPOINTS.filter(
    ([, endpoint]) => endpoint.repeat !== 'none' && endpoint.changes === undefined,
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('every response lists the subjects that it shows', () => {
  const silent = ALL_ENDPOINTS.filter(
    ([, endpoint]) => endpoint.method === 'GET' && endpoint.reads === undefined,
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('an endpoint without `reads` or `changes` gives a reason', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname });
  const unreasoned = files.flatMap((file) => {
    const lines = readFileSync(resolve(import.meta.dirname, file), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      /^ {2}(reads|changes): \[\],/.test(line) && !/^ {2}\/\/ \S/.test(lines[at - 1]!)
        ? [`${file}:${at + 1}`]
        : [],
    );
  });
  expect(unreasoned).toEqual([]);
});
