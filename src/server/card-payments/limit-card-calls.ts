// How often the card provider is talked to for one account, one network and one payment: each call costs it and the
// shop time, and a provider that is asked too much answers nobody (choice 178). Jobs and the provider's own events
// are not counted.
import { CARD_CALLS_OF_ACCOUNT, VIEWS_OF_PAYMENT } from '#domain/throttle.ts';
import { isWithin, throttleCall, throttleEvent } from '../http/throttle.ts';
import { isUnreachable } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { confirmIntent } from './confirm-payment.ts';

/** One more call of a user's that reaches the card provider, before it does. Rejects with RATE_LIMITED. */
export async function countCardCall(context: Context, userId: string): Promise<void> {
  for (const limit of CARD_CALLS_OF_ACCOUNT) {
    await throttleEvent(context, `card_calls_of_account/${limit.seconds}`, userId, limit);
  }
  await throttleCall(context, 'card_call');
}

/**
 * Brings an open payment up to date for who looks at it. Null: what is known is all that can be said, because the
 * provider was asked a moment ago, can't be reached, or knows of no such intent.
 */
export async function confirmForViewer(
  context: Context,
  intentId: string,
): Promise<Payment | null> {
  if (context.cardProvider === null) return null;
  if (!(await isWithin(context, 'looks_at_payment', intentId, VIEWS_OF_PAYMENT))) return null;
  try {
    return await confirmIntent(context, intentId);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    context.log.warn(
      { event: 'card_provider_unreachable', err: error, intentId },
      'Card provider does not answer',
    );
    return null;
  }
}
