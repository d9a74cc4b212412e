import type { Right, Role } from '#domain/access.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { EACH_ID, type BatchedStatement } from '#engine/batched-statement.ts';
import { BEFORE_ERASING, HAS_TWO_FACTOR, STAFF_RIGHTS_OF_U } from './users-queries.ts';

/**
 * Starts a session. If the account is just being erased, waits until the erasure ends. Returns
 * false if the account was erased.
 */
export async function insertSession(
  db: Database,
  session: { id: string; userId: string; userAgent: string; ip: string },
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into sessions (id, user_id, rotated_at, user_agent, ip, created_at)
     select $1, id, shop_now(), $3, $4, shop_now() from users where id = $2 and erased_at is null ${BEFORE_ERASING}
     returning id`,
    [session.id, session.userId, session.userAgent, session.ip],
  );
  return rows.length > 0;
}

/** Lists the networks and browsers from which a user has signed in. */
export async function listPlacesOfSessions(
  db: Database,
  userId: string,
): Promise<{ ip: string; user_agent: string }[]> {
  return statement(db, 'select distinct ip, user_agent from sessions where user_id = $1', [userId]);
}

/**
 * A session requires a new sign-in after IDLE_DAYS_MAX days without use, and after SESSION_DAYS_MAX
 * days in any case (choice 5).
 */
const IDLE_DAYS_MAX = 30;

const SESSION_DAYS_MAX = 90;

export type StandingSession = {
  user_id: string;
  role: Role;
  /** The rights of a role made in this shop. Null for other roles. */
  rights: Right[] | null;
  email_verified: boolean;
  has_two_factor: boolean;
};

/**
 * Returns the current state of an active session's user. Returns null if the session has ended, or
 * if the account is locked.
 */
export async function findStandingSession(
  db: Database,
  sessionId: string,
): Promise<StandingSession | null> {
  const [row] = await batchedStatement<StandingSession, string>(db, STANDING_SESSIONS, sessionId);
  return row ?? null;
}

const STANDING_SESSIONS: BatchedStatement<string> = {
  text: `select w.at, u.* from ${EACH_ID} cross join lateral (
     select u.id as user_id, u.role, ${STAFF_RIGHTS_OF_U} as rights, u.email_verified_at is not null as email_verified, ${HAS_TWO_FACTOR} as has_two_factor
     from sessions s join users u on u.id = s.user_id
     where s.id = w.id and s.ended_at is null and u.locked_at is null limit 1
   ) u`,
  valuesOf: (sessionIds) => [sessionIds],
};

/**
 * Advances a session to its next refresh token, and returns the session's user. Returns null if
 * `generation` is not the newest token, or if the session has ended, is too old or was idle for too
 * long.
 */
export async function rotateSession(
  db: Database,
  sessionId: string,
  generation: number,
): Promise<string | null> {
  const [row] = await statement<{ user_id: string }>(
    db,
    `update sessions s set generation = generation + 1, rotated_at = shop_now()
     from users u
     where s.id = $1 and s.generation = $2 and s.ended_at is null and u.id = s.user_id and u.locked_at is null
       and s.rotated_at > shop_now() - make_interval(days => $3) and s.created_at > shop_now() - make_interval(days => $4)
     returning s.user_id`,
    [sessionId, generation, IDLE_DAYS_MAX, SESSION_DAYS_MAX],
  );
  return row?.user_id ?? null;
}

/** For this many seconds a used refresh token still returns the next token (docs/product.md §8). */
const REUSE_GRACE_S = 20;

/**
 * Returns the user of a session whose refresh token number `generation` was used within the last
 * REUSE_GRACE_S seconds. A second use within this time is not treated as theft, because two tabs
 * may refresh at once.
 */
export async function findJustRotated(
  db: Database,
  sessionId: string,
  generation: number,
): Promise<string | null> {
  const [row] = await statement<{ user_id: string }>(
    db,
    `select user_id from sessions
     where id = $1 and generation = $2 + 1 and ended_at is null and rotated_at > shop_now() - make_interval(secs => $3)`,
    [sessionId, generation, REUSE_GRACE_S],
  );
  return row?.user_id ?? null;
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await statement(
    db,
    'update sessions set ended_at = shop_now() where id = $1 and ended_at is null',
    [sessionId],
  );
}

/**
 * Ends a session that can't be refreshed. Returns whether its refresh token number `generation` had been used before.
 * If not, the session is too old, or its account is locked.
 */
export async function endRefusedSession(
  db: Database,
  sessionId: string,
  generation: number,
): Promise<boolean> {
  const [row] = await statement<{ isReused: boolean }>(
    db,
    `update sessions set ended_at = shop_now(), reuse_detected = generation > $2
     where id = $1 and ended_at is null returning reuse_detected as "isReused"`,
    [sessionId, generation],
  );
  return row?.isReused === true;
}

export type SessionRow = {
  id: string;
  user_agent: string;
  ip: string;
  created_at: Date;
  rotated_at: Date;
};

/** Lists a user's active sessions, most recently used first. */
export async function listActiveSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return statement<SessionRow>(
    db,
    `select id, user_agent, ip, created_at, rotated_at from sessions
     where user_id = $1 and ended_at is null
       and rotated_at > shop_now() - make_interval(days => $2) and created_at > shop_now() - make_interval(days => $3)
     order by rotated_at desc, id`,
    [userId, IDLE_DAYS_MAX, SESSION_DAYS_MAX],
  );
}

/** Ends one session of a user. Returns false if the user has no such active session. */
export async function endSessionOf(
  db: Database,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now()
     where user_id = $1 and id = $2 and ended_at is null returning id`,
    [userId, sessionId],
  );
  return rows.length > 0;
}

/** Ends all sessions of a user, except the session `exceptId`. Returns the number of ended sessions. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  exceptId: string | null,
): Promise<number> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now()
     where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id`,
    [userId, exceptId],
  );
  return rows.length;
}

/** Ends all sessions of a user for the shop, which their browsers then say (choice 1046). Returns the number of ended sessions. */
export async function endSessionsByShop(db: Transaction, userId: string): Promise<number> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now(), ended_by_shop = true
     where user_id = $1 and ended_at is null returning id`,
    [userId],
  );
  return rows.length;
}

export async function isEndedByShop(db: Database, sessionId: string): Promise<boolean> {
  const rows = await statement(db, 'select from sessions where id = $1 and ended_by_shop', [
    sessionId,
  ]);
  return rows.length > 0;
}

/** Ends all sessions of a user, and deletes the stored networks and browsers of these sessions. */
export async function forgetSessionsOf(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `update sessions set ended_at = coalesce(ended_at, shop_now()), user_agent = '', ip = '' where user_id = $1`,
    [userId],
  );
}

/** Whether a session began with a password within the last `minutes`. */
export async function isSessionYoung(
  db: Database,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const rows = await statement(
    db,
    `select 1 from sessions where id = $1 and created_at > shop_now() - make_interval(mins => $2)`,
    [sessionId, minutes],
  );
  return rows.length > 0;
}
