// A job: ends the payments whose time ran out, and gives back what was kept for them.
import { isUnreachable } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { endPayment, extendPayment, releaseKept } from './end-payment.ts';
import { listExpiredPayments } from './queries.ts';
import { forEachPayment, type PaymentRun } from './payment-run.ts';

/**
 * The intent is canceled before the packs go back on sale. A bank that has not answered yet gets more
 * time; a provider that can't be reached for a quarter of an hour keeps nobody waiting any longer, and
 * money that then comes late all the same is settled as such.
 */
export async function releaseReservations(context: Context): Promise<PaymentRun> {
  return forEachPayment(context, listExpiredPayments, releaseOne);
}

async function releaseOne(context: Context, payment: Payment): Promise<void> {
  try {
    const ended = await endPayment(context, payment);
    if (ended.state === 'processing') await extendPayment(context, ended);
  } catch (error) {
    if (!isUnreachable(error) || !payment.isOverdue) throw error;
    await releaseKept(context, payment);
    context.log.warn(
      { err: error, paymentId: payment.id },
      'Packs are back on sale though their intent may still be paid',
    );
  }
}
