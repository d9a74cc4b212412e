// How the jobs about payments go through them: one after the other, and a fault of one stops no other.
import type { Database } from '../database/database.ts';
import type { Context, Payment } from '../runtime/context.ts';

export type PaymentRun = { done: number; failed: number };

const PAYMENTS_MAX = 1_000;

/** Does `work` for each payment of a list, and counts. Those that fail come again in the next run. */
export async function forEachPayment(
  context: Context,
  list: (db: Database, limit: number) => Promise<Payment[]>,
  work: (context: Context, payment: Payment) => Promise<unknown>,
): Promise<PaymentRun> {
  const run = { done: 0, failed: 0 };
  if (context.cardProvider === null) return run;
  for (const payment of await list(context.db, PAYMENTS_MAX)) {
    try {
      await work(context, payment);
      run.done += 1;
    } catch (error) {
      run.failed += 1;
      context.log.error({ err: error, paymentId: payment.id }, 'A payment could not be settled');
    }
  }
  return run;
}
