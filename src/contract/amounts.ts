// Converts money and time between wire and code: decimal CAD and ISO text on the wire, whole cents and Date in the
// code. No other module does these conversions.
import * as z from 'zod/mini';
import type { Cents } from '#domain/money.ts';
import { centsOf, decimalOf } from '#domain/decimals.ts';
import { nameShapes } from './names.ts';

/** The largest amount in a request, in CAD. */
const LARGEST_AMOUNT = 10_000_000;

const decimalCad = z.number('Amount must be a number').check(
  z.refine((amount) => decimalOf(Math.round(amount * 100)) === amount, {
    error: 'Amounts have at most two decimal places',
  }),
);

function inCents(onWire: z.ZodMiniType<number, number>) {
  return z.codec(onWire, z.int() as unknown as z.ZodMiniType<Cents, Cents>, {
    decode: (cad, context) => {
      // Only requests have this limit. The shop's own totals may be larger.
      if (Math.abs(cad) > LARGEST_AMOUNT) {
        context.issues.push({ code: 'custom', input: cad, message: 'Amount is too large' });
        return z.NEVER;
      }
      return centsOf(cad);
    },
    encode: decimalOf,
  });
}

/**
 * An amount: decimal CAD on the wire (`12.34`), Cents in the code. More than two decimal places are rejected, not
 * rounded.
 */
export const amount = inCents(decimalCad);

/** An amount with limits in CAD, both included. */
export function amountBetween(least: number, most: number) {
  const message = `Amount must be between ${least} and ${most}`;
  return inCents(decimalCad.check(z.minimum(least, message), z.maximum(most, message)));
}

const WITHHELD = new WeakSet<z.core.$ZodType>();

/**
 * A field of an endpoint of `packing` that is null for somebody who has no other right: who only packs sees no amounts
 * of money and no suppliers (choice 974). The server withholds it when it encodes the reply.
 */
export function unlessOnlyPacking<Shape extends z.ZodMiniType>(shape: Shape) {
  const nullable = z.nullable(shape);
  WITHHELD.add(nullable);
  return nullable;
}

export function isWithheld(shape: z.core.$ZodType): boolean {
  return WITHHELD.has(shape);
}

/** An instant: ISO 8601 text in UTC on the wire, Date in the code. */
export const instant = z.codec(z.iso.datetime({ error: 'Time must be ISO 8601' }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

nameShapes({ Amount: amount, Instant: instant });
