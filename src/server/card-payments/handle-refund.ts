// Handles an event about a refund that was paid to a card or returned from it. The refund may have
// been made by the shop, or outside of the shop.
import type { Context } from '../runtime/context.ts';
import { confirmIntent } from './confirm-payment.ts';
import { bookRefunds } from './pay-refunds.ts';

/**
 * Confirms the payment before it books the payment's refunds, because only delivered things can be
 * taken back.
 */
export async function handleRefund(context: Context, intentId: string): Promise<void> {
  const payment = await confirmIntent(context, intentId);
  if (payment !== null) await bookRefunds(context, payment);
}
