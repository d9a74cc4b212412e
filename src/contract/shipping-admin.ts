// Shipments for operators: the parcels they pack and send (docs/product.md §13 and §15).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES } from '#domain/card.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import { SHIPMENTS_AT_ONCE_MAX, SHIPMENT_STATUSES } from '#domain/shipping.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { additions, shipment, shipmentId } from './shipping.ts';
import { parcelSender } from './shipping-tariff.ts';
import { LINE_LENGTH_MAX } from './address.ts';

/** A carrier or a tracking number, as printed on a label. */
const trackingLine = (name: string) =>
  z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, `${name} is required`),
        z.maxLength(LINE_LENGTH_MAX, `${name} is too long`),
      ),
  );

/** What operators may set a shipment to. */
const OPERATOR_STATUSES = ['packed', 'shipped', 'delivered', 'cancelled'] as const;

const STATUS_UNKNOWN = 'status must be packed, shipped, delivered or cancelled';

type ParcelLabel = {
  status: string;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
};

/** A shipped parcel must be trackable. */
function checkParcel(
  body: { value: unknown; issues: z.core.$ZodRawIssue[] },
  { status, carrier, trackingNumber }: ParcelLabel,
): void {
  if (status !== 'shipped' || (carrier && trackingNumber)) return;
  body.issues.push({
    code: 'custom',
    input: body.value,
    path: [carrier ? 'trackingNumber' : 'carrier'],
    message: 'A shipped parcel has a carrier and a tracking number',
  });
}

/** What operators can do with a parcel. */
export const moveShipment = endpoint({
  method: 'PATCH',
  path: '/admin/shipments/{id}',
  summary:
    'Changes the status of a shipment: packed, shipped (with carrier and tracking number), delivered or cancelled.',
  audience: 'moderator',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'cards', 'shipments', 'audit-log'],
  params: shipmentId,
  body: z
    .object({
      status: z.enum(OPERATOR_STATUSES, STATUS_UNKNOWN),
      carrier: trackingLine('carrier'),
      trackingNumber: trackingLine('tracking number'),
    })
    .check((body) => checkParcel(body, body.value)),
  reply: shipment,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'ACCOUNT_PAUSED', 'DISPUTED'],
});

const adminShipment = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  ownerEmail: z.string(),
  /** The recipient. This and `country` are null once the account was deleted. */
  recipient: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Of all that lies in it. */
  cardCount: z.int(),
  totalFee: amount,
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  requestedAt: instant,
});

export type AdminShipment = z.output<typeof adminShipment>;

export const listAdminShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments',
  summary: 'The shipments in a status: open ones oldest first, others newest first.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object({
    ...paging,
    status: z._default(
      z.enum(SHIPMENT_STATUSES, 'status is not a status of a shipment'),
      'requested',
    ),
    /**
     * The start of the owner's e-mail, the recipient's name or last name, the tracking number, or the
     * id; ignoring case.
     */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  }),
  reply: z.object({
    shipments: z.array(adminShipment),
    pagination,
    /** How many of those that match are in each status, up to the limit of every total. */
    counts: z.array(z.object({ status: z.enum(SHIPMENT_STATUSES), count: z.int() })),
  }),
  rejections: [],
});

const parcelCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  condition: z.enum(CONDITIONS),
  /** The pack it came from and its position in it, which is where it is stored. */
  packSerial: z.string(),
  position: z.int(),
});

export type ParcelCard = z.output<typeof parcelCard>;

/** What a customs form (CN 22, CN 23) says of a parcel to another country. Null: to be written by hand. */
const customsForm = z.object({
  description: z.string(),
  hsCode: z.string(),
  originCountry: z.nullable(z.string()),
  quantity: z.int(),
  /** The market value of its cards at this moment. */
  value: amount,
  netGrams: z.int(),
  grossGrams: z.int(),
  sender: z.nullable(parcelSender),
});

export type CustomsForm = z.output<typeof customsForm>;

const adminShipmentDetail = z.object({
  shipment,
  ownerEmail: z.string(),
  /** Their cards are among the cards. */
  additions,
  /** Who sells labels for packed parcels; null: nobody. */
  labelSeller: z.nullable(z.string()),
  /** Null: it stays in the country. */
  customs: z.nullable(customsForm),
  /** In the order of the shelves (`domain/shelf-order.ts`). */
  cards: z.array(parcelCard),
});

export type AdminShipmentDetail = z.output<typeof adminShipmentDetail>;

export const showAdminShipment = endpoint({
  method: 'GET',
  path: '/admin/shipments/{id}',
  summary: 'A shipment with its cards and where each is stored.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['shipments'],
  params: z.object({ id: z.uuid('Resource not found') }),
  reply: adminShipmentDetail,
  rejections: ['NOT_FOUND'],
});

const printedId = z.uuid('ids must be ids of shipments');

/** Ids in a query string, `?ids=a&ids=b`, each once. */
const idsInQuery = z.codec(
  z.union([z.array(printedId), printedId]),
  z
    .array(z.uuid())
    .check(
      z.maxLength(
        SHIPMENTS_AT_ONCE_MAX,
        `At most ${SHIPMENTS_AT_ONCE_MAX} shipments can be printed at once`,
      ),
    ),
  {
    decode: (sent) => [...new Set([sent].flat().map((id) => id.toLowerCase()))],
    encode: (ids) => ids,
  },
);

export const printShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments/sheets',
  summary:
    'Shipments with their cards, for a pick list and packing slips; unknown ids are skipped.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object({ ids: z._default(idsInQuery, []) }),
  /** In the order of the request. */
  reply: z.object({ shipments: z.array(adminShipmentDetail) }),
  rejections: [],
});

export const moveShipments = endpoint({
  method: 'POST',
  path: '/admin/shipments/move',
  summary: 'Changes the status of many shipments; each succeeds or fails on its own.',
  audience: 'moderator',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'cards', 'shipments', 'audit-log'],
  body: z
    .object({
      items: z
        .array(
          z.object({
            id: z.uuid('id must be the id of a shipment').check(z.toLowerCase()),
            trackingNumber: trackingLine('tracking number'),
          }),
        )
        .check(
          z.minLength(1, 'At least one shipment must be named'),
          z.maxLength(
            SHIPMENTS_AT_ONCE_MAX,
            `At most ${SHIPMENTS_AT_ONCE_MAX} shipments can be moved at once`,
          ),
        ),
      status: z.enum(OPERATOR_STATUSES, STATUS_UNKNOWN),
      carrier: trackingLine('carrier'),
    })
    .check((body) => {
      const { status, carrier, items } = body.value;
      for (const { trackingNumber } of items)
        checkParcel(body, { status, carrier, trackingNumber });
    }),
  reply: z.object({
    /** In the order of the request; `error` is null for one that now has the status. */
    results: z.array(
      z.object({
        id: z.uuid(),
        error: z.nullable(z.object({ code: z.enum(REJECTION_CODES), message: z.string() })),
      }),
    ),
  }),
  rejections: [],
});

nameShapes({
  CustomsForm: customsForm,
  AdminShipment: adminShipment,
  ParcelCard: parcelCard,
  AdminShipmentDetail: adminShipmentDetail,
});
