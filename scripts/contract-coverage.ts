// Compares what the tests were answered with the endpoint table: each row must have succeeded in some
// test, and each rejection that it names must have been provoked.
import { readFileSync } from 'node:fs';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';

type Noted = { method: string; path: string; code: string | null };

function pathPattern(row: Endpoint): RegExp {
  return new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** The pairs of row and outcome that no test saw, one line each. `file`: one noted answer a line. */
export function uncoveredPairs(file: string): string[] {
  const answers = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Noted);
  return Object.values<Endpoint>(ENDPOINTS).flatMap((row) => {
    const pattern = pathPattern(row);
    const own = answers.filter(
      (answer) => answer.method === row.method && pattern.test(answer.path),
    );
    return [null, ...row.rejections]
      .filter((code) => !own.some((answer) => answer.code === code))
      .map((code) => `${row.method} ${row.path} -> ${code ?? 'success'}`);
  });
}
