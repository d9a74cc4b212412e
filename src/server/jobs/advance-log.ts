// Writes sales into the public log within a second or two. Each process polls, but the database
// lets only one at a time write to the log.
import { advanceDrops } from '../drops/advance-drops.ts';
import { askWitnesses } from '../public-log/ask-witnesses.ts';
import { tellVerifier } from '../public-log/tell-verifier.ts';
import type { Context } from '../runtime/context.ts';

/** How often a process polls for events to publish. */
const POLL_MS = 1_000;
/**
 * While a drop waits for its number, a witness that did not sign is asked again after this time.
 */
const AGAIN_MS = 5_000;

/**
 * Starts advancing the log. The returned function stops it after the present round. `verifier`:
 * SHA-256 of the verifier's file that this process serves. It is published once in each log, as
 * soon as the log exists.
 */
export function startAdvancingLog(context: Context, verifier: string | null): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let told: number | null = null;
  let askedAt = 0;
  let isUnseen = false;
  let asking: Promise<void> | undefined;
  /**
   * Runs outside of the rounds, so that no ticket waits for a witness. A witness that hangs is
   * abandoned after some seconds.
   */
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
