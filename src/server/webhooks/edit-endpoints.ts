// Operators list, add, change, pause and remove the endpoints of webhooks. A secret is shown only when it is made.
import { randomUUID } from 'node:crypto';
import { COUNTED_MOST } from '#contract/paging.ts';
import * as rows from '#contract/webhooks.ts';
import type { WebhookEndpoint } from '#contract/webhooks.ts';
import { Rejection } from '#domain/rejection.ts';
import { DOWN_AFTER, ENDPOINTS_MOST, SECRET_OVERLAP_HOURS } from '#domain/webhook.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { AddressRefused, checkedAddresses, networksOf, problemOfUrl } from './addresses.ts';
import { restartFailed } from './deliveries-queries.ts';
import {
  insertEndpoint,
  listEndpointRows,
  lockEndpoint,
  lockEndpointNames,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  updateEndpoint,
  type EndpointRow,
} from './endpoints-queries.ts';
import { makeEndpointSecret } from './sign-message.ts';

export const listWebhooks = handler(rows.listWebhooks, async ({ db, now }) => {
  const found = await listEndpointRows(db, COUNTED_MOST);
  return { endpoints: found.map((row) => ({ ...present(row, now()), waiting: row.waiting })) };
});

type Fields = Pick<EndpointRow, 'name' | 'url' | 'events'>;

export const addWebhook = handler(rows.addWebhook, async (context, caller, fields) => {
  await checkUrl(context, fields.url);
  const id = randomUUID();
  const { secret, sealed } = makeEndpointSecret(context, id);
  await inTransaction(context.db, async (db) => {
    const others = await assertNewName(db, fields, id);
    if (others >= ENDPOINTS_MOST) {
      throw new Rejection('INVALID_TRANSITION', `A shop has ${ENDPOINTS_MOST} endpoints at most`);
    }
    await insertEndpoint(db, { ...fieldsOf(fields), id, sealedSecret: sealed });
    await recordAuditEntry({ ...context, db }, caller, {
      action: 'add_webhook',
      subject: { kind: 'webhook', id },
      after: fieldsOf(fields),
    });
  });
  return { id, secret };
});

export const changeWebhook = handler(
  rows.changeWebhook,
  async (context, caller, { id, ...fields }) => {
    await checkUrl(context, fields.url);
    await inTransaction(context.db, async (db) => {
      const before = await knownEndpoint(db, id);
      await assertNewName(db, fields, id);
      await updateEndpoint(db, { ...fieldsOf(fields), id });
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'change_webhook',
        subject: { kind: 'webhook', id },
        before: fieldsOf(before),
        after: fieldsOf(fields),
      });
    });
    return null;
  },
);

export const rotateWebhookSecret = handler(
  rows.rotateWebhookSecret,
  async (context, caller, { id }) => {
    const { secret, sealed } = makeEndpointSecret(context, id);
    await inTransaction(context.db, async (db) => {
      const { name } = await knownEndpoint(db, id);
      await rotateSecret(db, id, sealed, SECRET_OVERLAP_HOURS);
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'rotate_webhook_secret',
        subject: { kind: 'webhook', id },
        after: { name },
      });
    });
    return { id, secret };
  },
);

export const pauseWebhook = handler(
  rows.pauseWebhook,
  async (context, caller, { id, isPaused }) => {
    const { db } = context;
    const { name, paused_at: pausedAt } = await knownEndpoint(db, id);
    if ((pausedAt !== null) === isPaused) return null;
    if (isPaused) {
      await pauseEndpoint(db, id, 'operator');
    } else {
      await resumeEndpoint(db, id);
      await restartFailed(db, id);
    }
    await recordAuditEntry(context, caller, {
      action: isPaused ? 'pause_webhook' : 'resume_webhook',
      subject: { kind: 'webhook', id },
      after: { name },
    });
    return null;
  },
);

export const removeWebhook = handler(rows.removeWebhook, async (context, caller, { id }) => {
  const { db } = context;
  const before = await knownEndpoint(db, id);
  await removeEndpoint(db, id);
  await recordAuditEntry(context, caller, {
    action: 'remove_webhook',
    subject: { kind: 'webhook', id },
    before: fieldsOf(before),
  });
  return null;
});

/** Locks an endpoint. Rejects with NOT_FOUND if there is none. */
export async function knownEndpoint(db: Transaction, id: string): Promise<EndpointRow> {
  const found = await lockEndpoint(db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  return found;
}

/** Rejects an address that the shop would not call. Each call checks it again. */
async function checkUrl({ config }: Context, url: string): Promise<void> {
  const problem = problemOfUrl(url, config.production);
  if (problem !== null) throw Rejection.ofField('url', problem);
  try {
    await checkedAddresses(new URL(url).hostname, networksOf(config.webhookNetworks));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw Rejection.ofField('url', error.message);
  }
}

/** Rejects a name that another endpoint has. Returns the number of other endpoints. */
async function assertNewName(db: Transaction, { name }: Fields, id: string): Promise<number> {
  await lockEndpointNames(db);
  const others = (await listEndpointRows(db, 0)).filter((one) => one.id !== id);
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    throw Rejection.ofField('name', 'An endpoint has this name already');
  }
  return others.length;
}

function fieldsOf({ name, url, events }: Fields): Fields {
  return { name, url, events: [...new Set(events)] };
}

function present(row: EndpointRow, now: Date): Omit<WebhookEndpoint, 'waiting'> {
  const { secret_before_until: until, paused_at: pausedAt } = row;
  const isDown = row.failed_rounds >= DOWN_AFTER;
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    createdAt: row.created_at,
    state: pausedAt !== null ? 'paused' : isDown ? 'down' : 'working',
    pauseReason: row.pause_reason,
    pausedAt,
    secretBeforeUntil: until !== null && until > now ? until : null,
  };
}
