// Waits until another process has migrated the database. A process without the owner's login can't migrate. `npm run
// shop -- migrate`, run with that login, can.
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'pg-boss';
import { postgresError } from '#engine/database.ts';
import { DatabaseProblem, problemAt } from '../database/database-problem.ts';
import { countMigrations, MIGRATION_COUNT } from '../database/migrate.ts';
import { openClient } from '../database/pool.ts';
import { isQueueSetUp } from './migrate-queue.ts';

const PAUSE_MS = 1_000;
const INVALID_AUTHORIZATION = /^28/;

/** The command that an operator must run. */
export const MIGRATE = 'npm run shop -- migrate, with the owner’s address as DATABASE_URL';

/**
 * Waits until the database at `url` is migrated to this version. `url` has the login of the shop's
 * role. `waits` is called each second, and may throw to stop the wait.
 */
export async function awaitMigration(
  url: string,
  queues: readonly Queue[],
  waits: (seconds: number) => void,
): Promise<void> {
  for (let seconds = 0; !(await isMigrated(url, queues)); seconds += 1) {
    waits(seconds);
    await wait(PAUSE_MS);
  }
}

async function isMigrated(url: string, queues: readonly Queue[]): Promise<boolean> {
  const client = await openClient(url, 'start').catch((error: Error) => {
    const refused = postgresError(error);
    if (!INVALID_AUTHORIZATION.test(refused?.code ?? '')) throw error;
    const reason = `${refused!.message}. In a new database its owner makes this login: ${MIGRATE}`;
    throw new DatabaseProblem(url, reason, error);
  });
  try {
    return (
      (await countMigrations(client)) >= MIGRATION_COUNT && (await isQueueSetUp(client, queues))
    );
  } catch (error) {
    throw problemAt(url, error);
  } finally {
    await client.end();
  }
}
