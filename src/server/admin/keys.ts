// Admins make, list and revoke the API keys of the shop.
import * as rows from '#contract/admin-keys.ts';
import type { ApiKey } from '#contract/admin-keys.ts';
import { paginationOf } from '#contract/paging.ts';
import { distinctKeyRights } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import {
  findApiKey,
  insertApiKey,
  listApiKeyRows,
  updateRevoked,
  type ApiKeyRow,
  type NewKey,
} from '../accounts/admin/api-keys-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { beginningOf, newApiKey } from '../http/api-key.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';

export const listApiKeys = handler(rows.listApiKeys, async ({ db }, _caller, { page, limit }) => {
  const { rows: found, total } = await listApiKeyRows(db, limit, (page - 1) * limit);
  return { keys: found.map(shownKey), pagination: paginationOf(total, page, limit) };
});

export const makeApiKey = handler(
  rows.makeApiKey,
  async (context, caller, { name, rights, networks, endsAt = null }) =>
    inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      const asked = { name, rights, networks, endsAt, madeById: caller.userId };
      const { key, made } = await addApiKey(inside, asked);
      await recordAuditEntry(inside, caller, {
        action: 'make_api_key',
        subject: { kind: 'api_key', id: made.id },
        after: {
          name,
          rights: made.rights,
          networks: made.networks,
          endsAt: made.ends_at.toISOString(),
        },
      });
      return { ...shownKey(made), key };
    }),
);

export const revokeApiKey = handler(rows.revokeApiKey, async (context, caller, { id }) => {
  if (!(await updateRevoked(context.db, id))) throw new Rejection('NOT_FOUND');
  const { name } = (await findApiKey(context.db, id))!;
  await recordAuditEntry(context, caller, {
    action: 'revoke_api_key',
    subject: { kind: 'api_key', id },
    before: { name },
    after: {},
  });
  return null;
});

/** Makes a key. Only the result has its text. Rejects with VALIDATION_ERROR. */
export async function addApiKey(
  { db, now }: Context<Transaction>,
  asked: NewKey,
): Promise<{ key: string; made: ApiKeyRow }> {
  if (asked.endsAt !== null && asked.endsAt <= now()) {
    throw Rejection.ofField('endsAt', 'This end is over already');
  }
  const { text, ...key } = newApiKey();
  const rights = distinctKeyRights(asked.rights);
  if (!(await insertApiKey(db, key, { ...asked, rights }))) {
    throw Rejection.ofField('name', 'A key has this name already. Revoke it first.');
  }
  const made = await findApiKey(db, key.id);
  assert(made !== null, 'what was made is there');
  return { key: text, made };
}

function shownKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    beginning: beginningOf(row.id),
    rights: row.rights,
    networks: row.networks,
    madeBy: row.made_by,
    madeAt: row.made_at,
    endsAt: row.ends_at,
    state: row.state,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  };
}
