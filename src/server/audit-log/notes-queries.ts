// Operators' notes on orders, people, parcels and cards.
import type { TimelineKind } from '#domain/timeline.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** SQL for the person whose order, parcel or card has the id $1. */
const ABOUT: Record<TimelineKind, string> = {
  order: 'select user_id as id from orders where id = $1',
  user: 'select id from users where id = $1 and not is_key',
  shipment: 'select user_id as id from shipments where id = $1 and requested_at is not null',
  card: 'select opened_by_id as id from physical_cards where id = $1',
};

export type PersonOfSubject = { id: string; is_erased: boolean };

/** Finds the person to whom an order, parcel or card belongs. Null if nothing has this id. */
export async function findPersonOf(
  db: Database,
  kind: TimelineKind,
  id: string,
): Promise<PersonOfSubject | null> {
  const [row] = await statement<PersonOfSubject>(
    db,
    `select u.id, u.erased_at is not null as is_erased from (${ABOUT[kind]}) a join users u on u.id = a.id`,
    [id],
  );
  return row ?? null;
}

/**
 * Like `findPersonOf`. Until the transaction ends, the person's account can't be erased, so that no
 * note is left behind.
 */
export async function lockPersonOf(
  db: Transaction,
  kind: TimelineKind,
  id: string,
): Promise<PersonOfSubject | null> {
  const person = await findPersonOf(db, kind, id);
  if (person === null) return null;
  const [row] = await statement<PersonOfSubject>(
    db,
    'select id, erased_at is not null as is_erased from users where id = $1 for share',
    [person.id],
  );
  return row!;
}

export async function insertNote(
  db: Transaction,
  note: {
    id: string;
    kind: TimelineKind;
    subjectId: string;
    aboutId: string;
    text: string;
    writtenById: string;
  },
): Promise<void> {
  await statement(
    db,
    `insert into notes (id, subject_kind, subject_id, about_id, text, written_by_id) values ($1, $2, $3, $4, $5, $6)`,
    [note.id, note.kind, note.subjectId, note.aboutId, note.text, note.writtenById],
  );
}

/** Removes a note. Returns false if there is no such note on this subject. */
export async function deleteNote(
  db: Transaction,
  kind: TimelineKind,
  subjectId: string,
  noteId: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    'delete from notes where id = $3 and subject_kind = $1 and subject_id = $2 returning id',
    [kind, subjectId, noteId],
  );
  return rows.length > 0;
}

export async function deleteNotesAbout(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from notes where about_id = $1', [userId]);
}
