import * as rows from '#contract/accounts.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { endSession, findJustRotated, rotateSession } from './sessions-queries.ts';
import { readRefreshToken, tokensOf } from './sessions.ts';

/**
 * Each refresh token is valid once. A second use within 20 seconds returns the same successor. A
 * later second use ends the session, because the token was probably copied.
 */
export const refreshSession = handler(rows.refresh, async (context, _caller, input) => {
  const { db, config } = context;
  const { sessionId, generation } = readRefreshToken(input.refresh_token, config.authSecret);
  const userId =
    (await rotateSession(db, sessionId, generation)) ??
    (await findJustRotated(db, sessionId, generation));
  if (userId === null) {
    await endSession(db, sessionId, true);
    context.log.warn(
      { event: 'refresh_token_reused', sessionId, ip: context.origin.ip },
      'Refresh token reused: session refused',
    );
    throw new Rejection('UNAUTHORIZED');
  }
  return tokensOf(context, userId, sessionId, generation + 1);
});

export const logout = handler(rows.logout, async (context, caller) => {
  await endSession(context.db, caller.sessionId, false);
  context.log.info(
    { event: 'signed_out', userId: caller.userId, sessionId: caller.sessionId },
    'Signed out',
  );
  return null;
});
