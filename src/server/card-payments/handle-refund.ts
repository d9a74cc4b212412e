// Handles an event about a refund: the refund was paid to a card, or returned from it. The shop or
// somebody outside it may have made the refund.
import type { Context } from '../runtime/context.ts';
import { confirmIntent } from './confirm-payment.ts';
import { bookRefunds } from './pay-refunds.ts';

/** Confirms the payment before its refund, because only delivered things can be taken back. */
export async function handleRefund(context: Context, intentId: string): Promise<void> {
  const payment = await confirmIntent(context, intentId);
  if (payment !== null) await bookRefunds(context, payment);
}
