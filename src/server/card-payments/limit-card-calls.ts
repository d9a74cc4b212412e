// Limits the calls to the card provider per account, network and payment. Each call takes time at
// the provider and the shop, and if a provider gets too many calls, it refuses all of them (choice
// 178). Calls by jobs, and calls that the provider's own events cause, are not counted.
import { CARD_CALLS_OF_ACCOUNT, VIEWS_OF_PAYMENT } from '#domain/throttle.ts';
import { countIfWithinLimit, throttleCall, throttleEvent } from '../http/throttle.ts';
import { isUnreachable } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { confirmIntent } from './confirm-payment.ts';

/**
 * Counts a user's call to the card provider before the call is made. Rejects with RATE_LIMITED
 * after too many calls.
 */
export async function countCardCall(context: Context, userId: string): Promise<void> {
  for (const limit of CARD_CALLS_OF_ACCOUNT) {
    await throttleEvent(context, `card_calls_of_account/${limit.seconds}`, userId, limit);
  }
  await throttleCall(context, 'card_call');
}

/**
 * Brings an open payment up to date for a person who views it. Returns null if the provider was
 * asked a moment ago, can't be reached, or does not know the intent. The caller then shows the
 * stored state.
 */
export async function confirmForViewer(
  context: Context,
  intentId: string,
): Promise<Payment | null> {
  if (context.cardProvider === null) return null;
  if (!(await countIfWithinLimit(context, 'looks_at_payment', intentId, VIEWS_OF_PAYMENT)))
    return null;
  try {
    return await confirmIntent(context, intentId);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    context.log.warn(
      { event: 'card_provider_unreachable', err: error, intentId },
      'Card provider did not respond: showing the stored state of the payment',
    );
    return null;
  }
}
