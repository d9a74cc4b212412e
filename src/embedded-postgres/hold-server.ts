// Holds the server for one user. Every user keeps a shared advisory lock on one connection, and a user who leaves tries
// to get the lock exclusively. If that succeeds, no other user is left, and the server is stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { connect, databaseUrl, ensureDatabase } from './connection.ts';
import { findOrStart, type Living, look, type Wanted } from './find-or-start.ts';
import { stopPostgres } from './postgres-process.ts';

export type EmbeddedPostgres = {
  /** Address of the database, including its owner and password. It stays valid until `close`. */
  url: string;
  /** Ends this use of the server. If this was the last use, stops the server and waits until it is gone. */
  close: () => Promise<void>;
};

const USERS_LOCK = '1179010630, 1'; // the two numbers of the advisory lock; the first is the bytes "FFFF"
const JOIN_LIMIT_MS = 20_000;
const HEAL_PAUSE_MS = 500;
const LEAVING_LIMIT_MS = 1_000; // the server notices within milliseconds that a user was killed

type Hold = { client: Client; server: Living };

/** Joins the server's users. If the server dies, starts it again on the same port. */
export async function holdServer(wanted: Wanted): Promise<EmbeddedPostgres> {
  let closing: Promise<void> | undefined;
  let healing: Promise<void> | undefined;
  let connected = false;
  let hold = await join(wanted);
  const { port, password } = hold.server;
  watch();

  function watch(): void {
    connected = true;
    hold.client.once('end', () => {
      connected = false;
      if (!closing) healing = heal();
    });
  }

  async function heal(): Promise<void> {
    wanted.log('Postgres went away; bringing it back.');
    while (!closing) {
      try {
        hold = await join(wanted, port);
        watch();
        wanted.log(`Postgres is back on port ${hold.server.port}.`);
        return;
      } catch (error) {
        wanted.log(`Postgres could not be brought back yet: ${(error as Error).message}`);
        await sleep(HEAL_PAUSE_MS);
      }
    }
  }

  async function close(): Promise<void> {
    await healing;
    // If the connection was lost, the server is gone, and so is the lock.
    if (connected) await leave(hold);
  }

  return {
    url: databaseUrl(wanted.name, port, password),
    close: () => (closing ??= close()),
  };
}

/**
 * Stops a server that nobody uses, and returns whether it stopped one. If the server keeps running, logs the reason.
 */
export async function stopUnused(
  dataDir: string,
  name: string,
  log: (line: string) => void,
): Promise<boolean> {
  const giveUpAt = Date.now() + LEAVING_LIMIT_MS;
  for (;;) {
    const server = await look(dataDir, name);
    if (server.state === 'gone') return false;
    if (server.state === 'living') {
      const client = await connect(name, server.port, server.password);
      if (await stopIfUnused(client, server)) return true;
    }
    if (Date.now() > giveUpAt) {
      const reason = server.state === 'living' ? 'it is in use' : 'it does not answer';
      log(`Postgres was not stopped: ${reason}.`);
      return false;
    }
    await sleep(50);
  }
}

/** Joins the server's users. If the last other user is stopping the server at this moment, tries again. */
async function join(wanted: Wanted, fixedPort?: number): Promise<Hold> {
  const giveUpAt = Date.now() + JOIN_LIMIT_MS;
  for (;;) {
    const server = await findOrStart(wanted, fixedPort);
    let client: Client | undefined;
    try {
      client = await connect(wanted.name, server.port, server.password);
      await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
      await ensureDatabase(client, wanted.name);
      return { client, server };
    } catch (error) {
      await client?.end().catch(() => {});
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

async function leave({ client, server }: Hold): Promise<void> {
  await client
    .query(`select pg_advisory_unlock_shared(${USERS_LOCK})`)
    // If the connection is broken, the server is gone, and so is the lock.
    .catch(() => {});
  await stopIfUnused(client, server);
}

/**
 * Stops the server if no other user holds the lock. The exclusive lock lasts until the server ends, so that a new user
 * waits and then starts the server anew.
 */
async function stopIfUnused(client: Client, server: Living): Promise<boolean> {
  try {
    const reply = await client
      .query<{ unused: boolean }>(`select pg_try_advisory_lock(${USERS_LOCK}) as unused`)
      .catch(() => undefined);
    const unused = reply?.rows[0]?.unused ?? false;
    if (unused) await stopPostgres(server.place.cluster);
    return unused;
  } finally {
    await client.end().catch(() => {});
  }
}
