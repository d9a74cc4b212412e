// This job ends expired payments and releases their reservations.
import type { Context, Payment } from '../runtime/context.ts';
import { endPayment, extendPayment, releasePacks } from './end-payment.ts';
import { forEachPayment, type PaymentRun } from './payment-run.ts';
import { listExpiredPayments } from './payments-queries.ts';

/**
 * Ends expired payments. An intent is canceled before its packs go back on sale. If the bank has
 * not decided yet, the reservation is extended. If the provider can't be reached for 15 minutes,
 * the packs are released anyway, and money that comes after that is handled as late.
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
    'Released the reservation of an expired payment: the card provider did not respond, and the money may still arrive',
  );
  return true;
}
