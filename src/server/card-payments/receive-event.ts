// The card provider's webhook: something happened to an intent.
import * as rows from '#contract/card-payments.ts';
import { Rejection } from '#domain/rejection.ts';
import { verb } from '../http/verb.ts';
import { recordEvent, markEventHandled } from './stripe-events-queries.ts';
import { settleIntent } from './settle.ts';

/**
 * Each event is handled once. Its content is not trusted: it only means that it is time to look. If the
 * payment can't be settled now, the answer is an error and the provider retries; so does the
 * reconciler, because the event is stored.
 */
export const receiveStripeEvent = verb(
  rows.receiveStripeEvent,
  async (context, _caller, { raw, signature }) => {
    if (context.cardProvider === null) throw new Rejection('NOT_FOUND');
    const event = context.cardProvider.readEvent(raw, signature);
    if (await recordEvent(context.db, event)) {
      if (event.intentId !== null) await settleIntent(context, event.intentId);
      await markEventHandled(context.db, event.id);
    }
    return { received: true as const };
  },
);
