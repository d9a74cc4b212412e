// The shipment of cards to their owners (docs/product.md §15).
import * as z from 'zod/mini';
import { SHIPMENT_STATUSES } from '#domain/shipping.ts';
import {
  countryAsks,
  countryCode,
  LINE_LENGTH_MAX,
  optionalLine,
  parcelAddress,
  postalCode,
  requiredLine,
  stateLine,
} from './address.ts';
import { amount, instant } from './amounts.ts';
import { intent, paymentMethods } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { optionalWholeNumber, pagination, paging } from './paging.ts';
import { taxLine } from './taxes.ts';

/** The maximum number of cards in a shipment (docs/product.md §15). */
const SHIPPED_CARDS_MAX = 500;

/** A province or state as typed. */
const typedState = z.string().check(z.trim(), z.maxLength(LINE_LENGTH_MAX, 'state is too long'));

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

/** A shipping address as typed, with the form's messages. */
export const shippingAddress = z
  .object({
    firstName: requiredLine('first name'),
    lastName: requiredLine('last name'),
    addressLine1: requiredLine('address line 1'),
    /** Empty text means no second line. */
    addressLine2: z._default(z.nullable(optionalLine('address line 2')), null),
    city: requiredLine('city'),
    state: stateLine,
    postalCode: postalCode('postal code'),
    country: countryCode,
  })
  .check(...countryAsks({ field: 'postalCode', name: 'postal code' }));

/** A fee and its parts: `totalFee = baseFee + weightFee + insuranceFee - reduction + tax`. */
export const parcelFee = z.object({
  baseFee: amount,
  weightFee: amount,
  insuranceFee: amount,
  /** The part of the fee that is free, or that was already paid for the parcel to which these cards are added. */
  reduction: amount,
  /** The sum of `taxes`. */
  tax: amount,
  taxes: z.array(taxLine),
  totalFee: amount,
});

const shippedCard = z.object({
  cardId: z.uuid(),
  catalogueCardId: z.uuid(),
  name: z.string(),
  imageUrl: z.string(),
});

/** A shipment, for its owner. `cards` has all requested cards, including returned ones. */
export const shipment = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  cards: z.array(shippedCard),
  cardGroups: z.array(z.object({ packOpeningId: z.uuid(), cardIds: z.array(z.uuid()) })),
  /** Null only if the account is deleted. */
  shippingAddress: z.nullable(parcelAddress),
  fee: parcelFee,
  paymentMethod: z.enum(paymentMethods),
  /** The service's name. Null for shipments from before services existed. */
  service: z.nullable(z.string()),
  estimatedDelivery: z.string(),
  /** The market value that the service insures. */
  insuredValue: amount,
  /** The parcel to which the cards were added. Null if the shipment is a parcel of its own. */
  goesWithId: z.nullable(z.uuid()),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** The time by which the shop checks the parcel. Null if the parcel waits for no check. */
  checkedUntil: z.nullable(instant),
  /** When the shipment reached each status, oldest first. */
  events: z.array(z.object({ status: z.enum(SHIPMENT_STATUSES), at: instant })),
  createdAt: instant,
  updatedAt: instant,
});

export type Shipment = z.output<typeof shipment>;

/** Cards that were added to a parcel later. */
export const addition = z.object({
  id: z.uuid(),
  cardCount: z.int(),
  totalFee: amount,
  paymentMethod: z.enum(paymentMethods),
});

/** All later additions to a parcel by its owner. The added cards are sent with the parcel. */
const additions = z.array(addition);

const ownShipment = z.extend(shipment, { additions });

export type OwnShipment = z.output<typeof ownShipment>;

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
    /**
     * Whether the balance is too small for the fee to the country in the caller's profile, or else to the default
     * country.
     */
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
  reads: ['shop'],
  query: z.object({
    cardCount: optionalWholeNumber('cardCount', 1, SHIPPED_CARDS_MAX),
    country: z.optional(countryCode),
    /** A province or state, for countries where the fee or its tax depends on it. */
    state: z.optional(typedState),
  }),
  reply: z.object({
    baseFee: amount,
    weightFee: amount,
    /** The sum of `taxes`. */
    tax: amount,
    taxes: z.array(taxLine),
    /**
     * Whether the tax depends on the state and the state is missing. Until the state is known, the fee includes no
     * tax.
     */
    needsRegion: z.boolean(),
    /** The fee including tax. */
    totalFee: amount,
    estimatedDelivery: z.string(),
    currency: z.string(),
  }),
  rejections: [],
});

