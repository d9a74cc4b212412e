// A second Postgres that follows the first, for what may be of a moment ago. It is asked once a second how far it has come, so
// that who reads need not ask. What it has not yet, and all of it while it is away or far behind, is read from the primary.
import type pg from 'pg';
import type { ReplicaState } from '#domain/replica.ts';
import { AccessProblem } from './app-role.ts';
import { connectionOf, statement, type Database } from './database.ts';
import { openPool, overPool } from './pool.ts';
import { proveLogin } from './prove-connection.ts';

/** Where in its log (WAL) a Postgres is, in bytes from its beginning. `system`: whose log that is. */
type Position = { system: string; at: number };

/** How it is found out who has come how far. Null of a replica: it follows nobody. */
export type Positions = {
  written: (primary: Database) => Promise<Position>;
  replayed: (replica: Database) => Promise<Position | null>;
};

export type ReplicaStanding = {
  /** `behind`: by more than what may lag. `away`: it doesn't answer, or must not be read. `promoted`: it is a primary itself. */
  state: ReplicaState;
  /** How old what it has is; null: nobody knows. */
  lagMs: number | null;
  /** Why it is away, in words for everybody. */
  problem: string | null;
};

export type Replica = {
  /** The replica, where it can be read and has all that the log says up to `position`. */
  upTo: (position: number) => Database | null;
  /** Waits for what it was asked, or fails with ReplicaAway as soon as it is known to be away. */
  unlessAway: <Result>(asked: Promise<Result>) => Promise<Result>;
  standing: () => ReplicaStanding;
  /** Asks how far it has come, besides the looks of each second. */
  look: () => Promise<void>;
  close: () => Promise<void>;
};

/** Of the server that a connection leads to, and of its start. */
const BEGIN_READING = `
  select set_config('default_transaction_read_only', 'on', false),
    concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`;

export class ReplicaAway extends Error {
  override readonly name = 'ReplicaAway';
}

/** What is older than this is not what an operator looks for. */
export const LAG_MOST_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** Who hasn't said by then how far it is stands still. */
const ANSWER_WITHIN_MS = 2_000;
const CONNECTIONS_MAX = 10;
/** Of a replica that is far behind: for how many looks it is known when the primary was where. */
const SAMPLES_MOST = 600;

const LOG_POSITIONS: Positions = {
  written: async (primary) => {
    const [row] = await statement<Position>(
      primary,
      `select system_identifier::text as system, (pg_current_wal_flush_lsn() - '0/0')::bigint as at from pg_control_system()`,
      [],
    );
    return row!;
  },
  replayed: async (replica) => {
    const [row] = await statement<Position & { follows: boolean }>(
      replica,
      `select system_identifier::text as system, coalesce((pg_last_wal_replay_lsn() - '0/0')::bigint, 0) as at,
         pg_is_in_recovery() as follows
       from pg_control_system()`,
      [],
    );
    return row!.follows ? row! : null;
  },
};

/**
 * Follows the replica at `url`, where the shop's own role signs in; it need not be there yet. `tell` hears each time that it can
 * be read, and why not any more.
 */
