// A session is one sign-in. It has a current access token and a chain of refresh tokens. Refresh
// tokens are not stored, because each is derived from the session and the token's number in the
// chain.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { signAccessToken, type AccessToken } from '../http/tokens.ts';
import type { Context } from '../runtime/context.ts';
import { findStandingSession, insertSession } from './sessions-queries.ts';
import { awaitsTwoFactor } from './two-factor-token.ts';
import type { UserRow } from './users-queries.ts';

/**
 * Starts a session for a user and returns the response of sign-in and registration. Rejects with
 * INVALID_CREDENTIALS if the account was erased meanwhile.
 */
export async function startSession(context: Context, user: UserRow) {
  const { ip, userAgent } = context.origin;
  const sessionId = randomUUID();
  const session = { id: sessionId, userId: user.id, userAgent, ip };
  if (!(await insertSession(context.db, session))) throw new Rejection('INVALID_CREDENTIALS');
  return {
    ...tokensOf(context, user.id, sessionId, 1),
    user: shownUser(user),
  };
}

/** The fields of a user in the responses of the auth endpoints. */
export function shownUser(user: UserRow) {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    emailVerified: user.email_verified_at !== null,
    ...(user.deletion_due_at === null ? {} : { deletionDueAt: user.deletion_due_at }),
    created_at: user.created_at,
  };
}

/** A session's access token, and its refresh token with number `generation`. */
export function tokensOf(context: Context, userId: string, sessionId: string, generation: number) {
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
 * The port `identify`: the caller that an access token belongs to, with the current state of the
 * caller's session.
 */
export async function identify(
  context: Context,
  { userId, sessionId }: AccessToken,
): Promise<Caller> {
  const session = await findStandingSession(context.db, sessionId);
  if (session === null || session.user_id !== userId) throw new Rejection('UNAUTHORIZED');
  const isWaiting = awaitsTwoFactor(context, session);
  return {
    userId,
    sessionId,
    role: isWaiting ? 'user' : session.role,
    awaitsTwoFactor: isWaiting,
    emailVerified: session.email_verified,
  };
}
