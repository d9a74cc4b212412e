// Ending a payment without its money: the intent is canceled first, and only then is given back what
// was kept for it. The other way round a shopper could pay for packs that are somebody else's.
import { isUndecided } from '#domain/payment.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { updatePayment, updatePaymentExpiry } from './queries.ts';
import { purchaseOf, settle, withPayment } from './settle.ts';

/**
 * Ends a payment, and answers what it is then: `canceled`, `succeeded` or `refunded` when its money
 * was faster, `processing` when a bank has not answered yet.
 */
export async function endPayment(context: Context, payment: Payment): Promise<Payment> {
  if (payment.intentId === null) return failPayment(context, payment);
  const intent = await context.cardProvider!.cancelIntent(payment.intentId);
  return (await settle(context, intent)) ?? payment;
}

/**
 * Ends a payment whose intent never became known. Nobody was told its secret, so nobody can pay it;
 * there is nothing to cancel. One that became known meanwhile is ended as such.
 */
export async function failPayment(context: Context, known: Payment): Promise<Payment> {
  const payment = await withPayment(context, known, async (inside, locked) => {
    if (locked.state !== 'creating') return locked;
    await purchaseOf(context, locked.purpose).release(inside, locked);
    return updatePayment(inside.db, locked.id, 'failed', null);
  });
  return isUndecided(payment.state) ? endPayment(context, payment) : payment;
}

/** Gives back what a payment kept, though its money may still come: then it is looked for again. */
export async function releaseKept(context: Context, known: Payment): Promise<void> {
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
