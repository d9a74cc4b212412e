import { inTransaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { replaceBrokenInvariants } from './broken-invariants-queries.ts';
import { isAuditedSince } from './jobs-queries.ts';

export const AUDIT_HOUR = 4;

// Each start of a process also enqueues an audit. If the last audit is younger than this many hours, the enqueued audit
// is skipped.
const AUDITED_FOR_HOURS = 20;

/**
 * Audits the ledger, unless an audit within the last twenty hours found nothing. If there is a violation, the job
 * fails, so that operators see it.
 */
export async function auditDaily(
  context: Context,
  signal: AbortSignal,
): Promise<{ done: number; failed: number }> {
  if (await isAuditedSince(context.db, AUDITED_FOR_HOURS)) return { done: 0, failed: 0 };
  const counts = await context.ports.countViolations(context, signal);
  const broken = counts.filter(({ violations }) => violations > 0);
  for (const one of broken)
    context.log.error(
      { event: 'invariant_broken', ...one },
      'Audit found a broken invariant of money or stock: the job fails, and operators see it',
    );
  await inTransaction(context.db, (db) => replaceBrokenInvariants(db, broken));
  return { done: counts.length - broken.length, failed: broken.length };
}
