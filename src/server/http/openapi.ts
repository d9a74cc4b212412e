// Builds the OpenAPI 3.1 document from the endpoint table, so that the document matches what the
// shop serves.
import type { Audience } from '#domain/access.ts';
import { EVENT_TYPES, type EventType } from '#domain/shop-event.ts';
import { SENTENCES, type RejectionCode } from '#domain/rejection.ts';
import { NETWORK_LIMITS, type Limit } from '#domain/throttle.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { NAMES } from '#contract/names.ts';
import { EVENTS, messageOf } from '#contract/shop-events.ts';
import { GENERAL_REJECTIONS, REJECTION_STATUS } from '#contract/rejections.ts';
import { ROOMS, type Room } from '#contract/rooms.ts';
import { exampleOf } from './openapi-examples.ts';
import { inOrder, referenceTo, Schemas, type Json } from './openapi-schemas.ts';

/**
 * The document about some endpoints. `endpoints` has them by name, and `roomOf` returns the room
 * that serves an endpoint. Money and times are in wire form.
 */
export function openApiDocument(
  endpoints: Record<string, Endpoint>,
  roomOf: (endpoint: Endpoint) => Room,
  publicUrl: string,
): Json {
  const schemas = new Schemas();
  schemas.add('Refusal', REFUSAL);
  const bare = Object.entries(endpoints).map(([name, endpoint]) =>
    draftOf(schemas, name, endpoint),
  );
  const named = schemas.all();
  const drafts = bare.map((draft) => withExamples(draft, named));
  const parameters = sharedParts([
    ...drafts.flatMap((draft) => draft.parameters),
    ...EVENT_TYPES.flatMap(() => MESSAGE_HEADERS),
  ]);
  const responses = sharedParts(drafts.flatMap((draft) => Object.values(draft.responses)));

  const paths: Record<string, Json> = {};
  for (const { name, endpoint, body, ...draft } of drafts) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = {
      operationId: name,
      summary: endpoint.summary,
      description: descriptionOf(endpoint),
      tags: [roomOf(endpoint)],
      'x-audience': endpoint.audience,
      security: securityOf(endpoint),
      parameters: draft.parameters.map((part) => referred('parameters', parameters, part)),
      ...(body === null
        ? {}
        : { requestBody: { required: true, content: { 'application/json': body } } }),
      responses: Object.fromEntries(
        Object.entries(draft.responses).map(([status, part]) => [
          status,
          referred('responses', responses, part),
        ]),
      ),
    };
  }
  const served = new Set<string>(drafts.map(({ endpoint }) => roomOf(endpoint)));
  return {
    openapi: '3.1.0',
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.entries(ROOMS)
      .filter(([room]) => served.has(room))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, webhookOf(schemas, parameters, type)]),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      parameters,
      responses,
      schemas: schemas.all(),
    },
  };
}

const BEARER =
  'An access token; in calls for staff also an API key, which begins with `fafk_` and has limits of its own.';

const messageHeader = (name: string, description: string): Part => ({
  name: nameOf(name),
  value: { name, in: 'header', required: true, description, schema: { type: 'string' } },
});

/** The headers of every webhook, by the Standard Webhooks specification. */
const MESSAGE_HEADERS = [
  messageHeader('webhook-id', 'The event. It is the same each time that the event is sent.'),
  messageHeader('webhook-timestamp', 'When it was sent this time, in seconds since 1970.'),
  messageHeader('webhook-signature', 'One signature or several, `v1,…`, with spaces between them.'),
];

function webhookOf(schemas: Schemas, parameters: Record<string, Json>, type: EventType): Json {
  const { summary, example } = EVENTS[type];
  const message = { type, timestamp: '2026-11-30T12:00:00.000Z', data: example };
  return {
    post: {
      summary,
      tags: ['webhooks'],
      security: [],
      parameters: MESSAGE_HEADERS.map((part) => referred('parameters', parameters, part)),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.of(messageOf(type)), example: message },
        },
      },
      responses: { '2XX': { description: 'The receiver has the event.' } },
    },
  };
}

