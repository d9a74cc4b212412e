// Saving the card of a payment, and the card provider's webhook (docs/product.md §7).
import * as z from 'zod/mini';
import { paymentIntentId } from './checkout.ts';
import { endpoint } from './endpoint.ts';

/**
 * Says whether to save the card after the payment succeeds. If the payment fails, the card is not saved (choice
 * 788).
 */
export const keepPaymentCard = endpoint({
  method: 'PUT',
  path: '/payments/{paymentIntentId}/keep-card',
  summary:
    "Says whether the card that pays one of the caller's open card payments is to be saved once it has paid.",
  audience: 'user',
  repeat: 'natural',
  // The card is saved only after the payment. The calls that confirm the payment list `payment-methods` among their
  // changes.
  changes: [],
  params: z.object({ paymentIntentId }),
  body: z.object({ keep: z.boolean('keep must be true or false') }),
  reply: z.object({ keep: z.boolean() }),
  rejections: ['NOT_FOUND'],
});

export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  summary: "Stripe's webhook. Only Stripe can call it: each event is signed.",
  audience: 'anyone',
  repeat: 'natural',
  vital: 'pay',
  changes: ['balance', 'transactions', 'packs', 'stock', 'shipments'],
  signedBy: 'stripe-signature',
  reply: z.object({ received: z.literal(true) }),
  rejections: ['NOT_FOUND'],
});
