import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { operationsOf } from '../../testing/fuzz-requests.ts';
import { openApiDocument } from './openapi.ts';

const OPERATIONS = operationsOf(openApiDocument(ENDPOINTS, () => 'accounts', 'http://shop.test'));

/** Says what is wrong with a value. Null if the contract accepts it. */
function problemOf(shape: z.ZodMiniType | undefined, value: unknown): string | null {
  const { error } = z.safeDecode(shape ?? z.unknown(), value as never);
  return error === undefined ? null : z.prettifyError(error);
}

test.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  'the examples of %s are as the contract demands',
  (name, { parameters, requestBody, responses }) => {
    const endpoint: Endpoint = ENDPOINTS[name as keyof typeof ENDPOINTS];
    const fieldsIn = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place && one.required)
          .map((one) => [one.name, String(one.example)]),
      );
    const body = requestBody?.content['application/json'].example;
    const reply = responses['200']!.content['application/json']?.example as { data?: unknown };
    expect([
      problemOf(endpoint.params, fieldsIn('path')),
      problemOf(endpoint.query, fieldsIn('query')),
      body === undefined ? null : problemOf(endpoint.body, body),
      endpoint.file === undefined ? problemOf(endpoint.reply, reply.data) : null,
    ]).toEqual([null, null, null, null]);
  },
);
