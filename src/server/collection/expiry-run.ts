// How the expiry jobs go through the users whose cards are due: a few side by side, each
// in transactions of their own, so that a fault of one stops no other.
import { postgresError } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import type { CardsOfUser } from './expiring-cards-queries.ts';

/** Counted in cards. `failed` come again in the next run. */
export type ExpiryRun = { done: number; failed: number };

/** People that one run looks at; the next run sees to the rest. */
export const USERS_PER_RUN = 20_000;

// Enough to keep the database busy while answers travel, and few of the pool's connections.
const USERS_AT_ONCE = 4;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does `work` for each user until `cardsMax` cards are done, or the process is to end. It answers how many
 * of the user's cards it saw to, and whether there may be more, which it is then asked for again. Who is
 * busy buying or selling for longer than a lock waits is left to the next run (choice 71).
 */
export async function forEachUser(
  context: Context,
  users: CardsOfUser[],
  { cardsMax, signal }: { cardsMax: number; signal?: AbortSignal | undefined },
  work: (context: Context, userId: string) => Promise<{ done: number; mayBeMore: boolean }>,
): Promise<ExpiryRun> {
  const run = { done: 0, failed: 0 };
  const isOver = () => run.done >= cardsMax || signal?.aborted === true;
  const seeTo = async ({ userId, cards }: CardsOfUser): Promise<void> => {
    let left = cards;
    try {
      for (let mayBeMore = true; mayBeMore && !isOver();) {
        const step = await work(context, userId);
        run.done += step.done;
        left -= step.done;
        mayBeMore = step.mayBeMore;
      }
    } catch (error) {
      if (postgresError(error)?.code === LOCK_NOT_AVAILABLE) return;
      run.failed += Math.max(1, left);
      context.log.error(
        { event: 'expiry_failed', err: error, userId },
        'Could not sell the expired cards of a user, will retry',
      );
    }
  };
  const queue = users.values();
  await Promise.all(
    Array.from({ length: USERS_AT_ONCE }, async () => {
      for (const user of queue) {
        if (isOver()) return;
        await seeTo(user);
      }
    }),
  );
  return run;
}
