import type { SubjectKind } from '#domain/audit-subject.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';
import { pageOf } from '../database/page-of.ts';
import { narrow, withinPeriod, type Narrowed } from '../database/narrow.ts';

/** One action of an operator. `before` and `after` hold fields in wire format, and never a secret. */
export type NewAuditEntry = {
  /** A verb and an object in snake_case, such as `move_shipment`. */
  action: string;
  subject: { kind: SubjectKind; id: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Writes an entry in the name of a session's operator. Returns false if the session is no longer active, or if its user
 * is no operator.
 */
export async function insertAuditEntry(
  db: Transaction,
  entry: NewAuditEntry & { sessionId: string; ip: string; requestId: string },
): Promise<boolean> {
  const [row] = await statement<{ is_recorded: boolean }>(
    db,
    'select record_audit_entry($1, $2, $3, $4, $5, $6, $7, $8) as is_recorded',
    [
      entry.sessionId,
      entry.action,
      entry.subject.kind,
      entry.subject.id,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.ip,
      entry.requestId,
    ],
    { writes: true },
  );
  return row!.is_recorded;
}

export type AuditEntryRow = {
  id: number;
  at: Date;
  actor_id: string;
  email: string;
  is_key: boolean;
  action: string;
  subject_kind: SubjectKind;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip: string;
  request_id: string;
  hash: string;
};

export type AuditFilters = {
  actor: string | null;
  action: string | null;
  subject: string | null;
  from: Date | null;
  to: Date | null;
};

/** Lists entries, newest first. `total` counts up to COUNTED_MOST. */
export async function listAuditRows(
  db: Database,
  filters: AuditFilters,
  limit: number,
  offset: number,
): Promise<{ rows: AuditEntryRow[]; total: number }> {
  const { where, values } = filtersOf(filters);
  const from = `from audit_log a where ${where}`;
  const page = (part: string) =>
    `select a.id, a.at, a.actor_id, u.email, u.is_key, a.action, a.subject_kind, a.subject_id, a.before, a.after, a.ip,
       a.request_id, a.hash
     from audit_log a join users u on u.id = a.actor_id where ${where} order by a.id desc ${part}`;
  return pageOf(db, { from, values, page }, limit, offset);
}

/**
 * Returns, for each pack id, the reason of the pack's last withdrawal from sale. Packs that were put back on sale, or
 * were never withdrawn, are left out.
 */
export async function reasonsOfWithdrawal(
  db: Database,
  packIds: string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ subject_id: string; reason: string }>(
    db,
    `select subject_id, reason from (
       select distinct on (subject_id) subject_id, action, after->>'reason' as reason from audit_log
       where subject_kind = 'pack' and subject_id = any ($1) and action in ('withdraw_pack', 'put_pack_back')
       order by subject_id, id desc
     ) newest where action = 'withdraw_pack'`,
    [packIds],
  );
  return new Map(rows.map(({ subject_id: id, reason }) => [id, reason]));
}

function filtersOf({ actor, action, subject, from, to }: AuditFilters): Narrowed {
  return narrow([
    { sql: 'a.actor_id = $?', value: actor },
    { sql: 'a.action = $?', value: action },
    { sql: 'a.subject_id = $?', value: subject },
    ...withinPeriod('a.at', from, to),
  ]);
}
