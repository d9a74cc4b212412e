import { statement, type Database } from '../database/database.ts';
import type { Deed } from './note-deed.ts';

export async function insertDeed(
  db: Database,
  entry: Deed & { actorId: string; ip: string; requestId: string },
): Promise<void> {
  await statement(
    db,
    'insert_deed',
    `insert into audit_log (actor_id, action, subject_kind, subject_id, before, after, ip, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.actorId,
      entry.action,
      entry.subject.kind,
      entry.subject.id,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.ip,
      entry.requestId,
    ],
  );
}
