// The call for the card provider (docs/product.md §7).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

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
