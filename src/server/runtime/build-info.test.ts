import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuildInfo } from './build-info.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-info-'));
  writeFileSync(join(folder, 'package.json'), '{ "version": "9.8.7" }');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a built shop shows its version and the commit of the build', () => {
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/commit'), '1c9d3a7e\n');
  expect(readBuildInfo(folder)).toEqual({ version: '9.8.7', commit: '1c9d3a7e' });
});

test('without a known commit, the shop shows its version alone', () => {
  expect(readBuildInfo(folder)).toEqual({ version: '9.8.7', commit: '' });
});
