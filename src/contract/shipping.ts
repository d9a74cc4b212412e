// Shipping cards to their owners (docs/product.md §15).
import * as z from 'zod/mini';
import { SHIPMENT_STATUSES } from '#domain/shipping.ts';
import {
  countryCode,
  LINE_LENGTH_MAX,
  optionalLine,
  parcelAddress,
  postalCode,
  requiredLine,
} from './address.ts';
import { amount, instant } from './amounts.ts';
import { intent, paymentMethods } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { optionalWholeNumber, pagination, paging } from './paging.ts';
import { taxLine } from './taxes.ts';

/** The most cards in one shipment (docs/product.md §15). */
const SHIPPED_CARDS_MAX = 500;

const GROUP_INCOMPLETE = 'Each card group must have a pack opening ID and at least one card';

const cardGroup = z.object({
  packOpeningId: z.uuid(GROUP_INCOMPLETE).check(z.toLowerCase()),
  cardIds: z
    .array(z.uuid('Card not found').check(z.toLowerCase()), GROUP_INCOMPLETE)
    .check(z.minLength(1, GROUP_INCOMPLETE)),
});

const NO_GROUPS = 'At least one card group must be provided for shipping';

const cardGroups = z.array(cardGroup, NO_GROUPS).check(
  z.minLength(1, NO_GROUPS),
  z.refine(
    (groups) => groups.reduce((sum, one) => sum + one.cardIds.length, 0) <= SHIPPED_CARDS_MAX,
    { error: `At most ${SHIPPED_CARDS_MAX} cards can be shipped at once` },
  ),
);

/** An address as typed, with the form's messages. */
export const shippingAddress = z.object({
  firstName: requiredLine('first name'),
  lastName: requiredLine('last name'),
  addressLine1: requiredLine('address line 1'),
  /** Empty means none. */
  addressLine2: z._default(z.nullable(optionalLine('address line 2')), null),
  city: requiredLine('city'),
  state: requiredLine('state'),
  postalCode: postalCode('postal code'),
  country: countryCode,
});

/** A parcel as its owner sees it. `cards` are all that were requested, including returned ones. */
export const shipment = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  cards: z.array(z.object({ cardId: z.uuid(), name: z.string(), imageUrl: z.string() })),
  cardGroups: z.array(z.object({ packOpeningId: z.uuid(), cardIds: z.array(z.uuid()) })),
  /** Null only in a shipment of a deleted account. */
  shippingAddress: z.nullable(parcelAddress),
  /** `totalFee` is what was paid: with `tax`, the sum of `taxes`. */
  fee: z.object({
    baseFee: amount,
    weightFee: amount,
    tax: amount,
    taxes: z.array(taxLine),
    totalFee: amount,
  }),
  paymentMethod: z.enum(paymentMethods),
  estimatedDelivery: z.string(),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** When it reached each status so far, oldest first. */
  events: z.array(z.object({ status: z.enum(SHIPMENT_STATUSES), at: instant })),
  createdAt: instant,
  updatedAt: instant,
});

export type Shipment = z.output<typeof shipment>;

export const checkShippingEligibility = endpoint({
  method: 'POST',
  path: '/shipping/eligibility',
  summary: 'Checks whether these cards can be shipped now, and how shipping can be paid.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'none',
  reads: ['balance', 'cards'],
  body: z.object({ cardGroups }),
  reply: z.object({
    eligible: z.boolean(),
    ineligibilityReason: z.nullable(z.string()),
    ineligibleCards: z.array(z.object({ cardId: z.uuid(), reason: z.string() })),
    availablePaymentMethods: z.array(z.enum(paymentMethods)),
    /** Based on the fee to the country in the caller's profile, or to the default one. */
    hasInsufficientBalance: z.boolean(),
    userBalance: amount,
  }),
  rejections: ['EMAIL_NOT_VERIFIED'],
});

