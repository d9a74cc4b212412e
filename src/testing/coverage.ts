// Records which endpoints gave which answers in a whole test run. `scripts/test.mjs` names the file and compares it with the
// endpoint table afterwards. The run fails if an endpoint never succeeded, or if no test caused one of its listed
// rejections.
import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the file; empty: responses are not recorded. */
    answersFile: string;
  }
}

/**
 * Records one answer. `code` null: a success. Several processes may record at once, because each line is one write at
 * the end of the file.
 */
export function noteResponse(
  method: string,
  path: string,
  status: number,
  code: string | null,
): void {
  const file = inject('answersFile');
  // The fault tests have no such file.
  if (!file) return;
  appendFileSync(file, `${JSON.stringify({ method, path: path.split('?')[0], status, code })}\n`);
}
