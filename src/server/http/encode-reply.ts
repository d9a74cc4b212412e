// Encodes a handler's reply into wire form. Zod's own encoder also validates each value, which took
// a tenth of a purchase's processor time. Therefore this file builds an encoder for each shape once
// (choice 259). An encoder converts only the values whose wire form differs, and drops fields that
// the shape doesn't name.
import type { Endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';
import type { Context } from '../runtime/context.ts';

type Encode = (value: unknown) => unknown;

const encoders = new WeakMap<z.core.$ZodType, Encode>();

/** Encodes a handler's reply into wire form. */
export function encodeReply(
  { config }: Pick<Context, 'config'>,
  { reply: shape }: Endpoint,
  reply: unknown,
): unknown {
  // A reply that doesn't match its endpoint is a bug. Outside of production it throws, so that
  // tests find the bug.
  if (!config.production) z.encode(shape, reply as never);
  return encoderOf(shape)(reply);
}

/** The encoder of a shape. It returns the same as `z.encode` for all values of the shape. */
export function encoderOf(shape: z.core.$ZodType): Encode {
  const known = encoders.get(shape) ?? makeEncoder(shape);
  encoders.set(shape, known);
  return known;
}

function makeEncoder(shape: z.core.$ZodType): Encode {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? encodeObject(def.shape) : byZod(shape);
    case 'array': {
      const encode = encoderOf(def.element);
      return (items) => (items as unknown[]).map(encode);
    }
    case 'nullable':
    case 'optional': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === null || value === undefined ? value : encode(value));
    }
    case 'pipe': {
      const [inside, onWire] = [encoderOf(def.out), encoderOf(def.in)];
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
 * Lets zod encode shapes that are too rare for an encoder of their own. Zod decides which option of
 * a union a value belongs to.
 */
function byZod(shape: z.core.$ZodType): Encode {
  return (value) => z.encode(shape, value as never);
}

function encodeObject(shape: Record<string, z.core.$ZodType>): Encode {
  const fields = Object.entries(shape).map(([name, field]) => [name, encoderOf(field)] as const);
  return (value) => {
    const from = value as Record<string, unknown>;
    const onWire: Record<string, unknown> = {};
    for (const [name, encode] of fields) {
      if (from[name] !== undefined) onWire[name] = encode(from[name]);
    }
    return onWire;
  };
}
