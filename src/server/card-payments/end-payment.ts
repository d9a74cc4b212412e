// Ending a payment without its money: the intent is canceled first, and only then is given back what
// was kept for it. The other way round a shopper could pay for packs that are somebody else's.
import { isUndecided } from '#domain/payment.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { updatePayment, updatePaymentExpiry } from './payments-queries.ts';
import { confirmPayment } from './confirm-payment.ts';
import { purchaseOf, withPayment } from './with-payment.ts';

/**
 * Ends a payment, and returns what it is then: `canceled`, `succeeded` or `refunded` when its money
 * was faster, `processing` when a bank has not answered yet.
 */
export async function endPayment(context: Context, payment: Payment): Promise<Payment> {
  if (payment.intentId === null) {
    const failed = await failPayment(context, payment);
    // Its intent became known meanwhile.
    return isUndecided(failed.state) ? endPayment(context, failed) : failed;
  }
  const intent = await context.cardProvider!.cancelIntent(payment.intentId);
  if (intent === null) return failPayment(context, payment);
  return (await confirmPayment(context, intent)) ?? payment;
}

/**
 * Gives up a payment that has no intent to cancel: the shop never learned its id, so nobody was told its
 * secret; or the provider does not know it, because the shop's keys are another account's now. Does
 * nothing to a payment whose intent became known meanwhile.
 */
export async function failPayment(context: Context, known: Payment): Promise<Payment> {
  return withPayment(context, known, async (inside, locked) => {
    if (!isUndecided(locked.state) || locked.intentId !== known.intentId) return locked;
    await purchaseOf(context, locked.purpose).release(inside, locked);
    return updatePayment(inside.db, locked.id, 'failed', null);
  });
}

/** Releases what a payment reserved, though its money may still come: then it is looked for again. */
export async function releasePacks(context: Context, known: Payment): Promise<void> {
  await withPayment(context, known, async (inside, payment) => {
    if (isUndecided(payment.state))
      await purchaseOf(context, payment.purpose).release(inside, payment);
  });
}

/** Keeps what a payment buys for another while: its bank has not answered yet. */
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
