// Reports sales with the provider's calculations, and the refunds of these sales, to the tax provider. This happens
// outside of any purchase. Each report has a reference, so that the provider records it only once. The ledger shows
// which reports are due.
import type { Context } from '../runtime/context.ts';
import {
  deleteUnusedTaxQuotes,
  listUnrecordedSales,
  markSaleRecorded,
} from './tax-calculations-queries.ts';
import { noteProblem } from './tax-problems-queries.ts';
import { insertReversal, listUnreportedReturns } from './tax-reversals-queries.ts';
import { describeProblem } from './quote-taxes.ts';

type Run = { done: number; failed: number };

const BATCH = 100;

export async function recordTaxes(context: Context, signal?: AbortSignal): Promise<Run> {
  const { db, taxProvider } = context;
  while ((await deleteUnusedTaxQuotes(db, BATCH)) === BATCH) signal?.throwIfAborted();
  const run: Run = { done: 0, failed: 0 };
  if (taxProvider === null) return run;
  await tell(context, run, signal, await listUnrecordedSales(db, BATCH), async (sale) =>
    markSaleRecorded(
      db,
      sale.id,
      await taxProvider.record(sale.provider_id, `sale:${sale.sale_id}`),
    ),
  );
  await tell(context, run, signal, await listUnreportedReturns(db, BATCH), async (back) => {
    const sale = { id: back.recorded_as, lineItem: back.line_item };
    const recordedAs = await taxProvider.reverse(sale, `refund:${back.journal_id}`, back);
    await insertReversal(db, back, recordedAs);
  });
  return run;
}

/**
 * Reports items one after the other. If a report fails, the next run tries it again, and the other items are still
 * reported.
 */
async function tell<Item>(
  { db, log }: Context,
  run: Run,
  signal: AbortSignal | undefined,
  items: Item[],
  one: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    signal?.throwIfAborted();
    try {
      await one(item);
      run.done += 1;
    } catch (error) {
      run.failed += 1;
      log.error(
        { event: 'tax_not_reported', err: error },
        'Could not report a sale or refund to the tax provider, will retry',
      );
      await noteProblem(db, ...describeProblem(error));
    }
  }
}
