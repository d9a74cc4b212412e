// Shipping labels that operators buy from carriers for packed parcels (docs/product.md §15).
import * as z from 'zod/mini';
import { unlessOnlyPacking } from './amounts.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import { SHIPMENTS_AT_ONCE_MAX } from '#domain/shipping.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shipmentId } from './shipping.ts';

/** A price in hundredths of the carrier's own currency. */
const price = { amountMinor: unlessOnlyPacking(z.int()), currency: z.string() };

const carrierRate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  ...price,
  deliveryDays: z.nullable(z.int()),
});

const carrierLabel = z.object({
  carrier: z.string(),
  service: z.string(),
  trackingNumber: z.string(),
  labelUrl: z.string(),
  ...price,
});

const labelState = z.object({
  /** The company that sells the labels. */
  seller: z.string(),
  /** The carriers' prices. Empty once a label has been bought. */
  rates: z.array(carrierRate),
  label: z.nullable(carrierLabel),
  /** Why some carriers offered no price, in their own words. */
  problems: z.array(z.string()),
});

export type LabelState = z.output<typeof labelState>;

export const askCarrier = endpoint({
  method: 'POST',
  path: '/admin/shipments/{id}/rates',
  summary: "The carriers' rates for a packed parcel, or its label if one was bought.",
  audience: 'packing',
  repeat: 'natural',
  // The carrier gets the parcel's data, but nothing in the shop changes.
  changes: [],
  params: shipmentId,
  reply: labelState,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const buyLabel = endpoint({
  method: 'POST',
  path: '/admin/shipments/{id}/label',
  summary: 'Buys the label of a packed parcel at one of the rates, once.',
  audience: 'packing',
  repeat: 'natural',
  changes: ['shipments', 'audit-log'],
  params: shipmentId,
  body: z.object({
    rateId: z.string().check(z.minLength(1, 'rateId is required'), z.maxLength(200)),
  }),
  reply: labelState,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'ACCOUNT_PAUSED'],
});

const parcelIds = z
  .array(z.uuid('ids must be ids of shipments').check(z.toLowerCase()))
  .check(
    z.minLength(1, 'At least one shipment must be named'),
    z.maxLength(
      SHIPMENTS_AT_ONCE_MAX,
      `At most ${SHIPMENTS_AT_ONCE_MAX} shipments can be sent at once`,
    ),
  );

export const sendParcels = endpoint({
  method: 'POST',
  path: '/admin/shipments/send',
  summary:
    'Buys the labels of packed parcels, marks them shipped and mails their owners; each succeeds or fails on its own. Parcels with a label keep it.',
  audience: 'packing',
  repeat: 'natural',
  changes: ['shipments', 'cards', 'audit-log'],
  body: z.object({ ids: parcelIds }),
  reply: z.object({
    /** In the order of the request. `error` says why a parcel was not sent; null if it is on its way. */
    results: z.array(
      z.object({
        id: z.uuid(),
        error: z.nullable(z.object({ code: z.enum(REJECTION_CODES), message: z.string() })),
      }),
    ),
  }),
  rejections: ['NOT_FOUND'],
});

const printedLabel = z.object({
  shipmentId: z.uuid(),
  label: carrierLabel,
  /** The label as a `data:` address. Null if the carrier's file is no picture or can't be fetched: print it from `labelUrl`. */
  picture: z.nullable(z.string()),
});

export const printLabels = endpoint({
  method: 'POST',
  path: '/admin/shipments/labels',
  summary: 'The bought labels of some parcels with their pictures, for printing.',
  audience: 'packing',
  repeat: 'natural',
  // Nothing changes. It is no GET because the pictures are large, and no browser shall keep them.
  changes: [],
  body: z.object({ ids: parcelIds }),
  reply: z.object({ labels: z.array(printedLabel) }),
  rejections: [],
});

nameShapes({ CarrierRate: carrierRate, CarrierLabel: carrierLabel, LabelState: labelState });