export function openReplica({
  url,
  clockOffsetMs,
  primary,
  positions = LOG_POSITIONS,
  looksByItself = true,
  tell = () => {},
}: {
  url: string;
  clockOffsetMs: number;
  primary: Database;
  positions?: Positions;
  looksByItself?: boolean;
  tell?: (standing: ReplicaStanding) => void;
}): Replica {
  let hasMoved = false;
  let pool = open();
  let db = overPool(pool);
  let known: ReplicaStanding = away('it has not been asked yet');
  let replayed = 0;
  /** When the primary's log was where, the oldest first: as far as the replica has come, and what is still to come. */
  let samples: { when: number; at: number }[] = [];
  let isProven = false;
  let leaving = leave();

  /** All connections lead to one server: how far it has come says nothing of another behind the same address. */
  function open(): pg.Pool {
    let server: string | undefined;
    return openPool({
      url,
      clockOffsetMs,
      connectionsMax: CONNECTIONS_MAX,
      connectWithinMs: ANSWER_WITHIN_MS,
      begin: async (client) => {
        const { rows } = await client.query<{ server: string }>(BEGIN_READING);
        server ??= rows[0]!.server;
        hasMoved = server !== rows[0]!.server;
        if (hasMoved) throw new ReplicaAway('It is another server by now');
      },
    });
  }

  /** Forgets what it knew, which may be of another server. */
  function openAnew(): void {
    pool.end().catch(() => {});
    [pool, isProven, hasMoved, replayed, samples] = [open(), false, false, 0, []];
    db = overPool(pool);
  }

  function stand(next: ReplicaStanding): void {
    const isNews = next.state !== known.state || next.problem !== known.problem;
    known = next;
    if (next.problem !== null) {
      leaving.reject(new ReplicaAway(next.problem));
      leaving = leave();
    }
    if (isNews) tell(next);
  }

  async function askBoth(): Promise<ReplicaStanding> {
    const when = performance.now();
    // First the primary: what it has now the replica may have by the time that it is asked.
    const here = await positions.written(primary).catch(() => null);
    const asked = pool;
    const there = await askReplica();
    if (asked !== pool || hasMoved) throw new ReplicaAway('It is another server by now');
    if (here === null) return known;
    if (there === null) return { ...away('it follows no other database'), state: 'promoted' };
    if (there.system !== here.system) return away('it follows another database than this shop’s');
    // It followed somebody who is the primary no longer, and has what was never to be.
    if (replayed > here.at) {
      replayed = there.at;
      return away('it has what the primary has not');
    }
    replayed = there.at;
    samples.push({ when, at: here.at });
    while (samples.length > 1 && samples[1]!.at <= replayed) samples.shift();
    if (samples.length > SAMPLES_MOST) samples.splice(1, 1);
    const [oldest] = samples;
    const lagMs = oldest!.at <= replayed ? performance.now() - oldest!.when : null;
    const state = lagMs === null || lagMs > LAG_MOST_MS ? 'behind' : 'follows';
    return { state, lagMs, problem: null };
  }

  async function askReplica(): Promise<Position | null> {
    if (!isProven) {
      const client = await connectionOf(db);
      try {
        await proveLogin(client);
        isProven = true;
      } finally {
        client.release();
      }
    }
    return positions.replayed(db);
  }

  let looking: Promise<void> | null = null;
  /** One at a time: a look that hangs is over when it is too late, and what it hears then is not heard. */
  function look(): Promise<void> {
    looking ??= inTime(askBoth(), ANSWER_WITHIN_MS)
      .then(stand, (error: unknown) => {
        stand(away(problemOf(error)));
        openAnew();
      })
      .finally(() => (looking = null));
    return looking;
  }

  const timer = looksByItself ? setInterval(() => void look(), LOOK_EVERY_MS).unref() : undefined;
  if (looksByItself) void look();

  return {
    upTo: (position) => (known.state === 'follows' && position <= replayed ? db : null),
    unlessAway: (asked) => Promise.race([asked, leaving.promise]),
    standing: () => known,
    look,
    close: async () => {
      clearInterval(timer);
      await looking;
      await pool.end();
    },
  };
}

function away(problem: string): ReplicaStanding {
  return { state: 'away', lagMs: null, problem };
}

function leave(): PromiseWithResolvers<never> {
  const leaving = Promise.withResolvers<never>();
  // Nobody need be waiting.
  leaving.promise.catch(() => {});
  return leaving;
}

function problemOf(error: unknown): string {
  if (error instanceof AccessProblem) return error.reason;
  return 'it does not answer';
}

async function inTime<Result>(asked: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ReplicaAway('It does not answer')), ms);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
