import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { insertAuditEntry, type NewAuditEntry } from './audit-log-queries.ts';

/**
 * Records what an operator did, in the transaction that does it: both stand, or neither. The last
 * statement of it, because entries are written one after the other. Rejects with UNAUTHORIZED who was signed
 * out, or lost their role, since they asked.
 */
export async function recordAuditEntry(
  context: Context<Transaction>,
  caller: Caller,
  entry: NewAuditEntry,
): Promise<void> {
  const { ip, requestId } = context.origin;
  const { sessionId } = caller;
  const isRecorded = await insertAuditEntry(context.db, { ...entry, sessionId, ip, requestId });
  if (!isRecorded) throw new Rejection('UNAUTHORIZED');
}
