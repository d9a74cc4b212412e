import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uncoveredPairs } from './contract-coverage.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The endpoints that lack a success if only these paths succeeded. */
function withoutSuccess(...paths: string[]): string[] {
  const file = join(folder, 'answers.jsonl');
  const lines = paths.map((path) => JSON.stringify({ method: 'GET', path, code: null }));
  writeFileSync(file, `${lines.join('\n')}\n`);
  return uncoveredPairs(file).filter((pair) => pair.endsWith('-> success'));
}

test('a response counts for the endpoint that gave it, and not for another whose parameter would match', () => {
  const none = withoutSuccess();
  expect(none).toContain('GET /packs/{id} -> success');
  expect(withoutSuccess('/packs/trending')).toEqual(
    none.filter((pair) => pair !== 'GET /packs/trending -> success'),
  );
  expect(withoutSuccess('/packs/9b1c')).toEqual(
    none.filter((pair) => pair !== 'GET /packs/{id} -> success'),
  );
});