const quote = z.object({
  id: z.uuid(),
  /** The permanent id of the service, and its name for users. */
  serviceKey: z.string(),
  service: z.string(),
  estimatedDelivery: z.string(),
  /** Whether the fee includes paid insurance. */
  isInsured: z.boolean(),
  insuredValue: amount,
  fee: parcelFee,
  /**
   * Whether the tax depends on the state and the state is missing. Until the state is known, the fee includes no
   * tax.
   */
  needsRegion: z.boolean(),
  /** From this market value of the cards on, the service is free. Null if it is never free. */
  freeFrom: z.nullable(amount),
  /**
   * The payment methods for this fee. If the fee is zero or too small for a card payment, it can be paid only with
   * credits.
   */
  paymentMethods: z.array(z.enum(paymentMethods)),
  /** The shop accepts the quote until this time. */
  expiresAt: instant,
});

export type ShippingQuote = z.output<typeof quote>;

export const quoteShipment = endpoint({
  method: 'POST',
  path: '/shipping/quotes',
  summary:
    "What it costs to ship these cards to a place, by each service, or together with one of the caller's parcels that is not packed yet. Valid for 30 minutes.",
  audience: 'user',
  verified: 'if demanded',
  // Each call creates new quotes. Earlier quotes stay valid.
  repeat: 'none',
  reads: ['shop'],
  body: z.object({
    cardGroups,
    country: countryCode,
    state: z._default(typedState, ''),
    /** The postal code as typed. A tax provider needs it for the United States. */
    postalCode: z._default(
      z.string().check(z.trim(), z.maxLength(20, 'postalCode is too long')),
      '',
    ),
  }),
  reply: z.object({
    cardCount: z.int(),
    marketValue: amount,
    /** In the order of the tariff. */
    quotes: z.array(quote),
    /** Why there are no quotes. Null if there are some. */
    problem: z.nullable(
      z.object({ field: z.enum(['country', 'state', 'cards']), message: z.string() }),
    ),
    /**
     * Parcels to which the cards can be added, because their packing has not begun. The fee is the difference, and
     * the address is the parcel's.
     */
    beside: z.array(
      z.object({ shipmentId: z.uuid(), cardCount: z.int(), shippingAddress: parcelAddress, quote }),
    ),
  }),
  rejections: ['EMAIL_NOT_VERIFIED', 'CARD_NOT_FOUND'],
});

/**
 * The quote that the user saw, whose fee is charged. If omitted, the fee is that of the zone's first service at the
 * current price, without paid insurance. If the quote adds the cards to another parcel, that parcel's address is
 * used.
 */
const quoteId = z.optional(z.nullable(z.uuid('Invalid quote ID').check(z.toLowerCase())));

export const createShippingPaymentIntent = endpoint({
  method: 'POST',
  path: '/shipping/create-payment-intent',
  summary: 'Locks cards for 30 minutes and starts a card payment for their shipping.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'natural',
  vital: 'pay',
  changes: ['transactions', 'cards'],
  body: z.object({ cardGroups, shippingAddress, quoteId }),
  reply: intent,
  rejections: [
    'EMAIL_NOT_VERIFIED',
    'ACCOUNT_PAUSED',
    'CARDS_NOT_OPEN',
    'CARD_NOT_FOUND',
    'CARD_NOT_AVAILABLE',
    'QUOTE_EXPIRED',
  ],
});

export const requestShipment = endpoint({
  method: 'POST',
  path: '/shipping/requests',
  summary:
    'Requests a shipment of cards, paid with credits or with a card payment that has succeeded.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'keyed',
  vital: 'ship',
  changes: ['payment-methods', 'balance', 'transactions', 'cards', 'shipments'],
  body: z
    .object({
      cardGroups,
      shippingAddress,
      quoteId,
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
    'QUOTE_EXPIRED',
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
  reply: ownShipment,
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
  ParcelFee: parcelFee,
  ShippedCard: shippedCard,
  Shipment: shipment,
  ShipmentAddition: addition,
  ShippingQuote: quote,
  ShipmentRequest: requestShipment.body,
});
