// The shipping desk: the parcels that operators pack and send (docs/product.md §13 and §15).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES, LOCK_REASONS } from '#domain/card.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import { DESK_MOST, SHIPMENT_STATUSES } from '#domain/shipping.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import {
  checkParcel,
  OPERATOR_STATUSES,
  shipment,
  STATUS_UNKNOWN,
  trackingLine,
} from './shipping.ts';

const deskShipment = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  ownerEmail: z.string(),
  /** Who the parcel is addressed to. This and `country` are null once its account was deleted. */
  recipient: z.nullable(z.string()),
  country: z.nullable(z.string()),
  cardCount: z.int(),
  totalFee: amount,
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  requestedAt: instant,
});
export type DeskShipment = z.output<typeof deskShipment>;

export const listDeskShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments',
  summary:
    'The shipments in a status: those that wait for the desk, oldest first; the rest, newest first.',
  audience: 'moderator',
  repeat: 'none',
  query: z.object({
    ...paging,
    status: z._default(
      z.enum(SHIPMENT_STATUSES, 'status is not a status of a shipment'),
      'requested',
    ),
    /**
     * The beginning of the owner's e-mail, the recipient's name or last name, the tracking number, or the
     * id; in any case.
     */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  }),
  reply: z.object({
    shipments: z.array(deskShipment),
    pagination,
    /** How many there are in each status, of those that are looked for; counted as far as every total. */
    counts: z.array(z.object({ status: z.enum(SHIPMENT_STATUSES), count: z.int() })),
  }),
  rejections: [],
});

const deskCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  condition: z.enum(CONDITIONS),
  /** The pack it came from and its place in it: there it lies. */
  packSerial: z.string(),
  position: z.int(),
});
export type DeskCard = z.output<typeof deskCard>;

const openDeskShipment = z.object({
  shipment,
  ownerEmail: z.string(),
  /** By set, number and finish, as a person walks along the shelves. */
  cards: z.array(deskCard),
});
export type OpenDeskShipment = z.output<typeof openDeskShipment>;

export const showDeskShipment = endpoint({
  method: 'GET',
  path: '/admin/shipments/{id}',
  summary: 'A shipment with its cards, and where each lies.',
  audience: 'moderator',
  repeat: 'none',
  params: z.object({ id: z.uuid('Resource not found') }),
  reply: openDeskShipment,
  rejections: ['NOT_FOUND'],
});

const printedId = z.uuid('ids must be ids of shipments');

/** Ids in a query string, `?ids=a&ids=b`, each once. */
const idsInQuery = z.codec(
  z.union([z.array(printedId), printedId]),
  z
    .array(z.uuid())
    .check(z.maxLength(DESK_MOST, `At most ${DESK_MOST} shipments can be printed at once`)),
  {
    decode: (sent) => [...new Set([sent].flat().map((id) => id.toLowerCase()))],
    encode: (ids) => ids,
  },
);

export const printShipments = endpoint({
  method: 'GET',
  path: '/admin/shipments/sheets',
  summary:
    'Shipments with their cards, for a pick list and packing slips; unknown ones are left out.',
  audience: 'moderator',
  repeat: 'none',
  query: z.object({ ids: z._default(idsInQuery, []) }),
  /** In the order in which they were asked for. */
  reply: z.object({ shipments: z.array(openDeskShipment) }),
  rejections: [],
});

export const moveShipments = endpoint({
  method: 'POST',
  path: '/admin/shipments/move',
  summary: 'Moves many shipments on, each for itself: one that can’t be moved stops no other.',
  audience: 'moderator',
  repeat: 'natural',
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
          z.maxLength(DESK_MOST, `At most ${DESK_MOST} shipments can be moved at once`),
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
    /** In the order they were named; `error` is null for one that is in the status now. */
    results: z.array(
      z.object({
        id: z.uuid(),
        error: z.nullable(z.object({ code: z.enum(REJECTION_CODES), message: z.string() })),
      }),
    ),
  }),
  rejections: [],
});

const lockedCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  ownerEmail: z.string(),
  marketValue: amount,
  /** What its owner gets if it is converted now. */
  sellPrice: amount,
  /** When its thirty days are over; in the past for one that is locked because they are. */
  autoConvertAt: z.nullable(instant),
});
export type LockedCard = z.output<typeof lockedCard>;

export const listLockedCards = endpoint({
  method: 'GET',
  path: '/admin/cards/locked',
  summary:
    "Everybody's cards that are locked for a reason, those whose time was over first on top.",
  audience: 'moderator',
  repeat: 'none',
  query: z.object({
    ...paging,
    reason: z._default(z.enum(LOCK_REASONS, 'reason is not a reason for a lock'), 'expired'),
  }),
  reply: z.object({
    cards: z.array(lockedCard),
    pagination,
    /** How many there are for each reason, counted as far as every total. */
    counts: z.array(z.object({ reason: z.enum(LOCK_REASONS), count: z.int() })),
  }),
  rejections: [],
});

nameShapes({
  AdminShipmentSummary: deskShipment,
  AdminShipmentCard: deskCard,
  AdminShipment: openDeskShipment,
  LockedCard: lockedCard,
});
