// Which rows of the endpoint table were answered how, in a whole test run. `scripts/test.mjs` names the file
// and compares it with the table afterwards: a row without a success, or a rejection it names that no test
// provoked, fails the run.
import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where answers are noted; empty where nobody reads them. */
    answersFile: string;
  }
}

/** Notes one answer. `code` null: a success. Processes may note at once: each line is one write at the end. */
export function noteResponse(
  method: string,
  path: string,
  status: number,
  code: string | null,
): void {
  const file = inject('answersFile');
  // The fault tests provide none.
  if (!file) return;
  appendFileSync(file, `${JSON.stringify({ method, path: path.split('?')[0], status, code })}\n`);
}
