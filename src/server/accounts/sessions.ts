// A session is one sign-in. It has a current access token and a chain of refresh tokens. The
// database stores no refresh tokens, because each is derived from the session and the token's
// number in the chain.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { rightsOf, type Caller, type Right, type Role, type Roled } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { signAccessToken, type AccessToken } from '../http/tokens.ts';
import type { Context } from '../runtime/context.ts';
import { findStandingSession, insertSession } from './sessions-queries.ts';
import { awaitsTwoFactor } from './two-factor-token.ts';
import type { UserRow } from './users-queries.ts';

/**
 * Starts a session for a user, and returns the response that sign-in and registration send. Rejects
 * with INVALID_CREDENTIALS if the account was erased meanwhile.
 */
export async function startSession(context: Context, user: UserRow) {
  const { ip, userAgent } = context.origin;
  const sessionId = randomUUID();
  const session = { id: sessionId, userId: user.id, userAgent, ip };
  if (!(await insertSession(context.db, session))) throw new Rejection('INVALID_CREDENTIALS');
  return {
    ...sessionTokens(context, user.id, sessionId, 1),
    user: shownUser(user),
  };
}

/** A role in a response: a role made in this shop comes with its rights. */
export function shownRole({ role, rights }: Roled): { role: Role; rights?: Right[] } {
  return role === 'staff' ? { role, rights: [...(rights ?? [])] } : { role };
}

/** The fields of a user in the responses of the auth endpoints. */
export function shownUser(user: UserRow) {
  return {
    id: user.id,
    email: user.email,
    ...shownRole(user),
    emailVerified: user.email_verified_at !== null,
    ...(user.deletion_due_at === null ? {} : { deletionDueAt: user.deletion_due_at }),
    created_at: user.created_at,
  };
}

/** Returns a session's access token, and the refresh token with the number `generation`. */
export function sessionTokens(
  context: Context,
  userId: string,
  sessionId: string,
  generation: number,
) {
  const secret = context.config.authSecret;
  return {
    access_token: signAccessToken({ userId, sessionId }, secret, context.now()),
    refresh_token: refreshToken(sessionId, generation, secret),
  };
}

function refreshToken(sessionId: string, generation: number, secret: string): string {
  const mac = createHmac('sha256', `refresh:${secret}`)
    .update(`${sessionId}.${generation}`)
    .digest('base64url');
  return `${sessionId}.${generation}.${mac}`;
}

/**
 * Reads the session and the number from a refresh token. Rejects with UNAUTHORIZED if this shop did
 * not make the token.
 */
export function readRefreshToken(
  text: string,
  secret: string,
): { sessionId: string; generation: number } {
  const [sessionId = '', generationText = ''] = text.split('.');
  const generation = Number(generationText);
  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !/^[1-9]\d{0,8}$/.test(generationText))
    throw new Rejection('UNAUTHORIZED');
  const expected = Buffer.from(refreshToken(sessionId, generation, secret));
  const given = Buffer.from(text);
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new Rejection('UNAUTHORIZED');
  return { sessionId, generation };
}

/**
 * The port `identify`: returns the caller to whom an access token belongs, with the current state
 * of the caller's session.
 */
export async function identify(
  context: Context,
  { userId, sessionId }: AccessToken,
): Promise<Caller> {
  const session = await findStandingSession(context.db, sessionId);
  if (session === null || session.user_id !== userId) throw new Rejection('UNAUTHORIZED');
  const isWaiting = awaitsTwoFactor(context, session);
  const role = isWaiting ? 'user' : session.role;
  return {
    userId,
    sessionId,
    role,
    rights: rightsOf({ role, rights: session.rights }),
    awaitsTwoFactor: isWaiting,
    emailVerified: session.email_verified,
  };
}
