// Shipping labels that operators buy from carriers for packed parcels (docs/product.md §15).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shipmentId } from './shipping.ts';

/** A price in hundredths of the carrier's own currency. */
const price = { amountMinor: z.int(), currency: z.string() };

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
  /** The carriers' prices; empty once a label has been bought. */
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
  audience: 'moderator',
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
  audience: 'moderator',
  repeat: 'natural',
  changes: ['shipments', 'audit-log'],
  params: shipmentId,
  body: z.object({
    rateId: z.string().check(z.minLength(1, 'rateId is required'), z.maxLength(200)),
  }),
  reply: labelState,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ CarrierRate: carrierRate, CarrierLabel: carrierLabel, LabelState: labelState });
