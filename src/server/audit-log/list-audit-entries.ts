import * as rows from '#contract/audit-log.ts';
import { paginationOf } from '#contract/paging.ts';
import { handler } from '../http/handler.ts';
import { listAuditRows } from './audit-log-queries.ts';

export const listAuditEntries = handler(
  rows.listAuditEntries,
  async ({ db }, _caller, { actor, action, subject, from, to, page, limit }) => {
    const { rows, total } = await listAuditRows(
      db,
      {
        actor: actor ?? null,
        action: action ?? null,
        subject: subject || null,
        from: from ?? null,
        to: to ?? null,
      },
      limit,
      (page - 1) * limit,
    );
    return {
      entries: rows.map((one) => ({
        id: one.id,
        at: one.at,
        actor: { id: one.actor_id, email: one.email, isKey: one.is_key },
        action: one.action,
        subject: { kind: one.subject_kind, id: one.subject_id },
        before: one.before,
        after: one.after,
        ip: one.ip,
        requestId: one.request_id,
        hash: one.hash,
      })),
      pagination: paginationOf(total, page, limit),
    };
  },
);
