// Webhooks, for operators (docs/webhooks.md): the endpoints to which the shop sends its events, and the deliveries.
import * as z from 'zod/mini';
import { HEARD_TYPES, EVENT_TYPES } from '#domain/shop-event.ts';
import { DELIVERY_STATES } from '#domain/webhook.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';

const endpointId = z.uuid('id must be the id of an endpoint');

const webhookEndpoint = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(HEARD_TYPES)),
  createdAt: instant,
  /** `down`: its last calls failed, and the shop tries it once a minute. `paused`: nothing is sent. */
  state: z.enum(['working', 'down', 'paused']),
  /** Who or what paused it. `gone`: it answered 410. Null: it is not paused. */
  pauseReason: z.nullable(z.enum(['operator', 'failing', 'gone'])),
  pausedAt: z.nullable(instant),
  /** Until when the secret before signs too. Null: only one secret is valid. */
  secretBeforeUntil: z.nullable(instant),
  /** The events that are not delivered yet, counted up to COUNTED_MOST. */
  waiting: z.int(),
});

export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

const newSecret = z.object({
  id: z.uuid(),
  /** It signs the messages of this endpoint. It is never shown again. */
  secret: z.string(),
});

const fields = {
  name: text('name', 60),
  url: text('url', 2_000),
  events: z
    .array(z.enum(HEARD_TYPES, 'events must be types of events'), 'events must be a list')
    .check(
      z.minLength(1, 'Choose at least one event'),
      z.maxLength(HEARD_TYPES.length, 'events is too long'),
    ),
};

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'The endpoints to which the shop sends its events.',
  audience: 'owner',
  repeat: 'none',
  reads: ['webhooks'],
  reply: z.object({ endpoints: z.array(webhookEndpoint) }),
  rejections: [],
});

export const addWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks',
  summary:
    'Adds an endpoint, and returns its secret, which is never shown again. Its address must be https, and public unless a setting names its network.',
  audience: 'owner',
  repeat: 'natural',
  changes: ['webhooks', 'audit-log'],
  body: z.object(fields),
  reply: newSecret,
  rejections: ['INVALID_TRANSITION'],
});

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/admin/webhooks/{id}',
  summary:
    'Changes the name, address and events of an endpoint. Events that wait go to the new address.',
  audience: 'owner',
  repeat: 'natural',
  changes: ['webhooks', 'audit-log'],
  params: z.object({ id: endpointId }),
  body: z.object(fields),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/admin/webhooks/{id}/secret',
  summary:
    'Makes a new secret for an endpoint, and returns it, never to be shown again. The old one signs too for 24 hours.',
  audience: 'owner',
  repeat: 'natural',
  changes: ['webhooks', 'audit-log'],
  params: z.object({ id: endpointId }),
  reply: newSecret,
  rejections: ['NOT_FOUND'],
});

export const pauseWebhook = endpoint({
  method: 'PUT',
  path: '/admin/webhooks/{id}/paused',
  summary:
    'Pauses an endpoint, or resumes it: then everything that waits is sent. Events are stored during a pause.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['webhooks', 'audit-log', 'alerts'],
  params: z.object({ id: endpointId }),
  body: z.object({ isPaused: z.boolean('isPaused must be true or false') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/admin/webhooks/{id}/test',
  summary: 'Sends a test event to an endpoint, like any other event. A paused endpoint gets none.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['webhooks', 'audit-log'],
  params: z.object({ id: endpointId }),
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/admin/webhooks/{id}',
  summary: 'Removes an endpoint. What waits for it is not sent.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['webhooks', 'audit-log', 'alerts'],
  params: z.object({ id: endpointId }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

const deliveryId = z
  .string('id must be the id of a delivery')
  .check(z.regex(/^\d{1,18}$/, 'id must be the id of a delivery'));

const delivery = z.object({
  id: z.string(),
  endpointId: z.uuid(),
  endpointName: z.string(),
  /** The receiver gets it as webhook-id. */
  eventId: z.uuid(),
  type: z.enum(EVENT_TYPES),
  /** What the event is about: an id. */
  subject: z.string(),
  createdAt: instant,
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  triedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  /** The earliest time of the next try. Null if it was delivered. */
  nextTryAt: z.nullable(instant),
  /** The HTTP status of the last answer. Null if there was none. */
  status: z.nullable(z.int()),
  /** Why there was no answer. */
  problem: z.nullable(z.string()),
});

export type WebhookDelivery = z.output<typeof delivery>;

const deliveryDetail = z.extend(delivery, {
  /** The body as it is sent. */
  body: z.string(),
  /** The beginning of the last answer. */
  response: z.nullable(z.string()),
});

export type WebhookDeliveryDetail = z.output<typeof deliveryDetail>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/admin/webhooks/deliveries',
  summary: 'The events that were or will be sent, newest first. They are stored for 30 days.',
  audience: 'owner',
  repeat: 'none',
  reads: ['webhooks'],
  query: z.object({
    ...paging,
    endpointId: z.optional(endpointId),
    state: z.optional(z.enum(DELIVERY_STATES, 'state must be waiting, failing or delivered')),
  }),
  reply: z.object({ deliveries: z.array(delivery), pagination }),
  rejections: [],
});

export const showWebhookDelivery = endpoint({
  method: 'GET',
  path: '/admin/webhooks/deliveries/{id}',
  summary: 'A delivery, with its body and the last answer.',
  audience: 'owner',
  repeat: 'none',
  reads: ['webhooks'],
  params: z.object({ id: deliveryId }),
  reply: deliveryDetail,
  rejections: ['NOT_FOUND'],
});

export const sendWebhookAgain = endpoint({
  method: 'POST',
  path: '/admin/webhooks/deliveries/{id}/send-again',
  summary:
    'Sends an event once more with the same webhook-id, or now if it waits for its next try. A paused endpoint gets none.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['webhooks', 'audit-log'],
  params: z.object({ id: deliveryId }),
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({
  WebhookEndpoint: webhookEndpoint,
  NewWebhookSecret: newSecret,
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: deliveryDetail,
});
