// Validators for objects that have exactly the listed fields, each with a value of its kind. If an object has one more
// field, it is of another version.
import { readCanonical, type Canonical } from './canon.ts';

export type Kind = (value: unknown) => boolean;
export type Fields = Record<string, Kind | { isOptional: true; kind: Kind }>;

export const text: Kind = (value) => typeof value === 'string';
export const flag: Kind = (value) => typeof value === 'boolean';
/** A whole number that is at least 0. */
export const count: Kind = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const positive: Kind = (value) => count(value) && value !== 0;
/** 32 bytes as hex in lower case, such as a hash, a salt, a key or a secret. */
export const hash: Kind = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** The signature of a public number, which is 48 bytes as hex in lower case. */
export const numberSignature: Kind = (value) =>
  typeof value === 'string' && /^[0-9a-f]{96}$/.test(value);

export const only =
  (...values: Canonical[]): Kind =>
  (value) =>
    values.includes(value as Canonical);

export const optional = (kind: Kind) => ({ isOptional: true, kind }) as const;

export const listOf =
  (kind: Kind): Kind =>
  (value) =>
    Array.isArray(value) && value.every(kind);

/** Whole numbers, each greater than the one before it. */
export const ascending: Kind = (value) =>
  listOf(count)(value) &&
  (value as number[]).every((number, at, all) => at === 0 || all[at - 1]! < number);

/** An object with these fields and no others. */
export const withFields =
  (fields: Fields): Kind =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const held = value as Record<string, unknown>;
    return (
      Object.keys(held).every((name) => Object.hasOwn(fields, name)) &&
      Object.entries(fields).every(([name, field]) => {
        const isOptional = typeof field === 'object';
        if (!Object.hasOwn(held, name)) return isOptional;
        return (isOptional ? field.kind : field)(held[name]);
      })
    );
  };

/**
 * Parses canonical JSON. Throws if the text is not canonical, or if its value is not of this kind. `what` is the
 * object's name in the error.
 */
export function readStrict<Value>(written: string, kind: Kind, what: string): Value {
  let value: unknown;
  try {
    value = readCanonical(written);
  } catch (error) {
    throw new Error(`The ${what} is not canonical JSON`, { cause: error });
  }
  if (!kind(value)) throw new Error(`The ${what} has not exactly the fields of one`);
  return value as Value;
}
