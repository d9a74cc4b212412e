// Encodes a handler's reply into wire form. Zod's own encoder also validates each value, which took
// a tenth of a purchase's processor time, so this file builds an encoder per shape, once (choice
// 259). An encoder converts only values whose wire form differs, and drops fields that the shape
// does not name.
import { isWithheld } from '#contract/amounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { seesAmounts, type Right } from '#domain/access.ts';
import * as z from 'zod/mini';
import type { Context } from '../runtime/context.ts';

type Encode = (value: unknown) => unknown;

/** The encoders of each shape, for callers who see amounts of money and for those who don't. */
const encoders = {
  withAmounts: new WeakMap<z.core.$ZodType, Encode>(),
  withoutAmounts: new WeakMap<z.core.$ZodType, Encode>(),
};

type Kind = keyof typeof encoders;

/** Encodes a handler's reply into wire form. `rights`: those of a caller from the staff, or null. */
export function encodeReply(
  { config }: Pick<Context, 'config'>,
  { reply: shape, audience }: Endpoint,
  reply: unknown,
  rights: readonly Right[] | null = null,
): unknown {
  // A reply that doesn't match its endpoint is a bug. Outside of production it throws, so that
  // tests find the bug.
  if (!config.production) z.encode(shape, reply as never);
  const isOfPacking = audience === 'packing' && rights !== null;
  const seesAll = !isOfPacking || seesAmounts(rights);
  return encoderOf(shape, seesAll ? 'withAmounts' : 'withoutAmounts')(reply);
}

/**
 * Returns the encoder of a shape. For every value of the shape, the encoder returns what `z.encode`
 * returns.
 */
export function encoderOf(shape: z.core.$ZodType, kind: Kind = 'withAmounts'): Encode {
  const known = encoders[kind].get(shape) ?? makeEncoder(shape, kind);
  encoders[kind].set(shape, known);
  return known;
}

function makeEncoder(shape: z.core.$ZodType, kind: Kind): Encode {
  if (kind === 'withoutAmounts' && isWithheld(shape)) return () => null;
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? objectEncoder(def.shape, kind) : byZod(shape);
    case 'array': {
      const encode = encoderOf(def.element, kind);
      return (items) => (items as unknown[]).map(encode);
    }
    case 'nullable':
    case 'optional': {
      const encode = encoderOf(def.innerType, kind);
      return (value) => (value === null || value === undefined ? value : encode(value));
    }
    case 'pipe': {
      const [inside, onWire] = [encoderOf(def.out, kind), encoderOf(def.in, kind)];
      const change = def.reverseTransform as Encode | undefined;
      return change === undefined ? byZod(shape) : (value) => onWire(change(inside(value)));
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'date':
    case 'enum':
    case 'literal':
    case 'null':
      return (value) => value;
    default:
      return byZod(shape);
  }
}

/**
 * Lets Zod encode shapes that are too rare for an encoder of their own, such as unions. For a
 * union, Zod finds the option to which the value belongs.
 */
function byZod(shape: z.core.$ZodType): Encode {
  return (value) => z.encode(shape, value as never);
}

function objectEncoder(shape: Record<string, z.core.$ZodType>, kind: Kind): Encode {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, encoderOf(field, kind)] as const,
  );
  return (value) => {
    const from = value as Record<string, unknown>;
    const onWire: Record<string, unknown> = {};
    for (const [name, encode] of fields) {
      if (from[name] !== undefined) onWire[name] = encode(from[name]);
    }
    return onWire;
  };
}
