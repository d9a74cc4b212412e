// Shipments for operators, who pack and send them (docs/product.md §13 and §15).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES } from '#domain/card.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import { SHIPMENTS_AT_ONCE_MAX, SHIPMENT_STATUSES } from '#domain/shipping.ts';
import { amount, instant, unlessOnlyPacking } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { exportedColumns, pagination, paging, sortedBy } from './paging.ts';
import { addition, parcelFee, shipment, shipmentId } from './shipping.ts';
import { parcelSender } from './shipping-tariff.ts';
import { LINE_LENGTH_MAX } from './address.ts';

/** A carrier or a tracking number, as on a shipping label. */
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

/** The statuses that operators may set. */
const OPERATOR_STATUSES = ['packed', 'shipped', 'delivered', 'cancelled'] as const;

const STATUS_UNKNOWN = 'status must be packed, shipped, delivered or cancelled';

type ParcelLabel = {
  status: string;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
};

/** Requires carrier and tracking number for a shipped parcel. */
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

/** A shipment, for operators. */
const packedShipment = z.extend(shipment, {
  fee: unlessOnlyPacking(parcelFee),
  insuredValue: unlessOnlyPacking(amount),
});

/** Sets a shipment's status. */
export const moveShipment = endpoint({
  method: 'PATCH',
  path: '/admin/shipments/{id}',
  summary:
    'Changes the status of a shipment: packed, shipped (with carrier and tracking number), delivered or cancelled.',
  audience: 'packing',
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
  reply: packedShipment,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'ACCOUNT_PAUSED', 'DISPUTED'],
});

const adminShipment = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  ownerEmail: z.string(),
  /** The recipient's name. `recipient` and `country` are null if the account is deleted. */
  recipient: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** The number of all cards in the parcel, including cards added later. */
  cardCount: z.int(),
  totalFee: unlessOnlyPacking(amount),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  requestedAt: instant,
});

export type AdminShipment = z.output<typeof adminShipment>;

/** The columns of the file of shipments. */
export const SHIPMENT_COLUMNS = [
  'shipment',
  'requested',
  'status',
  'owner',
  'recipient',
  'country',
  'cards',
  'carrier',
  'tracking',
] as const;
export const SHIPMENT_ORDERS = ['requested'] as const;

const shipmentsAsked = {
  status: z._default(
    z.enum(SHIPMENT_STATUSES, 'status is not a status of a shipment'),
    'requested',
  ),
  /**
   * The start of the owner's e-mail address, the recipient's name or last name, the tracking number, or the id.
   * Case is ignored.
   */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  sort: sortedBy(SHIPMENT_ORDERS),
};

export const listAdminShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments',
  summary:
    'The shipments in a status: unless `sort` names another order, open ones oldest first, others newest first.',
  audience: 'packing',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object({ ...paging, ...shipmentsAsked }),
  reply: z.object({
    shipments: z.array(adminShipment),
    pagination,
    /** The number of matching shipments for each status, counted up to COUNTED_MOST. */
    counts: z.array(z.object({ status: z.enum(SHIPMENT_STATUSES), count: z.int() })),
    /** The company from which the shop buys labels. Null if it buys none. */
    labelSeller: z.nullable(z.string()),
  }),
  rejections: [],
});

export const exportShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments.csv',
  summary: 'The shipments of a list as CSV, in its order and with its columns.',
  audience: 'packing',
  repeat: 'none',
  reads: ['shipments'],
  query: z.object({ ...shipmentsAsked, columns: exportedColumns(SHIPMENT_COLUMNS) }),
  file: 'text/csv',
  savedAs: 'shipments.csv',
  reply: z.string(),
  rejections: [],
});

const parcelCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  condition: z.enum(CONDITIONS),
  /** The card's pack and its position in the pack, which say where the card is stored. */
  packSerial: z.string(),
  position: z.int(),
  /** The number on its sleeve's label, such as C-1049-3. Scanners read it. */
  cardNumber: z.string(),
  /** The shelf of a card that was bought as a single. Null for all others, which lie in the order of sets. */
  shelf: z.nullable(z.string()),
  /** When a packer scanned the card for this parcel. */
  pickedAt: z.nullable(instant),
});

export type ParcelCard = z.output<typeof parcelCard>;

/**
 * The data for the customs form (CN 22, CN 23) of a parcel to another country. A null field must be written by hand.
 */
const customsForm = z.object({
  description: z.string(),
  hsCode: z.string(),
  originCountry: z.nullable(z.string()),
  quantity: z.int(),
  /** The market value of the cards now. Everybody who packs sees it, because customs demand it on the parcel. */
  value: amount,
  netGrams: z.int(),
  grossGrams: z.int(),
  sender: z.nullable(parcelSender),
});

export type CustomsForm = z.output<typeof customsForm>;

export const adminShipmentDetail = z.object({
  shipment: packedShipment,
  ownerEmail: z.string(),
  /** Later additions to the parcel. `cards` includes their cards. */
  additions: z.array(z.extend(addition, { totalFee: unlessOnlyPacking(amount) })),
  /** The company from which the shop buys labels. Null if it buys none. */
  labelSeller: z.nullable(z.string()),
  /** The data for the customs form. Null if the parcel stays in the country. */
  customs: z.nullable(customsForm),
  /** Sorted in the order of the shelves (`domain/shelf-order.ts`). */
  cards: z.array(parcelCard),
});

export type AdminShipmentDetail = z.output<typeof adminShipmentDetail>;

export const showAdminShipment = endpoint({
  method: 'GET',
  path: '/admin/shipments/{id}',
  summary: 'A shipment with its cards and where each is stored.',
  audience: 'packing',
  repeat: 'none',
  reads: ['shipments'],
  params: z.object({ id: z.uuid('Resource not found') }),
  reply: adminShipmentDetail,
  rejections: ['NOT_FOUND'],
});

const printedId = z.uuid('ids must be ids of shipments');

/** Ids in a query, `?ids=a&ids=b`. Duplicates are dropped. */
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
  audience: 'packing',
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
  audience: 'packing',
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
      /** Whether a parcel is packed only if all its cards were picked (`pickCard`). */
      onlyIfPicked: z._default(z.boolean(), false),
    })
    .check((body) => {
      const { status, carrier, items } = body.value;
      for (const { trackingNumber } of items)
        checkParcel(body, { status, carrier, trackingNumber });
    }),
  reply: z.object({
    /**
     * The results, in the order of the request. `error` says why the shipment was not moved. Null if the shipment
     * now has the status.
     */
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
  PackedShipment: packedShipment,
  CustomsForm: customsForm,
  AdminShipment: adminShipment,
  ParcelCard: parcelCard,
  AdminShipmentDetail: adminShipmentDetail,
});
