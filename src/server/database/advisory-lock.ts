// Work that only one process may be at, among all that share the database.
import { connectionOf, type Database } from './database.ts';

/**
 * Runs `work` while this process alone has the lock of that number; returns null, at once and without
 * working, when another one has it. The lock lives on a connection of its own, so it ends with the
 * process, however that ends. `db` is the pool.
 */
export async function whileLocked<Result>(
  db: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await connectionOf(db);
  let broken = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [lock],
    );
    if (!rows[0]!.locked) return null;
    try {
      return await work();
    } finally {
      // A connection that can't unlock is thrown away, and the lock with it.
      await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {
        broken = true;
      });
    }
  } finally {
    client.release(broken);
  }
}
