// Makes a pool that replaces broken connections. If a connection breaks, only its own statements fail.
import pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import type { Database } from './database.ts';
import { watchStatements, type Watch } from './watch-statements.ts';

/**
 * `onConnect` may be asynchronous: the pool awaits it, although the driver's types don't say so. If `onConnect` throws,
 * the pool discards the connection.
 */
export type PoolSettings = Omit<pg.PoolConfig, 'onConnect' | 'pipeline' | 'types'> & {
  onConnect: (client: pg.ClientBase) => Promise<void>;
  /** Called for each statement, to watch it. */
  watch?: Watch;
};

/** Settings of every connection. Statements that don't wait for each other's answers travel together (choice 3). */
export const STATEMENT_SETTINGS = { pipeline: true, types: COLUMN_TYPES };

/** Opens a pool. Close it with `pool.end()`. */
export function makePool({ watch, ...settings }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({ ...settings, ...STATEMENT_SETTINGS });
  // An idle connection that breaks (after a restart of Postgres) must not end the process. The pool replaces it.
  pool.on('error', () => {});
  // A busy connection that breaks must not end the process either. Its statement fails with its own
  // error.
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
