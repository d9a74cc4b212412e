// A job: ends expired payments, and releases their reservations.
import type { Context, Payment } from '../runtime/context.ts';
import { endPayment, extendPayment, releasePacks } from './end-payment.ts';
import { forEachPayment, type PaymentRun } from './payment-run.ts';
import { listExpiredPayments } from './payments-queries.ts';

/**
 * The intent is canceled before the packs go back on sale. A bank that has not decided yet gets
 * more time. A provider that can't be reached for a quarter of an hour no longer blocks the packs.
 * Money that comes after that is handled as late money.
 */
export async function releaseReservations(
  context: Context,
  signal?: AbortSignal,
): Promise<PaymentRun> {
  return forEachPayment(context, signal, listExpiredPayments, endOne, releaseOverdue);
}

async function endOne(context: Context, payment: Payment): Promise<void> {
  const ended = await endPayment(context, payment);
  if (ended.state === 'processing') await extendPayment(context, ended);
}

async function releaseOverdue(context: Context, payment: Payment): Promise<boolean> {
  if (!payment.isOverdue) return false;
  await releasePacks(context, payment);
  context.log.warn(
    { event: 'reservation_released_unconfirmed', paymentId: payment.id },
    'Packs are back on sale, but their payment may still arrive',
  );
  return true;
}
