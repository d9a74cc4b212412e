// Stores at the provider whether the paying card will be saved, as the buyer chose with a checkbox
// (choice 788). `confirm-payment.ts` saves the card after the payment.
import * as rows from '#contract/card-payments.ts';
import { isUndecided } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { CardRefusal } from '../runtime/card-provider.ts';
import { needCardProvider } from './begin-payment.ts';
import { countCardCall } from './limit-card-calls.ts';
import { findCustomer } from './payment-methods-queries.ts';
import { findPaymentByIntentId } from './payments-queries.ts';

export const keepPaymentCard = handler(
  rows.keepPaymentCard,
  async (context, { userId }, { paymentIntentId, keep }) => {
    needCardProvider(context);
    const [payment, customerId] = await Promise.all([
      findPaymentByIntentId(context.db, paymentIntentId),
      findCustomer(context.db, userId),
    ]);
    if (payment === null || payment.userId !== userId || !isUndecided(payment.state)) {
      throw new Rejection('NOT_FOUND');
    }
    await countCardCall(context, userId);
    try {
      await context.cardProvider!.saveCardOf(paymentIntentId, keep ? { userId, customerId } : null);
    } catch (error) {
      if (!(error instanceof CardRefusal)) throw error;
      const sentence = 'The card provider does not change this payment any more.';
      throw new Rejection('VALIDATION_ERROR', { sentence, cause: error });
    }
    return { keep };
  },
);
