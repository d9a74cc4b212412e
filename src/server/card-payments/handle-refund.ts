// Money went back to a card, or came back from it, inside the shop or outside.
import type { Context } from '../runtime/context.ts';
import { settleIntent } from './settle.ts';
import { settleRefunds } from './settle-refunds.ts';

/** The payment is settled first: what was never delivered can't be taken back. */
export async function handleRefund(context: Context, intentId: string): Promise<void> {
  const payment = await settleIntent(context, intentId);
  if (payment !== null) await settleRefunds(context, payment);
}
