import * as rows from '#contract/accounts.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import {
  endRefusedSession,
  endSession,
  findJustRotated,
  isEndedByShop,
  rotateSession,
} from './sessions-queries.ts';
import { readRefreshToken, sessionTokens } from './sessions.ts';

/**
 * Refreshes a session. Each refresh token is valid once. If a token is used again within 20
 * seconds, the response has the same next token. If it is used again later, the session ends,
 * because the token was probably copied.
 */
export const refreshSession = handler(rows.refresh, async (context, _caller, input) => {
  const { db, config } = context;
  const { sessionId, generation } = readRefreshToken(input.refresh_token, config.authSecret);
  const userId =
    (await rotateSession(db, sessionId, generation)) ??
    (await findJustRotated(db, sessionId, generation));
  if (userId === null) {
    if (await endRefusedSession(db, sessionId, generation)) {
      context.log.warn(
        { event: 'refresh_token_reused', sessionId, ip: context.origin.ip },
        'Refresh token reused: session ended',
      );
    }
    throw new Rejection((await isEndedByShop(db, sessionId)) ? 'SIGNED_OUT' : 'UNAUTHORIZED');
  }
  return sessionTokens(context, userId, sessionId, generation + 1);
});

export const logout = handler(rows.logout, async (context, caller) => {
  await endSession(context.db, caller.sessionId);
  context.log.info(
    { event: 'signed_out', userId: caller.userId, sessionId: caller.sessionId },
    'A user signed out',
  );
  return null;
});
