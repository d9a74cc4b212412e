// Opens the connections to Postgres. If a pool uses the shop's own role, it verifies each
// connection; a pool of the owner's role does not. All connections have the settings on which the
// shop's statements depend.
import pg from 'pg';
import { AccessProblem, APP_ROLE } from './app-role.ts';
import { makePool, STATEMENT_SETTINGS, type PoolSettings } from '#engine/pool.ts';
import { connectionOf, postgresError, type Database } from '#engine/database.ts';
import { watchInTrace } from '../tracing/watch-statements.ts';
import { problemAt } from './database-problem.ts';
import { proveConnection, proveLogin, proveSameSession, proveSession } from './prove-connection.ts';
import { beginSession, findSearchPath } from './session-settings.ts';

export { overPool } from '#engine/pool.ts';

export type PoolOptions = {
  /** The address at which the shop's own role, or the owner, signs in. */
  url: string;
  clockOffsetMs: number;
  connectionsMax?: number;
  connectWithinMs?: number;
};

// Time limit for the results of pipelined statements. It covers several statements together,
// because each waits for the previous one. If a client gets no response for longer, it has lost its
// connection without notice, and would wait for ever (choice 124).
const RESPONSE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const OWNER_CONNECT_TIMEOUT_MS = 60_000;
const CONNECTIONS_MAX = 20;
// Idle connections stay open for this long, because a new connection has no cached plans. The first
// statements of a connection cost more than a hundred times as much as later ones (choice 793).
const IDLE_TIMEOUT_MS = 10 * 60_000;

/**
 * `flaw` is the problem of a pool's newest connection, or null if it has none. `checkAgain` opens
 * and checks a new connection.
 */
type Standing = { flaw: AccessProblem | null; checkAgain: () => Promise<void> };

const standings = new WeakMap<object, Standing>();

/**
 * Opens a pool on a migrated database. Each connection is verified before it is used. Close the
 * pool with `pool.end()`.
 */
export function openPool(options: PoolOptions): pg.Pool {
  const standing: Standing = { flaw: null, checkAgain };
  const settings = settingsOf(options, (client) => judged(prove(client)));

  /**
   * Only the pool's first connection looks up the search path, because the lookup takes long in a
   * new server process.
   */
  let searchPath: string | undefined;
  async function prove(client: pg.ClientBase): Promise<void> {
    searchPath ??= await findSearchPath(client, 'shop');
    await proveConnection(client, { clockOffsetMs: options.clockOffsetMs, searchPath });
  }

  async function judged(proof: Promise<void>): Promise<void> {
    try {
      await proof;
      standing.flaw = null;
    } catch (error) {
      if (error instanceof AccessProblem) standing.flaw = error;
      throw error;
    }
  }

  async function checkAgain(): Promise<void> {
    const client = new pg.Client({ ...settings, ...STATEMENT_SETTINGS });
    client.on('error', () => {}); // the statement on this connection fails and reports the error itself
    try {
      await client.connect();
      await judged(prove(client).then(() => proveLogin(client)));
    } finally {
      await client.end();
    }
  }

  const pool = makePool({ ...settings, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  standings.set(pool, standing);
  return pool;
}

/**
 * Like `openPool`, but for the owner of the database. The connections are not verified. They have
 * no time limits, because it takes as long as the machine needs to fill a demo or a catalogue. TCP
 * detects lost connections (choice 124).
 */
export function openOwnerPool(options: PoolOptions): pg.Pool {
  const connectWithinMs = options.connectWithinMs ?? OWNER_CONNECT_TIMEOUT_MS;
  const { query_timeout: _ofRequests, ...settings } = settingsOf(
    { ...options, connectWithinMs },
    (client) => beginAsOwner(client, options.clockOffsetMs),
  );
  return makePool({ ...settings, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
}

/**
 * Opens a single connection outside the pools, with the settings of the owner's pool. Its name in
 * the database's list of sessions contains `use`. Close it with `client.end()`. Throws
 * DatabaseProblem.
 */
export async function openClient(url: string, use: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `felt-and-foil ${use}`,
  });
  client.on('error', () => {}); // the statement on this connection fails and reports the error itself
  try {
    await client.connect();
    await beginAsOwner(client, 0);
    return client;
  } catch (error) {
    await client.end();
    throw problemAt(url, error);
  }
}

async function beginAsOwner(client: pg.ClientBase, clockOffsetMs: number): Promise<void> {
  const searchPath = await findSearchPath(client, 'owner');
  await beginSession(client, { login: 'owner', clockOffsetMs, searchPath });
}

function settingsOf(options: PoolOptions, onConnect: PoolSettings['onConnect']): PoolSettings {
  return {
    connectionString: options.url,
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: options.connectWithinMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: 'felt-and-foil',
    onConnect,
    watch: watchInTrace,
  };
}

/** Opens a pool and checks that it is usable. Throws AccessProblem. */
export async function openProvenPool(options: PoolOptions): Promise<pg.Pool> {
  const pool = openPool(options);
  try {
    const first = await pool.connect();
    try {
      await proveLogin(first);
      await proveSession(first, async () => {
        const client = await pool.connect();
        return { client, done: () => client.release() };
      });
      await proveSameSession(first);
    } finally {
      first.release();
    }
    return pool;
  } catch (error) {
    await pool.end();
    throw signInProblem(error) ?? problemAt(options.url, error);
  }
}

/** Finds the problem that makes a pool's connections unusable. Returns null if there is no problem. */
export async function findFlaw(db: Database): Promise<AccessProblem | null> {
  const standing = standings.get(db.client);
  try {
    // Also opens and checks a new connection, because a change of the pooler's settings affects new
    // connections before it affects the existing ones.
    if (standing !== undefined && standing.flaw !== null) await standing.checkAgain();
    const client = await connectionOf(db);
    let isProven = false;
    try {
      await proveSameSession(client);
      isProven = true;
    } finally {
      client.release(!isProven);
    }
    return null;
  } catch (error) {
    if (error instanceof AccessProblem) return error;
    throw error;
  }
}

const INVALID_AUTHORIZATION = /^28/;

function signInProblem(error: unknown): AccessProblem | null {
  if (!INVALID_AUTHORIZATION.test(postgresError(error)?.code ?? '')) return null;
  return new AccessProblem('The database refuses the shop’s own role', [
    (error as Error).message,
    `APP_DATABASE_URL is its address, password included; who may change roles sets it: alter role ${APP_ROLE} password '...';`,
    `Only an owner who may change roles can do without that address: after alter role ${APP_ROLE} nologin; the next start gives the role a password.`,
  ]);
}
