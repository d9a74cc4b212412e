// This job finds out the state of payments whose events did not arrive, and pays due refunds.
import { isUndecided } from '#domain/payment.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { handleEvent } from './handle-event.ts';
import { listEventsToHandle, markEventHandled } from './stripe-events-queries.ts';
import { listPaymentsToReconcile } from './payments-queries.ts';
import { forEachPayment, type PaymentRun } from './payment-run.ts';
import { listRefundsOf } from './refunds-queries.ts';
import { confirmIntent } from './confirm-payment.ts';
import { payRefunds } from './pay-refunds.ts';

/** The number of minutes after which a payment should be decided. */
const UNDECIDED_MINUTES = 15;
const EVENTS_MAX = 1_000;

export async function reconcilePayments(
  context: Context,
  signal?: AbortSignal,
): Promise<PaymentRun> {
  const events = await handleLeftEvents(context, signal);
  const payments = await forEachPayment(
    context,
    signal,
    (db, limit) => listPaymentsToReconcile(db, UNDECIDED_MINUTES, limit),
    (_context, payment) =>
      !isUndecided(payment.state)
        ? payOrHear(context, payment)
        : confirmIntent(context, payment.intentId!),
  );
  return { done: events.done + payments.done, failed: events.failed + payments.failed };
}

/**
 * Pays a payment's refunds. If a refund is still due afterwards, a bank holds the money for a
 * dispute that the shop may not know of, so the shop reads the payment's disputes.
 */
async function payOrHear(context: Context, payment: Payment): Promise<void> {
  await payRefunds(context, payment);
  const refunds = await listRefundsOf(context.db, payment.id);
  if (!refunds.some(({ state }) => state === 'due')) return;
  await context.ports.updateDisputes(context, payment.intentId!);
}

async function handleLeftEvents(
  context: Context,
  signal: AbortSignal | undefined,
): Promise<PaymentRun> {
  const run = { done: 0, failed: 0 };
  if (context.cardProvider === null) return run;
  for (const event of await listEventsToHandle(context.db, EVENTS_MAX)) {
    signal?.throwIfAborted();
    try {
      await handleEvent(context, event);
      await markEventHandled(context.db, event.id);
      run.done += 1;
    } catch (error) {
      run.failed += 1;
      context.log.error(
        { event: 'provider_event_failed', err: error, eventId: event.id },
        'Could not handle an event of the card provider, will retry',
      );
    }
  }
  return run;
}