/** Adds the shop's name and contact to a document. */
export function signedDocument(
  document: Json,
  { name, contactEmail }: { name: string; contactEmail: string },
): Json {
  const { openapi, ...rest } = document as { openapi: string };
  return {
    openapi,
    info: {
      title: name,
      version: '1.0.0',
      description:
        'Money is a decimal number of CAD with at most two decimal places; times are ISO 8601 in UTC.',
      contact: { name, email: contactEmail },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    ...rest,
  };
}

/** A parameter or a response. `name` is null if the part belongs to a single endpoint. */
type Part = { name: string | null; value: Json };

type Draft = {
  name: string;
  endpoint: Endpoint;
  parameters: Part[];
  /** The content of the body. */
  body: Json | null;
  /** The responses by status. */
  responses: Record<string, Part>;
};

function draftOf(schemas: Schemas, name: string, endpoint: Endpoint): Draft {
  return {
    name,
    endpoint,
    parameters: [
      ...parametersOf(schemas, 'path', endpoint.params),
      ...parametersOf(schemas, 'query', endpoint.query),
      ...(endpoint.repeat === 'keyed' ? [IDEMPOTENCY_KEY] : []),
    ],
    body: endpoint.body === undefined ? null : { schema: schemas.of(endpoint.body) },
    responses: { 200: successOf(schemas, endpoint), ...refusalsOf(endpoint) },
  };
}

/** Adds examples of what a first request needs: required parameters and a body. Also adds one of its response. */
function withExamples(draft: Draft, named: Record<string, Json>): Draft {
  const { parameters, body, responses } = draft;
  const { 200: success, ...refusals } = responses;
  return {
    ...draft,
    parameters: parameters.map(({ name, value }) => {
      if (value['required'] !== true) return { name, value };
      const example = exampleOf(value['schema'] as Json, value['name'] as string, { named });
      return { name, value: { ...value, example } };
    }),
    body: body === null ? null : exampled(body, { named, leavesOut: true }),
    responses: {
      200: { name: success!.name, value: exampledSuccess(success!.value, named) },
      ...refusals,
    },
  };
}

function exampledSuccess(success: Json, named: Record<string, Json>): Json {
  const { content } = success as { content: Record<string, Json> };
  const { 'application/json': data, ...others } = content;
  // A file in JSON has its own form, which the document does not describe.
  if ((data?.['schema'] as Json | undefined)?.['properties'] === undefined) return success;
  return { ...success, content: { 'application/json': exampled(data!, { named }), ...others } };
}

function exampled(content: Json, options: Parameters<typeof exampleOf>[2]): Json {
  return { ...content, example: exampleOf(content['schema'] as Json, 'body', options) };
}

/** Returns the parts that occur more than once, each part under a unique name. */
function sharedParts(parts: Part[]): Record<string, Json> {
  const forms = new Map<string, string[]>();
  const shared: Record<string, Json> = {};
  for (const { name, value } of parts) {
    if (name === null) continue;
    const known = forms.get(name) ?? [];
    forms.set(name, [...known, JSON.stringify(value)]);
    shared[name] = value;
  }
  for (const [name, known] of forms) {
    if (known.length === 1 || new Set(known).size > 1) delete shared[name];
  }
  return inOrder(shared);
}

function referred(
  kind: 'parameters' | 'responses',
  shared: Record<string, Json>,
  { name, value }: Part,
): Json {
  return name !== null && name in shared ? referenceTo(kind, name) : value;
}

/**
 * Turns `NOT_FOUND`, `Idempotency-Key` and `pageSize` into `NotFound`, `IdempotencyKey` and
 * `PageSize`.
 */
function nameOf(text: string): string {
  const words = /[a-z]/.test(text) ? text.split('-') : text.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** An empty object among several requirements says that the call needs no token but accepts one. */
function securityOf({ audience, knowsCaller }: Endpoint): Json[] {
  const token = { bearer: [] };
  if (audience !== 'anyone') return [token];
  return knowsCaller === true ? [{}, token] : [];
}

const AUDIENCES: Record<Audience, string> = {
  anyone: 'For everyone, signed in or not.',
  user: 'For signed-in users.',
  staff: 'For staff with any right, who get what their rights cover.',
  packing:
    'For staff with the right `packing`: moderators, admins and some roles made by the shop.',
  support:
    'For staff with the right `support`: moderators, admins and some roles made by the shop.',
  catalogue: 'For staff with the right `catalogue`: admins and some roles made by the shop.',
  money: 'For staff with the right `money`: admins and some roles made by the shop.',
  owner: 'For admins.',
};

const VERIFIED_WORDS: Record<NonNullable<Endpoint['verified']>, string> = {
  always: 'Requires a verified e-mail address.',
  'if demanded': 'Requires a verified e-mail address if the shop demands one.',
};

/** Describes who may call an endpoint, and how often. */
function descriptionOf(endpoint: Endpoint): string {
  return [
    endpoint.signedBy === undefined
      ? AUDIENCES[endpoint.audience]
      : `For callers that sign the body, in the ${endpoint.signedBy} header.`,
    keyWordsOf(endpoint),
    endpoint.knowsCaller === true ? 'An access token is optional and identifies the caller.' : '',
    endpoint.verified === undefined ? '' : VERIFIED_WORDS[endpoint.verified],
    endpoint.throttle === undefined
      ? ''
      : `Limited per network to ${NETWORK_LIMITS[endpoint.throttle].map(limitInWords).join(' and ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says which right an API key needs. Empty for what is not about staff. */
function keyWordsOf({ audience, personsOnly, repeat }: Endpoint): string {
  if (audience === 'anyone' || audience === 'user') return '';
  if (personsOnly === true) return 'Not for API keys.';
  const access = repeat === 'none' ? 'read' : 'write';
  return audience === 'staff'
    ? 'Also for API keys with any right.'
    : `Also for API keys with \`${audience}:${access}\`.`;
}

function limitInWords({ most, seconds }: Limit): string {
  const minutes = seconds / 60;
  if (minutes === 1) return `${most} calls a minute`;
  return minutes === 60 ? `${most} calls an hour` : `${most} calls in ${minutes} minutes`;
}

const IDEMPOTENCY_KEY: Part = {
  name: 'IdempotencyKey',
  value: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Repeating a request with the same key returns the first successful response again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

function parametersOf(
  schemas: Schemas,
  place: 'path' | 'query',
  fields: Endpoint['query'],
): Part[] {
  if (fields === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(fields) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name: nameOf(name),
    value: { name, in: place, required: place === 'path' || required.includes(name), schema },
  }));
}

function successOf(schemas: Schemas, endpoint: Endpoint): Part {
  const description = 'Done.';
  const text = { schema: { type: 'string' } };
  if (endpoint.file !== undefined) {
    return { name: null, value: { description, content: { [endpoint.file]: text } } };
  }
  const data = schemas.of(endpoint.reply);
  const content = json({
    type: 'object',
    required: ['success', 'data', 'timestamp'],
    properties: {
      success: { const: true },
      data,
      timestamp: { type: 'string', format: 'date-time' },
    },
  });
  if (endpoint.page === true) {
    return { name: null, value: { description, content: { ...content, 'text/html': text } } };
  }
  const name = data['type'] === 'null' ? 'Nothing' : (NAMES.get(endpoint.reply) ?? null);
  return { name, value: { description, content } };
}

const REFUSAL: Json = {
  type: 'object',
  required: ['success', 'error', 'timestamp'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, details: {} },
    },
    timestamp: { type: 'string', format: 'date-time' },
  },
};

