// A pool whose connections may break: the pool replaces them, and only what was asked of one fails.
import pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import type { Database } from './database.ts';
import { watchStatements, type Watch } from './watch-statements.ts';

/** The pool waits for `onConnect`, which its types don't tell, and throws the connection away if it throws. */
export type PoolSettings = Omit<pg.PoolConfig, 'onConnect' | 'pipeline' | 'types'> & {
  onConnect: (client: pg.ClientBase) => Promise<void>;
  /** Watches each statement. */
  watch?: Watch;
};

/** What statements need of each connection: those that don't wait for each other's answers travel together (choice 3). */
export const STATEMENT_SETTINGS = { pipeline: true, types: COLUMN_TYPES };

/** Opens a pool. Close it with `pool.end()`. */
export function makePool({ watch, ...settings }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({ ...settings, ...STATEMENT_SETTINGS });
  // An idle connection that breaks (a restarted server) must not end the process: the pool replaces it.
  pool.on('error', () => {});
  // The same for one that breaks while it is at work: its statement fails, and says so by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (watch !== undefined) {
    watchStatements(pool, watch);
    pool.on('connect', (client) => watchStatements(client, watch));
  }
  return pool;
}

export function overPool(client: pg.Pool): Database {
  return { over: 'pool', client };
}
