// The loop of the payment jobs. It handles one payment after another; if a payment fails, the loop
// goes on.
import type { Database } from '#engine/database.ts';
import { isUnreachable } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';

/** The numbers of handled and of failed payments. The next run tries the failed payments again. */
export type PaymentRun = { done: number; failed: number };

const PAYMENTS_MAX = 1_000;

/**
 * Runs `work` for each payment of a list until `signal` aborts. Once the provider can't be reached,
 * calls `whileAway` instead for the remaining payments. `whileAway` returns whether it succeeded.
 */
export async function forEachPayment(
  context: Context,
  signal: AbortSignal | undefined,
  list: (db: Database, limit: number) => Promise<Payment[]>,
  work: (context: Context, payment: Payment) => Promise<unknown>,
  whileAway: (context: Context, payment: Payment) => Promise<boolean> = async () => false,
): Promise<PaymentRun> {
  const run = { done: 0, failed: 0 };
  // A shop without keys can't ask the provider either.
  let isAway = context.cardProvider === null;
  const doOne = async (payment: Payment): Promise<boolean> => {
    if (!isAway) {
      try {
        await work(context, payment);
        return true;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        isAway = true;
        context.log.warn(
          { event: 'card_provider_unreachable', err: error },
          'Card provider unavailable: this run stops calling it, the next run will retry',
        );
      }
    }
    return whileAway(context, payment);
  };
  for (const payment of await list(context.db, PAYMENTS_MAX)) {
    signal?.throwIfAborted();
    try {
      run[(await doOne(payment)) ? 'done' : 'failed'] += 1;
    } catch (error) {
      run.failed += 1;
      context.log.error(
        { event: 'payment_not_confirmed', err: error, paymentId: payment.id },
        'Could not confirm or end a payment, the next run of the job will retry',
      );
    }
  }
  return run;
}
