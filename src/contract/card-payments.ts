// Keeping the card that pays, and the call for the card provider (docs/product.md §7).
import * as z from 'zod/mini';
import { paymentIntentId } from './checkout.ts';
import { endpoint } from './endpoint.ts';

/** Nothing is saved before the card has paid, and nothing if it does not (choice 788). */
export const keepPaymentCard = endpoint({
  method: 'PUT',
  path: '/payments/{paymentIntentId}/keep-card',
  summary:
    "Says whether the card that pays one of the caller's open card payments is to be saved once it has paid.",
  audience: 'user',
  repeat: 'natural',
  // What is saved is saved once it has paid, and that is told by who asks what it bought.
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
