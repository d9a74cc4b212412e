// The card provider's webhook. The provider calls it with events.
import * as rows from '#contract/card-payments.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { handleEvent } from './handle-event.ts';
import { recordEvent, markEventHandled } from './stripe-events-queries.ts';

/**
 * Stores an event and handles it once. If the handling fails, the error response makes the provider
 * send the event again, and the reconciler tries again from the stored event.
 */
export const receiveStripeEvent = handler(
  rows.receiveStripeEvent,
  async (context, _caller, { raw, signature }) => {
    if (context.cardProvider === null) throw new Rejection('NOT_FOUND');
    const event = context.cardProvider.readEvent(raw, signature);
    if (await recordEvent(context.db, event)) {
      await handleEvent(context, event);
      await markEventHandled(context.db, event.id);
    }
    return { received: true as const };
  },
);
