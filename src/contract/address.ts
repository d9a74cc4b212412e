// Addresses of parcels and users as typed, with the error messages that forms show (docs/product.md §8, §15).
import { needsPostalCode, needsState } from '#domain/address-needs.ts';
import * as z from 'zod/mini';
import { nameShapes } from './names.ts';
import { oneLine } from './plain-text.ts';

/** The maximum length of an address line, a carrier or a tracking number. */
export const LINE_LENGTH_MAX = 100;
const POSTAL_CODE_FORM = /^(?:[A-Za-z0-9 -]{3,10})?$/;
const COUNTRY_FORM = /^[A-Z]{2}$/;

const missing = (name: string) => `${name} is required`;

/** A required line. `name` is the field's name in lower case, for the message. */
export function requiredLine(name: string) {
  return z
    .string(missing(name))
    .check(
      z.trim(),
      z.minLength(1, missing(name)),
      z.maxLength(LINE_LENGTH_MAX, `${name} must be at most ${LINE_LENGTH_MAX} characters long`),
      oneLine(name),
    );
}

/** An optional line. Empty text decodes to null. */
export function optionalLine(name: string) {
  const text = z
    .string()
    .check(
      z.maxLength(LINE_LENGTH_MAX, `${name} must be at most ${LINE_LENGTH_MAX} characters long`),
      oneLine(name),
    );
  return z.codec(text, z.nullable(z.string()), {
    decode: (line) => line.trim() || null,
    encode: (line) => line ?? '',
  });
}

/** A province or state. If the country needs one and the text is empty, `countryAsks` rejects the address. */
export const stateLine = z
  .string(missing('state'))
  .check(
    z.trim(),
    z.maxLength(LINE_LENGTH_MAX, `state must be at most ${LINE_LENGTH_MAX} characters long`),
    oneLine('state'),
  );

/**
 * A postal code of any country. If the country needs one and the text is empty, `countryAsks` rejects the address.
 * `name` is the label in the form.
 */
export function postalCode(name: 'postal code' | 'zip code') {
  return z
    .string(missing(name))
    .check(z.trim(), z.regex(POSTAL_CODE_FORM, 'Invalid postal code format'));
}

type Typed = { state?: unknown; country?: unknown } & Record<string, unknown>;

/**
 * Checks that require a state and a postal code if the country needs them. They run even if other fields are
 * invalid. `code` has the field of the postal code and its name.
 */
export function countryAsks(code: { field: string; name: string }) {
  const needed = (field: string, name: string, isNeeded: (country: string) => boolean) =>
    z.refine<Typed>(
      (typed) => typed[field] !== '' || !isNeeded(String(typed.country).toUpperCase()),
      {
        error: missing(name),
        path: [field],
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    );
  return [
    needed('state', 'state', needsState),
    needed(code.field, code.name, needsPostalCode),
  ] as const;
}

/** An ISO 3166 code of two letters. Decodes to upper case. The server checks that the country exists. */
export const countryCode = z
  .string('country is required')
  .check(
    z.minLength(1, 'country is required'),
    z.toUpperCase(),
    z.regex(COUNTRY_FORM, 'country must be two letters'),
  );

/** The destination of a parcel, as the shipment stores it. */
export const parcelAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

nameShapes({ ParcelAddress: parcelAddress });
