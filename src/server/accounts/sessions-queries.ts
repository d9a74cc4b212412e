import type { Role } from '#domain/access.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { EACH_ID, type BatchedStatement } from '#engine/batched-statement.ts';
import { BEFORE_ERASING, HAS_TWO_FACTOR } from './users-queries.ts';

/**
 * Starts a session. Waits for a running erasure of the account to finish. Returns false if the
 * account was erased.
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

/** The networks and browsers that a user has signed in from. */
export async function listPlacesOfSessions(
  db: Database,
  userId: string,
): Promise<{ ip: string; user_agent: string }[]> {
  return statement(db, 'select distinct ip, user_agent from sessions where user_id = $1', [userId]);
}

/**
 * After IDLE_DAYS_MAX unused days, or SESSION_DAYS_MAX days in all, a session requires a new
 * sign-in (choice 5).
 */
const IDLE_DAYS_MAX = 30;

const SESSION_DAYS_MAX = 90;

export type StandingSession = {
  user_id: string;
  role: Role;
  email_verified: boolean;
  has_two_factor: boolean;
};

/**
 * The current state of an active session's user. Null: the session has ended, or the account is
 * locked.
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
     select u.id as user_id, u.role, u.email_verified_at is not null as email_verified, ${HAS_TWO_FACTOR} as has_two_factor
     from sessions s join users u on u.id = s.user_id
     where s.id = w.id and s.ended_at is null and u.locked_at is null limit 1
   ) u`,
  valuesOf: (sessionIds) => [sessionIds],
};

/**
 * Advances a session to its next refresh token and returns the session's user. Null: `generation`
 * is not the newest token, or the session has ended, is too old or was idle for too long.
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

/** Seconds in which a used refresh token still returns the next one (docs/product.md §8). */
const REUSE_GRACE_S = 20;

/**
 * The user of a session whose refresh token number `generation` was used within the last
 * REUSE_GRACE_S seconds. Such a second use is no theft, because two tabs may refresh at once.
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

/** Ends a session. `reuse`: true if a used refresh token of the session was used again. */
export async function endSession(db: Database, sessionId: string, reuse: boolean): Promise<void> {
  await statement(
    db,
    'update sessions set ended_at = shop_now(), reuse_detected = $2 where id = $1 and ended_at is null',
    [sessionId, reuse],
  );
}

export type SessionRow = {
  id: string;
  user_agent: string;
  ip: string;
  created_at: Date;
  rotated_at: Date;
};

/** A user's active sessions, most recently used first. */
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

/** Ends one session of a user. False: the user has no such active session. */
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

/** Ends all sessions of a user, except `keptId` if given. Returns the number of ended sessions. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  keptId: string | null,
): Promise<number> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now()
     where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id`,
    [userId, keptId],
  );
  return rows.length;
}

/** Ends all sessions of a user, and deletes their networks and browsers. */
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
