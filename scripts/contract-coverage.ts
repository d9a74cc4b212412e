// Compares what the tests were answered with the endpoint table: each row must have succeeded in some
// test, and each rejection that it names must have been provoked.
import { readFileSync } from 'node:fs';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';

type Noted = { method: string; path: string; code: string | null };

const PARAMETER = /\{\w+\}/g;
/** Paths of their own come before those with a parameter in that place, as in the router. */
const ROWS = Object.values<Endpoint>(ENDPOINTS)
  .map((row) => ({
    row,
    pattern: new RegExp(`^${row.path.replaceAll(PARAMETER, '[^/]+')}$`),
    parameters: row.path.match(PARAMETER)?.length ?? 0,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

function rowOf({ method, path }: Noted): Endpoint | undefined {
  return ROWS.find(({ row, pattern }) => row.method === method && pattern.test(path))?.row;
}

/** The pairs of row and outcome that no test saw, one line each. `file`: one noted answer a line. */
export function uncoveredPairs(file: string): string[] {
  const answers = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Noted);
  const ofRow = Map.groupBy(answers, rowOf);
  return Object.values<Endpoint>(ENDPOINTS).flatMap((row) => {
    const own = new Set(ofRow.get(row)?.map(({ code }) => code));
    return [null, ...row.rejections]
      .filter((code) => !own.has(code))
      .map((code) => `${row.method} ${row.path} -> ${code ?? 'success'}`);
  });
}
