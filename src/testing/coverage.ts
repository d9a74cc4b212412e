// Records which endpoints gave which answers, and which events were published, in a whole test run. `scripts/test.mjs`
// names the file, and after the run compares it with the endpoint table and the list of events. The run fails if an
// endpoint never succeeded, if no test caused one of its listed rejections, or if an event was never published.
import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import * as z from 'zod/mini';
import { EVENTS } from '#contract/shop-events.ts';
import { shopEvents } from '../server/runtime/events.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the file. If it is empty, responses are not recorded. */
    responsesFile: string;
  }
}

const seen = new Set<string>();

/** Records the events of this process. An event that doesn't match its schema fails the test. */
export function noteEvents(): () => void {
  return shopEvents.subscribe(({ type, data }) => {
    z.encode(EVENTS[type].data, data as never);
    if (seen.has(type)) return;
    seen.add(type);
    noteResponse('EVENT', type, 200, null);
  });
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
