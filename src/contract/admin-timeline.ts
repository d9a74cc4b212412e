// Timelines of orders, people, parcels and cards, and the operators' notes on them (docs/product.md §13).
import * as z from 'zod/mini';
import type { Right } from '#domain/access.ts';
import { NOTE_LENGTH_MAX, TIMELINE_EVENTS } from '#domain/timeline.ts';
import { amount, instant, unlessOnlyPacking } from './amounts.ts';
import { endpoint, type Subject } from './endpoint.ts';
import { nameShapes } from './names.ts';

const timelineEntry = z.object({
  event: z.enum(TIMELINE_EVENTS),
  at: instant,
  /** The e-mail address of the person who did it. Null if the shop did it. */
  by: z.nullable(z.string()),
  /** An operator's act, as the audit log names it. Null for any other event. */
  action: z.nullable(z.string()),
  /** The text of a note, or the reason of an act, a request or a failure. */
  text: z.nullable(z.string()),
  amount: unlessOnlyPacking(amount),
  /** The number of packs or cards. */
  count: z.nullable(z.int()),
  orderId: z.nullable(z.uuid()),
  shipmentId: z.nullable(z.uuid()),
  /** The id of a note, by which it can be removed. */
  noteId: z.nullable(z.uuid()),
});

export type TimelineEntry = z.output<typeof timelineEntry>;

const timeline = z.object({ entries: z.array(timelineEntry) });

const noteText = z.object({
  text: z
    .string('text is required')
    .check(
      z.trim(),
      z.minLength(1, 'text is required'),
      z.maxLength(NOTE_LENGTH_MAX, 'text is too long'),
    ),
});

/** What a timeline is about: its part of the path, and its noun in summaries. */
type About<One extends Right> = {
  path: string;
  noun: string;
  audience: One;
  reads: readonly Subject[];
};

/** The timeline of something, newest event first. */
function timelineOf<const One extends Right>(about: About<One>) {
  return endpoint({
    method: 'GET',
    path: `${about.path}/{id}/timeline`,
    summary: `What happened to ${about.noun}, by whom, with the operators' notes; newest first.`,
    audience: about.audience,
    repeat: 'none',
    reads: ['notes', 'audit-log', ...about.reads],
    params: z.object({ id: z.uuid('id must be a UUID') }),
    reply: timeline,
    rejections: ['NOT_FOUND'],
  });
}

function noteOn<const One extends Right>(about: About<One>) {
  return endpoint({
    method: 'POST',
    path: `${about.path}/{id}/notes`,
    summary: `Writes a note on ${about.noun}. It is in the data export of the person whose it is, and is deleted with their account.`,
    audience: about.audience,
    repeat: 'keyed',
    changes: ['notes', 'audit-log'],
    params: z.object({ id: z.uuid('id must be a UUID') }),
    body: noteText,
    // The reply does not contain the text of the note. The reply is stored with the key, and the text must disappear
    // with the account of the person whom the note is about.
    reply: z.object({ id: z.uuid() }),
    rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
  });
}

function removalOf<const One extends Right>(about: About<One>) {
  return endpoint({
    method: 'DELETE',
    path: `${about.path}/{id}/notes/{noteId}`,
    summary: `Removes a note on ${about.noun}.`,
    audience: about.audience,
    repeat: 'keyed',
    changes: ['notes', 'audit-log'],
    params: z.object({ id: z.uuid('id must be a UUID'), noteId: z.uuid('noteId must be a UUID') }),
    reply: z.object({ id: z.uuid() }),
    rejections: ['NOT_FOUND'],
  });
}

const ORDER = {
  path: '/admin/orders',
  noun: 'an order',
  audience: 'support',
  reads: ['transactions', 'packs', 'disputes'],
} as const;
const USER = {
  path: '/admin/users',
  noun: 'a person',
  audience: 'money',
  reads: ['account', 'transactions', 'shipments', 'disputes'],
} as const;
const SHIPMENT = {
  path: '/admin/shipments',
  noun: 'a parcel',
  audience: 'packing',
  reads: ['shipments'],
} as const;
const CARD = {
  path: '/admin/stock/cards',
  noun: 'a card',
  audience: 'packing',
  reads: ['cards', 'shipments'],
} as const;

export const showOrderTimeline = timelineOf(ORDER);
export const writeOrderNote = noteOn(ORDER);
export const removeOrderNote = removalOf(ORDER);
export const showUserTimeline = timelineOf(USER);
export const writeUserNote = noteOn(USER);
export const removeUserNote = removalOf(USER);
export const showShipmentTimeline = timelineOf(SHIPMENT);
export const writeShipmentNote = noteOn(SHIPMENT);
export const removeShipmentNote = removalOf(SHIPMENT);
export const showCardTimeline = timelineOf(CARD);
export const writeCardNote = noteOn(CARD);
export const removeCardNote = removalOf(CARD);

nameShapes({ TimelineEntry: timelineEntry });
