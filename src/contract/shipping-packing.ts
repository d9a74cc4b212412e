// Packing: operators scan the cards of parcels (docs/product.md §15).
import * as z from 'zod/mini';
import { SHIPMENTS_AT_ONCE_MAX } from '#domain/shipping.ts';
import { endpoint } from './endpoint.ts';
import { adminShipmentDetail } from './shipping-admin.ts';

const parcelId = z.uuid('must be the id of a shipment').check(z.toLowerCase());

export const nextParcel = endpoint({
  method: 'GET',
  path: '/admin/picks/next',
  summary: 'The parcel that has waited longest to be packed, or the one after another parcel.',
  audience: 'packing',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object({ after: z.optional(parcelId) }),
  /** Null if no parcel waits. Held parcels and parcels of paused accounts are left out. */
  reply: z.object({ parcel: z.nullable(adminShipmentDetail) }),
  rejections: [],
});

export const pickCard = endpoint({
  method: 'POST',
  path: '/admin/picks',
  summary:
    'Notes that a card was taken from its shelf for its parcel, by the number on its sleeve or on its grader’s label. A card of another parcel is refused.',
  audience: 'packing',
  repeat: 'natural',
  changes: ['shipments'],
  body: z.object({
    number: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'number is required'),
        z.maxLength(100, 'number is too long'),
      ),
    /** The parcels that are being packed. If empty, any waiting parcel. */
    parcels: z._default(
      z
        .array(parcelId)
        .check(
          z.maxLength(
            SHIPMENTS_AT_ONCE_MAX,
            `At most ${SHIPMENTS_AT_ONCE_MAX} shipments can be packed at once`,
          ),
        ),
      [],
    ),
  }),
  reply: z.object({
    cardId: z.uuid(),
    /** Whether the card had been picked before. */
    wasPicked: z.boolean(),
    parcel: adminShipmentDetail,
  }),
  rejections: ['CARD_NOT_FOUND', 'INVALID_TRANSITION'],
});
