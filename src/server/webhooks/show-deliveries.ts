// Operators see what was sent, send it again, and send test events. The poller of a process makes the calls
// (`jobs/send-webhooks.ts`).
import { randomUUID } from 'node:crypto';
import { paginationOf } from '#contract/paging.ts';
import * as rows from '#contract/webhooks.ts';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import {
  findDelivery,
  insertDeliveryTo,
  listDeliveryRows,
  resendDelivery,
  type DeliveryRow,
} from './deliveries-queries.ts';
import { knownEndpoint } from './edit-endpoints.ts';
import type { EndpointRow } from './endpoints-queries.ts';
import { bodyOf } from './sign-message.ts';

export const listWebhookDeliveries = handler(
  rows.listWebhookDeliveries,
  async ({ db }, _caller, { page, limit, endpointId = null, state = null }) => {
    const offset = (page - 1) * limit;
    const { rows: found, total } = await listDeliveryRows(db, { endpointId, state }, limit, offset);
    return { deliveries: found.map(present), pagination: paginationOf(total, page, limit) };
  },
);

export const showWebhookDelivery = handler(
  rows.showWebhookDelivery,
  async ({ db }, _caller, { id }) => {
    const found = await findDelivery(db, id);
    if (found === null) throw new Rejection('NOT_FOUND');
    return { ...present(found), body: bodyOf(found), response: found.response };
  },
);

export const sendWebhookAgain = handler(rows.sendWebhookAgain, async (context, caller, { id }) => {
  const { db } = context;
  const found = await findDelivery(db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  const endpoint = await knownEndpoint(db, found.endpoint_id);
  refusePaused(endpoint);
  await resendDelivery(db, id);
  await recordAuditEntry(context, caller, {
    action: 'send_webhook_again',
    subject: { kind: 'webhook', id: endpoint.id },
    after: { name: endpoint.name, type: found.type, eventId: found.event_id },
  });
  return null;
});

export const sendTestEvent = handler(rows.sendTestEvent, async (context, caller, { id }) => {
  const { db } = context;
  const endpoint = await knownEndpoint(db, id);
  refusePaused(endpoint);
  const eventId = randomUUID();
  await insertDeliveryTo(db, id, {
    eventId,
    type: 'webhook.tested',
    subject: eventId,
    userId: null,
    data: JSON.stringify({ endpointId: id }),
  });
  await recordAuditEntry(context, caller, {
    action: 'test_webhook',
    subject: { kind: 'webhook', id },
    after: { name: endpoint.name },
  });
  return null;
});

function refusePaused({ paused_at: pausedAt }: EndpointRow): void {
  if (pausedAt === null) return;
  throw new Rejection('INVALID_TRANSITION', 'This endpoint is paused. Resume it first.');
}

function present(row: DeliveryRow): WebhookDelivery {
  const isDelivered = row.delivered_at !== null;
  return {
    id: String(row.id),
    endpointId: row.endpoint_id,
    endpointName: row.endpoint_name,
    eventId: row.event_id,
    type: row.type,
    subject: row.subject,
    createdAt: row.created_at,
    state: isDelivered ? 'delivered' : row.failing_since === null ? 'waiting' : 'failing',
    tries: row.tries,
    triedAt: row.tried_at,
    deliveredAt: row.delivered_at,
    nextTryAt: isDelivered ? null : row.due_at,
    status: row.status,
    problem: row.problem,
  };
}
