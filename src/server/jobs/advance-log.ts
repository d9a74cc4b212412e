// Writes sales into the public log within a second or two, and once a day the graded cards that came back to the shop.
// Every process polls, but the database lets only one process at a time write to the log.
import { nextDueMs } from '#domain/schedule.ts';
import { advanceDrops } from '../drops/advance-drops.ts';
import { askWitnesses } from '../public-log/ask-witnesses.ts';
import { tellVerifier } from '../public-log/tell-verifier.ts';
import type { Context } from '../runtime/context.ts';
import { retireLabels } from '../stock/retire-labels.ts';

/** How often a process polls for events to publish. */
const POLL_MS = 1_000;
/** While a drop waits for its public number, the shop asks witnesses that did not sign again after this time. */
const AGAIN_MS = 5_000;
/** After a failure, the next try to retire graded cards waits for this time, because tickets come first. */
const RETIRE_AGAIN_MS = 60_000;

/**
 * Starts advancing the log, and returns a function that stops it after the present round. `verifier`: the SHA-256 of
 * the verifier's file that this process serves. It is published once in each log, as soon as the log exists.
 */
export function startAdvancingLog(context: Context, verifier: string | null): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let told: number | null = null;
  let askedAt = 0;
  /**
   * The log in which this process last retired graded cards. `retireAt`: when it does so next, in epoch milliseconds.
   */
  let retiredIn: number | null = null;
  let retireAt = 0;
  let isUnseen = false;
  let asking: Promise<void> | undefined;
  /**
   * Witnesses are asked outside of the rounds, so that no ticket waits for a witness. If a witness hangs, it is
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
          'Could not send the checkpoint to the witnesses, will retry',
        ),
      )
      .finally(() => {
        asking = undefined;
      });
  };
  const advanceOnce = async (): Promise<void> => {
    if (verifier !== null) told = await tellVerifier(context, verifier, told);
    await advanceDrops(context, (isNew) => {
      if (isNew || Date.now() - askedAt >= AGAIN_MS) showToWitnesses();
    });
    if (told !== null) await retireDaily(told);
  };
  const retireDaily = async (log: number): Promise<void> => {
    const now = context.now().getTime();
    if (log === retiredIn && now < retireAt) return;
    retiredIn = log;
    retireAt = now + RETIRE_AGAIN_MS;
    await retireLabels(context, log);
    retireAt = nextDueMs(now, 0);
  };
  const poll = (): void => {
    round = advanceOnce()
      .catch((error: unknown) =>
        context.log.warn(
          { event: 'public_log_not_advanced', err: error },
          'Could not write to the public log, will retry in a second',
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