export const calculateShippingFee = endpoint({
  method: 'GET',
  path: '/shipping/calculate-fee',
  summary: 'The shipping fee and estimated delivery for a number of cards to a country.',
  audience: 'user',
  repeat: 'none',
  // Fees are constants.
  reads: [],
  query: z.object({
    cardCount: optionalWholeNumber('cardCount', 1, SHIPPED_CARDS_MAX),
    country: z.optional(countryCode),
    /** A province or state, for the tax. */
    state: z.optional(z.string().check(z.maxLength(LINE_LENGTH_MAX, 'state is too long'))),
  }),
  reply: z.object({
    baseFee: amount,
    weightFee: amount,
    /** The sum of `taxes`. */
    tax: amount,
    taxes: z.array(taxLine),
    /** The state says whose taxes the fee takes, and is not known yet: until then there is no tax in this. */
    needsRegion: z.boolean(),
    /** With tax. */
    totalFee: amount,
    estimatedDelivery: z.string(),
    currency: z.string(),
  }),
  rejections: [],
});

export const createShippingPaymentIntent = endpoint({
  method: 'POST',
  path: '/shipping/create-payment-intent',
  summary: 'Locks cards for 30 minutes and starts a card payment for their shipping.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'natural',
  changes: ['transactions', 'cards'],
  body: z.object({ cardGroups, shippingAddress }),
  reply: intent,
  rejections: ['EMAIL_NOT_VERIFIED', 'ACCOUNT_PAUSED', 'CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE'],
});

export const requestShipment = endpoint({
  method: 'POST',
  path: '/shipping/requests',
  summary:
    'Requests a shipment of cards, paid with credits or with a card payment that has succeeded.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'cards', 'shipments'],
  body: z
    .object({
      cardGroups,
      shippingAddress,
      paymentMethod: z.enum(paymentMethods, 'Invalid payment method selected'),
      paymentIntentId: z.optional(
        z.nullable(z.string().check(z.maxLength(255, 'Invalid payment intent ID'))),
      ),
    })
    .check((body) => {
      if (body.value.paymentMethod !== 'stripe' || body.value.paymentIntentId) return;
      body.issues.push({
        code: 'custom',
        input: body.value.paymentIntentId,
        path: ['paymentIntentId'],
        message: 'Payment intent ID is required for Stripe payments',
      });
    }),
  reply: shipment,
  rejections: [
    'ACCOUNT_PAUSED',
    'EMAIL_NOT_VERIFIED',
    'CARD_NOT_FOUND',
    'CARD_NOT_AVAILABLE',
    'INSUFFICIENT_BALANCE',
    'NOT_FOUND',
    'PAYMENT_NOT_COMPLETED',
    'PAYMENT_INTENT_USED',
  ],
});

export const shipCards = endpoint({
  ...requestShipment,
  path: '/cards/ship',
  summary: 'The same call, under the path for cards.',
});

export const listShipments = endpoint({
  method: 'GET',
  path: '/shipping/requests',
  summary: "The caller's shipments, newest first.",
  audience: 'user',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object(paging),
  reply: z.object({ shipments: z.array(shipment), pagination }),
  rejections: [],
});

export const shipmentId = z.object({ id: z.uuid('Resource not found') });

export const showShipment = endpoint({
  method: 'GET',
  path: '/shipping/requests/{id}',
  summary: "One of the caller's shipments.",
  audience: 'user',
  repeat: 'none',
  reads: ['shipments'],
  params: shipmentId,
  reply: shipment,
  rejections: ['NOT_FOUND'],
});

export const cancelShipment = endpoint({
  method: 'POST',
  path: '/shipping/requests/{id}/cancel',
  summary: 'Cancels a shipment that has not been packed yet; the cards and the fee are returned.',
  audience: 'user',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'cards', 'shipments'],
  params: shipmentId,
  reply: shipment,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED'],
});

nameShapes({
  CardGroup: cardGroup,
  ShippingAddress: shippingAddress,
  Shipment: shipment,
  ShipmentRequest: requestShipment.body,
});