/** An endpoint's rejections by status. The name of a response consists of its rejection codes. */
function refusalsOf(endpoint: Endpoint): Record<string, Part> {
  const byStatus = Object.groupBy(rejectionsOf(endpoint), (code) => REJECTION_STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        name: codes.map(nameOf).join('Or'),
        value: {
          description: codes.map((code) => `${code}: ${SENTENCES[code]}`).join('\n'),
          content: json(referenceTo('schemas', 'Refusal')),
        },
      },
    ]),
  );
}

const CODES = Object.keys(REJECTION_STATUS) as RejectionCode[];

/**
 * Returns every rejection code of an endpoint. These are the endpoint's own codes, and the codes of
 * the guards that run before its handler.
 */
function rejectionsOf(endpoint: Endpoint): RejectionCode[] {
  const general = GENERAL_REJECTIONS.filter((code) => {
    // An invalid token is rejected even by endpoints that do not need a token but accept one.
    if (code === 'UNAUTHORIZED' || code === 'TOKEN_EXPIRED')
      return endpoint.audience !== 'anyone' || endpoint.knowsCaller === true;
    if (code === 'FORBIDDEN') return endpoint.audience !== 'anyone';
    // In a real shop, staff need a second factor.
    if (code === 'TWO_FACTOR_REQUIRED')
      return endpoint.audience !== 'anyone' && endpoint.audience !== 'user';
    if (code === 'IDEMPOTENCY_KEY_REUSED') return endpoint.repeat === 'keyed';
    return true;
  });
  const given = new Set<RejectionCode>([...endpoint.rejections, ...general]);
  return CODES.filter((code) => given.has(code));
}
