// A job that finds disputes whose events never arrived, and updates undecided disputes from the card provider.
import type { Context } from '../runtime/context.ts';
import { listUndecidedIntents } from './disputes-queries.ts';
import { updateDisputes } from './update-disputes.ts';

/** Returns how many payments were handled and how many failed. The next run tries the failed payments again. */
export async function reconcileDisputes(
  context: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const run = { done: 0, failed: 0 };
  if (context.cardProvider === null) return run;
  const [known, newest] = await Promise.all([
    listUndecidedIntents(context.db),
    context.cardProvider.listNewestDisputes(),
  ]);
  const told = newest.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]));
  for (const intentId of new Set([...known, ...told])) {
    signal?.throwIfAborted();
    try {
      await updateDisputes(context, intentId);
      run.done += 1;
    } catch (error) {
      run.failed += 1;
      context.log.error(
        { event: 'dispute_not_booked', err: error, intentId },
        'Could not update the disputes of a payment, the next run of the job will retry',
      );
    }
  }
  return run;
}
