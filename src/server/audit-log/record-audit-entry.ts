import type { Caller } from '#domain/access.ts';
import type { Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { insertAuditEntry, type NewAuditEntry } from './audit-log-queries.ts';

/**
 * Records what an operator did, in the transaction that does it: both stand, or neither. The last
 * statement of it, because entries are written one after the other.
 */
export async function recordAuditEntry(
  context: Context<Transaction>,
  caller: Caller,
  entry: NewAuditEntry,
): Promise<void> {
  const { ip, requestId } = context.origin;
  await insertAuditEntry(context.db, { ...entry, actorId: caller.userId, ip, requestId });
}
