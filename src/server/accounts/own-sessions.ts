import * as rows from '#contract/accounts-security.ts';
import { readDevice } from '#domain/device.ts';
import { Rejection } from '#domain/rejection.ts';
import { networkOf } from '#domain/throttle.ts';
import { handler } from '../http/handler.ts';
import { endSessionOf, endSessionsOf, listActiveSessions } from './sessions-queries.ts';

export const listSessions = handler(rows.listSessions, async ({ db }, caller) => {
  const rows = await listActiveSessions(db, caller.userId);
  return rows
    .map((row) => ({
      id: row.id,
      ...readDevice(row.user_agent),
      network: networkOf(row.ip),
      createdAt: row.created_at,
      lastUsedAt: row.rotated_at,
      isCurrent: row.id === caller.sessionId,
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
});

export const endSessions = handler(rows.endSessions, async (context, caller) => {
  const ended = await endSessionsOf(context.db, caller.userId, null);
  context.log.info(
    { event: 'signed_out_everywhere', userId: caller.userId, ended },
    'A user ended all their sessions',
  );
  return { ended };
});

export const endSession = handler(rows.endSession, async ({ db }, caller, { id }) => {
  if (!(await endSessionOf(db, caller.userId, id))) throw new Rejection('NOT_FOUND');
  return null;
});
