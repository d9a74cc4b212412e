import type {
  endSession as endOneRow,
  endSessions as endAllRow,
  listSessions as listRow,
} from '#contract/account-security.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { readDevice } from '#domain/device.ts';
import { Rejection } from '#domain/rejection.ts';
import { networkOf } from '#domain/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { endSessionOf, endSessionsOf, listStandingSessions } from './queries.ts';

export async function listSessions(
  { db }: Context,
  caller: Caller,
): Promise<Reply<typeof listRow>> {
  const rows = await listStandingSessions(db, caller.userId);
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
}

export async function endSessions(
  context: Context,
  caller: Caller,
): Promise<Reply<typeof endAllRow>> {
  const ended = await endSessionsOf(context.db, caller.userId, null);
  context.log.info({ userId: caller.userId, ended }, 'Signed out everywhere');
  return { ended };
}

export async function endSession(
  { db }: Context,
  caller: Caller,
  { id }: Input<typeof endOneRow>,
): Promise<Reply<typeof endOneRow>> {
  if (!(await endSessionOf(db, caller.userId, id))) throw new Rejection('NOT_FOUND');
  return null;
}
