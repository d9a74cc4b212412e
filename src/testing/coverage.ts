// Which rows of the endpoint table were answered how, in a test run. `scripts/test.mjs` compares it
// with the table afterwards: a row without a success, or a rejection it names that no test provoked,
// fails the run.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../.cache/answers.jsonl');

/** Notes one answer. `code` null: a success. */
export function noteAnswer(
  method: string,
  path: string,
  status: number,
  code: string | null,
): void {
  appendFileSync(FILE, `${JSON.stringify({ method, path: path.split('?')[0], status, code })}\n`);
}
