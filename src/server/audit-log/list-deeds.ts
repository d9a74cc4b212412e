import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { listDeeds as row } from '#contract/users.ts';
import type { Caller } from '#domain/access.ts';
import type { Context } from '../runtime/context.ts';
import { listDeedRows } from './queries.ts';

export async function listDeeds(
  { db }: Context,
  _caller: Caller,
  { actor, action, subject, from, to, page, limit }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const { rows, total } = await listDeedRows(
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
    deeds: rows.map((one) => ({
      id: one.id,
      at: one.at,
      actor: { id: one.actor_id, email: one.email },
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
}
