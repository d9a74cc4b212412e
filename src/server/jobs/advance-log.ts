// The log follows what is sold within a second or two: each process looks, and the database lets one write at a time.
import { advanceDrops } from '../drops/advance-drops.ts';
import { askWitnesses } from '../public-log/ask-witnesses.ts';
import { tellVerifier } from '../public-log/tell-verifier.ts';
import type { Context } from '../runtime/context.ts';

/** How often a process looks whether there is anything to tell. */
const POLL_MS = 1_000;
/** When a witness who did not sign is asked again while a drop waits for its number. */
const AGAIN_MS = 5_000;

/**
 * Begins to keep the log; what it answers ends it, after the present round. `verifier`: SHA-256 of the file that this process
 * hands out, which each log is told once it is there.
 */
export function startAdvancingLog(context: Context, verifier: string | null): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let told: number | null = null;
  let askedAt = 0;
  let isUnseen = false;
  let asking: Promise<void> | undefined;
  /** Beside the rounds, for which nobody's ticket waits: one that hangs is given up after some seconds. */
  const showToWitnesses = (): void => {
    isUnseen = true;
    asking ??= (async () => {
      while (isUnseen) {
        isUnseen = false;
        askedAt = Date.now();
        await askWitnesses(context);
      }
    })()
      .catch((error: unknown) =>
        context.log.warn(
          { event: 'witnesses_not_asked', err: error },
          'Could not ask the witnesses, will retry',
        ),
      )
      .finally(() => {
        asking = undefined;
      });
  };
  const keep = async (): Promise<void> => {
    if (verifier !== null) told = await tellVerifier(context, verifier, told);
    await advanceDrops(context, (isNew) => {
      if (isNew || Date.now() - askedAt >= AGAIN_MS) showToWitnesses();
    });
  };
  const poll = (): void => {
    round = keep()
      .catch((error: unknown) =>
        context.log.warn(
          { event: 'public_log_not_advanced', err: error },
          'Could not advance the public log, will retry',
        ),
      )
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(poll, POLL_MS).unref();
      });
  };
  poll();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await round;
    await asking;
  };
}
