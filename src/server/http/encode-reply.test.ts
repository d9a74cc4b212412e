// The encoders of replies return what Zod's encoder returns, for every kind of shape that an
// endpoint may have.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { amount, instant } from '#contract/amounts.ts';
import { encoderOf } from './encode-reply.ts';

const card = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['normal', 'foil']),
  value: amount,
  soldAt: z.nullable(instant),
  note: z.optional(z.string()),
});
const CARD = {
  id: '7f0c1a52-7f0a-4c43-9a5e-0d8b5a3f1a11',
  name: 'Glass Heron',
  kind: 'foil',
  value: 1234,
  soldAt: null,
};
const AT = new Date('2026-11-21T12:00:00Z');

describe('a reply on the wire', () => {
  test.each<[string, z.ZodMiniType, unknown]>([
    ['of a shape', card, CARD],
    ['with what may be left out', card, { ...CARD, note: 'Mine', soldAt: AT }],
    ['with more than its shape names', card, { ...CARD, secret: 'x' }],
    ['with what was left out by name', card, { ...CARD, note: undefined }],
    ['of lists in lists', z.array(z.array(amount)), [[1, 250], []]],
    ['of a union', z.union([z.object({ amount }), z.null()]), { amount: 99 }],
    ['of named values', z.record(z.string(), amount), { one: 1, two: 250 }],
    ['of anything', z.unknown(), { any: [1] }],
    ['that is nothing', z.nullable(card), null],
    ['of a shape that was added to', z.extend(card, { at: instant }), { ...CARD, at: AT }],
    ['of a shape without other names', z.strictObject({ amount }), { amount: 5 }],
  ])('%s equals Zod’s encoding', (_name, shape, reply) => {
    const byZod = z.encode(shape, reply as never);
    const ours = encoderOf(shape)(reply);
    expect(ours).toEqual(byZod);
    expect(JSON.stringify(ours)).toBe(JSON.stringify(byZod));
  });
});
