import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Schemas } from './openapi-schemas.ts';

test('two names of one form are refused, because they would be ambiguous', () => {
  const side = z.enum(['front', 'back']);
  expect(() => new Schemas({ Side: side, Face: z.enum(['front', 'back']) })).toThrow(
    'Side and Face have the same name in the API',
  );
  expect(() => new Schemas({ Side: side, Way: z.enum(['back', 'front']) })).not.toThrow();
});

test('a record of known keys has a field for each of them', () => {
  const lengths = z.record(z.enum(['front', 'back']), z.int32());
  const { type, properties, required, additionalProperties, ...rest } = new Schemas().of(lengths);
  expect({ type, required, additionalProperties }).toEqual({
    type: 'object',
    required: ['front', 'back'],
    additionalProperties: false,
  });
  expect(Object.keys(properties as object)).toEqual(['front', 'back']);
  expect(rest).toEqual({});
});
