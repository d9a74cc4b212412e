// Runs the expiry jobs over users with due cards. A few users are handled concurrently, each in transactions of their
// own, so that one user's fault does not stop the others.
import { postgresError } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import type { CardsOfUser } from './expiring-cards-queries.ts';

/** The numbers of cards that a run handled. The next run tries the `failed` cards again. */
export type ExpiryRun = { done: number; failed: number };

/** Maximum number of users in one run. The next run handles the rest. */
export const USERS_PER_RUN = 20_000;

// Number of users who are handled at once. This is enough to keep the database busy during round trips, but uses few of
// the pool's connections.
const USERS_AT_ONCE = 4;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` for each user until `cardsMax` cards are done or `signal` aborts. `work` returns the number of handled
 * cards, and whether the user may have more. If the user may have more, `work` runs again. A user whose account stays
 * locked beyond the lock timeout is left to the next run (choice 71).
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
        'Could not convert or remind of a user’s expiring cards, the next run of the job will retry',
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
