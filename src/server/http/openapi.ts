// The OpenAPI 3.1 document, made from the endpoint table: what it says is what is served.
import type { Endpoint } from '#contract/endpoint.ts';
import { GENERAL_REJECTIONS, REJECTION_STATUS } from '#contract/rejections.ts';
import { SENTENCES, type RejectionCode } from '#domain/rejection.ts';
import { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';

type Json = Record<string, unknown>;

/** The document of some rows, by name. Money and times are described as they are on the wire. */
export function openApiDocument(rows: Record<string, Endpoint>, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, row] of Object.entries(rows)) {
    const path = (paths[row.path] ??= {});
    path[row.method.toLowerCase()] = operation(name, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Felt & Foil',
      version: '1.0.0',
      description:
        'Money is a decimal number of CAD with at most two places; times are ISO 8601 UTC.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: REFUSAL },
    },
  };
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

/** A schema as it is on the wire: of a codec that is the side it decodes from. */
function wireSchema(schema: ZodMiniType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return json;
}

function operation(name: string, row: Endpoint): Json {
  return {
    operationId: name,
    summary: row.summary,
    tags: [row.path.split('/')[1]],
    ...(row.audience === 'anyone' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', row.params),
      ...parameters('query', row.query),
      ...(row.repeat === 'keyed' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(row.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: wireSchema(row.body) } },
          },
        }),
    responses: responses(row),
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and request answers the first successful answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parameters(place: 'path' | 'query', fields: Endpoint['query']): Json[] {
  if (fields === undefined) return [];
  const { properties = {}, required = [] } = wireSchema(fields) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function responses(row: Endpoint): Record<string, Json> {
  const answers: Record<string, Json> = {
    200: {
      description: 'Done.',
      content:
        row.file !== undefined
          ? { [row.file]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['success', 'data', 'timestamp'],
                  properties: {
                    success: { const: true },
                    data: wireSchema(row.reply),
                    timestamp: { type: 'string', format: 'date-time' },
                  },
                },
              },
              ...(row.page === true ? { 'text/html': { schema: { type: 'string' } } } : {}),
            },
    },
  };
  for (const code of rejectionsOf(row)) {
    const status = REJECTION_STATUS[code];
    const line = `${code}: ${SENTENCES[code]}`;
    const known = answers[status] as { description: string } | undefined;
    answers[status] = {
      description: known === undefined ? line : `${known.description}\n${line}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    };
  }
  return answers;
}

/** Every rejection a row may give: its own, and those of the guards that stand before its verb. */
function rejectionsOf(row: Endpoint): RejectionCode[] {
  const general = GENERAL_REJECTIONS.filter((code) => {
    // A row that knows its caller refuses a token that is none, though it needs none.
    if (code === 'UNAUTHORIZED' || code === 'TOKEN_EXPIRED')
      return row.audience !== 'anyone' || row.knowsCaller === true;
    if (code === 'FORBIDDEN') return row.audience !== 'anyone';
    // An operator of a real shop has a second factor.
    if (code === 'TWO_FACTOR_REQUIRED')
      return row.audience === 'moderator' || row.audience === 'admin';
    if (code === 'IDEMPOTENCY_KEY_REUSED') return row.repeat === 'keyed';
    return true;
  });
  return [...new Set([...row.rejections, ...general])];
}
