// Chooses the handler for each kind of event from the card provider. The shop does not trust an
// event's content, so the event only makes it read the current state from the provider.
import type { CardEvent } from '../runtime/card-provider.ts';
import type { Context } from '../runtime/context.ts';
import { handleRefund } from './handle-refund.ts';
import { confirmIntent } from './confirm-payment.ts';

/** Handles an event about an intent. Events may come twice, late and in any order. */
type Handler = (context: Context, intentId: string) => Promise<unknown>;

/**
 * The handlers by the prefix of an event's type; the first match counts. If no prefix matches, the
 * event is about the intent itself.
 */
const HANDLERS: readonly (readonly [string, Handler])[] = [
  ['refund.', handleRefund],
  ['charge.refund', handleRefund],
  ['charge.dispute.', (context, intentId) => context.ports.updateDisputes(context, intentId)],
];

export async function handleEvent(
  context: Context,
  { type, intentId }: Pick<CardEvent, 'type' | 'intentId'>,
): Promise<void> {
  if (intentId === null) return;
  const known = HANDLERS.find(([beginning]) => type.startsWith(beginning));
  await (known?.[1] ?? confirmIntent)(context, intentId);
}
