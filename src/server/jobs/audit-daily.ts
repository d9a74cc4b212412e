import type { Context } from '../runtime/context.ts';
import { isAuditedSince } from './jobs-queries.ts';

export const AUDIT_HOUR = 4;

// The start of a process enqueues an audit too. This bound prevents a new audit at each start.
const AUDITED_FOR_HOURS = 20;

/**
 * Audits the ledger, unless an audit within the last twenty hours found nothing. A violation makes
 * the job fail, so that operators see it.
 */
export async function auditDaily(
  context: Context,
  signal: AbortSignal,
): Promise<{ done: number; failed: number }> {
  if (await isAuditedSince(context.db, AUDITED_FOR_HOURS)) return { done: 0, failed: 0 };
  const counts = await context.ports.countViolations(context, signal);
  const broken = counts.filter(({ violations }) => violations > 0);
  for (const one of broken)
    context.log.error({ event: 'invariant_broken', ...one }, 'The audit found a broken invariant');
  return { done: counts.length - broken.length, failed: broken.length };
}
