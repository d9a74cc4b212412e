// Timelines of orders, people, parcels and cards, and the operators' notes on them.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/admin-timeline.ts';
import type { TimelineEntry } from '#contract/admin-timeline.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { TimelineKind } from '#domain/timeline.ts';
import type { Database, Transaction } from '#engine/database.ts';
import { deleteNote, findPersonOf, insertNote, lockPersonOf } from '../audit-log/notes-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler, type Route } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { listTimeline } from './timeline-queries.ts';

async function showTimeline(
  db: Database,
  kind: TimelineKind,
  id: string,
): Promise<{ entries: TimelineEntry[] }> {
  const [person, entries] = await Promise.all([
    findPersonOf(db, kind, id),
    listTimeline(db, kind, id),
  ]);
  if (person === null) throw new Rejection('NOT_FOUND');
  return {
    entries: entries.map(
      ({ order_id: orderId, shipment_id: shipmentId, note_id: noteId, ...entry }) => ({
        ...entry,
        orderId,
        shipmentId,
        noteId,
      }),
    ),
  };
}

async function writeNote(
  context: Context<Transaction>,
  caller: Caller,
  kind: TimelineKind,
  { id, text }: { id: string; text: string },
) {
  const { db } = context;
  const person = await lockPersonOf(db, kind, id);
  if (person === null) throw new Rejection('NOT_FOUND');
  if (person.is_erased) {
    throw new Rejection('INVALID_TRANSITION', 'The account of this person is erased');
  }
  const noteId = randomUUID();
  await insertNote(db, {
    id: noteId,
    kind,
    subjectId: id,
    aboutId: person.id,
    text,
    writtenById: caller.userId,
  });
  // The entry has no text, because a note may be about a person, and entries stay for ever.
  await recordAuditEntry(context, caller, { action: 'write_note', subject: { kind, id } });
  return { id: noteId };
}

async function removeNote(
  context: Context<Transaction>,
  caller: Caller,
  kind: TimelineKind,
  { id, noteId }: { id: string; noteId: string },
) {
  if (!(await deleteNote(context.db, kind, id, noteId))) throw new Rejection('NOT_FOUND');
  await recordAuditEntry(context, caller, { action: 'remove_note', subject: { kind, id } });
  return { id: noteId };
}

export const timelineRoutes: Route[] = [
  handler(rows.showOrderTimeline, ({ db }, _caller, { id }) => showTimeline(db, 'order', id)),
  handler(rows.writeOrderNote, (context, caller, note) =>
    writeNote(context, caller, 'order', note),
  ),
  handler(rows.removeOrderNote, (context, caller, note) =>
    removeNote(context, caller, 'order', note),
  ),
  handler(rows.showUserTimeline, ({ db }, _caller, { id }) => showTimeline(db, 'user', id)),
  handler(rows.writeUserNote, (context, caller, note) => writeNote(context, caller, 'user', note)),
  handler(rows.removeUserNote, (context, caller, note) =>
    removeNote(context, caller, 'user', note),
  ),
  handler(rows.showShipmentTimeline, ({ db }, _caller, { id }) => showTimeline(db, 'shipment', id)),
  handler(rows.writeShipmentNote, (context, caller, note) =>
    writeNote(context, caller, 'shipment', note),
  ),
  handler(rows.removeShipmentNote, (context, caller, note) =>
    removeNote(context, caller, 'shipment', note),
  ),
  handler(rows.showCardTimeline, ({ db }, _caller, { id }) => showTimeline(db, 'card', id)),
  handler(rows.writeCardNote, (context, caller, note) => writeNote(context, caller, 'card', note)),
  handler(rows.removeCardNote, (context, caller, note) =>
    removeNote(context, caller, 'card', note),
  ),
];
