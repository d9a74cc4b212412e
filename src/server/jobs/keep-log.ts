// The log follows what is sold within a second or two: each process looks, and the database lets one write at a time.
import { keepDrops } from '../catalogue/keep-drops.ts';
import { tellVerifier } from '../public-log/tell-verifier.ts';
import type { Context } from '../runtime/context.ts';

/** How often a process looks whether there is anything to tell. */
const LOOK_MS = 1_000;

/**
 * Begins to keep the log; what it answers ends it, after the present round. `verifier`: SHA-256 of the file that this process
 * hands out, which the log is told once it is there.
 */
export function startKeepingLog(context: Context, verifier: string | null): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let untold = verifier;
  const keep = async (): Promise<void> => {
    if (untold !== null && (await tellVerifier(context, untold))) untold = null;
    await keepDrops(context);
  };
  const look = (): void => {
    round = keep()
      .catch((error: unknown) => context.log.warn({ err: error }, 'The log was not kept'))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(look, LOOK_MS).unref();
      });
  };
  look();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await round;
  };
}
