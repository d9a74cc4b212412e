import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { insertAuditEntry, type NewAuditEntry } from './audit-log-queries.ts';

/**
 * Records an operator's action in the action's transaction, so that both commit or neither does. Call this function
 * last in the transaction, because entries are written one at a time. If the operator was signed out or lost their role
 * since the request, rejects with UNAUTHORIZED.
 */
export async function recordAuditEntry(
  context: Context<Transaction>,
  caller: Pick<Caller, 'sessionId'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { ip, requestId } = context.origin;
  const { sessionId } = caller;
  const isRecorded = await insertAuditEntry(context.db, { ...entry, sessionId, ip, requestId });
  if (!isRecorded) throw new Rejection('UNAUTHORIZED');
}

/** Records several entries in this order. Their statements are sent together. */
export async function recordAuditEntries(
  context: Context<Transaction>,
  caller: Pick<Caller, 'sessionId'>,
  entries: NewAuditEntry[],
): Promise<void> {
  await Promise.all(entries.map((entry) => recordAuditEntry(context, caller, entry)));
}
