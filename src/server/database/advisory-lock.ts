// Locks for work that only one process on a database may do at a time.
import type pg from 'pg';
import { connectionOf, type Database } from '#engine/database.ts';
import { openClient } from './pool.ts';

/**
 * Runs `work` while this process holds the lock with the number `lock`. If another process holds
 * the lock, returns null without running `work`. The lock belongs to a separate connection, so that
 * the lock ends with the process, even after a crash. The connection is opened at `directUrl`. If
 * `directUrl` is null, the connection comes from the pool `db`.
 */
export async function whileLocked<Result>(
  db: Database,
  directUrl: string | null,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const { client, release } = directUrl === null ? await pooled(db) : await direct(directUrl);
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
      // If the unlock fails, the connection is closed, which also releases the lock.
      await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {
        broken = true;
      });
    }
  } finally {
    await release(broken);
  }
}

type Held = { client: pg.ClientBase; release: (broken: boolean) => unknown };

async function pooled(db: Database): Promise<Held> {
  const client = await connectionOf(db);
  return { client, release: (broken) => client.release(broken) };
}

async function direct(url: string): Promise<Held> {
  const client = await openClient(url, 'lock');
  return { client, release: () => client.end() };
}
