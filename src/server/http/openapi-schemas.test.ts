import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Schemas } from './openapi-schemas.ts';

test('two words of one form are refused: nobody could say which of them a field is', () => {
  const side = z.enum(['front', 'back']);
  expect(() => new Schemas({ Side: side, Face: z.enum(['front', 'back']) })).toThrow(
    'Side and Face have one form',
  );
  expect(() => new Schemas({ Side: side, Way: z.enum(['back', 'front']) })).not.toThrow();
});
