// Ends an unpaid payment. The intent is canceled before the reservation is released. Otherwise a
// shopper could pay for packs that another user already has.
import { isUndecided } from '#domain/payment.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { updatePayment, updatePaymentExpiry } from './payments-queries.ts';
import { confirmPayment } from './confirm-payment.ts';
import { purchaseOf, withPayment } from './with-payment.ts';

/**
 * Ends a payment, and returns it in its new state. The state is `failed` if the payment has no
 * intent, `processing` if the bank has not decided yet, and `succeeded`, `refund_due` or `refunded`
 * if the money came first. Otherwise it is `canceled`.
 */
export async function endPayment(context: Context, payment: Payment): Promise<Payment> {
  if (payment.intentId === null) {
    const failed = await failPayment(context, payment);
    // If the shop has learnt the payment's intent meanwhile, the payment is still undecided, so
    // this function ends it with the intent.
    return isUndecided(failed.state) ? endPayment(context, failed) : failed;
  }
  const intent = await context.cardProvider!.cancelIntent(payment.intentId);
  if (intent === null) return failPayment(context, payment);
  return (await confirmPayment(context, intent)) ?? payment;
}

/**
 * Fails a payment that has no intent to cancel. Either the shop never learned the intent's id, so
 * nobody got the intent's secret; or the provider does not know the intent, because the shop's keys
 * now belong to another account. Does nothing if the intent became known in the meantime.
 */
export async function failPayment(context: Context, known: Payment): Promise<Payment> {
  return withPayment(context, known, async (inside, locked) => {
    if (!isUndecided(locked.state) || locked.intentId !== known.intentId) return locked;
    await purchaseOf(context, locked.purpose).release(inside, locked);
    return updatePayment(inside.db, locked.id, 'failed', null);
  });
}

/**
 * Releases a payment's reservation although the money may still come. If the money comes, the shop
 * looks for packs again.
 */
export async function releasePacks(context: Context, known: Payment): Promise<void> {
  await withPayment(context, known, async (inside, payment) => {
    if (isUndecided(payment.state))
      await purchaseOf(context, payment.purpose).release(inside, payment);
  });
}

/** Extends a payment's reservation if the payment's bank has not decided yet. */
export async function extendPayment(context: Context, known: Payment): Promise<void> {
  await withPayment(context, known, async (inside, payment) => {
    if (payment.state !== 'processing') return;
    const longer = await updatePaymentExpiry(
      inside.db,
      payment.id,
      context.config.reservationSeconds,
    );
    await purchaseOf(context, payment.purpose).extend(inside, longer);
  });
}
