// A refund was made to a card, or returned from it, inside the shop or outside.
import type { Context } from '../runtime/context.ts';
import { confirmIntent } from './confirm-payment.ts';
import { bookRefunds } from './pay-refunds.ts';

/** The payment is confirmed first: what was never delivered can't be taken back. */
export async function handleRefund(context: Context, intentId: string): Promise<void> {
  const payment = await confirmIntent(context, intentId);
  if (payment !== null) await bookRefunds(context, payment);
}
