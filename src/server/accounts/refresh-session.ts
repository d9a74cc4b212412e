import type { logout as logoutRow, refresh as refreshRow } from '#contract/accounts.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { endSession, findJustRotated, rotateSession } from './queries.ts';
import { readRefreshToken, tokensOf } from './sessions.ts';

/**
 * Each refresh token is good once. Used again within 20 seconds it answers the same successor, later
 * it ends the session: somebody has a copy.
 */
export async function refreshSession(
  context: Context,
  _caller: unknown,
  input: Input<typeof refreshRow>,
): Promise<Reply<typeof refreshRow>> {
  const { db, config } = context;
  const { sessionId, generation } = readRefreshToken(input.refresh_token, config.authSecret);
  const userId =
    (await rotateSession(db, sessionId, generation)) ??
    (await findJustRotated(db, sessionId, generation));
  if (userId === null) {
    await endSession(db, sessionId, true);
    context.log.warn({ sessionId, ip: context.origin.ip }, 'A used refresh token came back');
    throw new Rejection('UNAUTHORIZED');
  }
  return tokensOf(context, userId, sessionId, generation + 1);
}

export async function logout(context: Context, caller: Caller): Promise<Reply<typeof logoutRow>> {
  await endSession(context.db, caller.sessionId, false);
  context.log.info({ userId: caller.userId, sessionId: caller.sessionId }, 'Signed out');
  return null;
}
