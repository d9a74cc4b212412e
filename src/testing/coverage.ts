// Records which endpoints gave which answers in a whole test run. `scripts/test.mjs` names the file, and after the run
// compares it with the endpoint table. The run fails if an endpoint never succeeded, or if no test caused one of its
// listed rejections.
import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the file. If it is empty, responses are not recorded. */
    responsesFile: string;
  }
}

/**
 * Records one answer. If `code` is null, the answer is a success. Several processes may record at once, because each
 * line is one write at the end of the file.
 */
export function noteResponse(
  method: string,
  path: string,
  status: number,
  code: string | null,
): void {
  const file = inject('responsesFile');
  // The fault tests have no file for the records.
  if (!file) return;
  appendFileSync(file, `${JSON.stringify({ method, path: path.split('?')[0], status, code })}\n`);
}
