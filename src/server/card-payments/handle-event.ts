// What is done about each kind of the card provider's events. An event's content is not trusted: it only
// means that it is time to ask the provider how something stands now.
import type { CardEvent } from '../runtime/card-provider.ts';
import type { Context } from '../runtime/context.ts';
import { handleRefund } from './handle-refund.ts';
import { confirmIntent } from './confirm-payment.ts';

/** Sees to what an event is about. It may come twice, late and in any order. */
type Handler = (context: Context, intentId: string) => Promise<unknown>;

/** By how an event's type begins; the first that fits. Any other is about the intent itself. */
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
