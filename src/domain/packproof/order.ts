// Turns a public number into a drop's order, which gives each pack one place. All orders are equally likely.
import { bigEndian, bigintOf, bytesOfHex, joined } from './bytes.ts';
import { tagged, type VerifierPrimitives } from './primitives.ts';

type OrderPrimitives = Pick<VerifierPrimitives, 'hmacSha256' | 'utf8'>;

const WHOLE = 1n << 64n;

/** A whole number from 0 to `below` - 1, derived from a key. Draws that would favour low numbers are rejected. */
export function uniform(
  { hmacSha256 }: Pick<OrderPrimitives, 'hmacSha256'>,
  key: Uint8Array,
  message: Uint8Array,
  below: number,
): number {
  const bound = BigInt(below);
  const limit = (WHOLE / bound) * bound;
  for (let counter = 0; ; counter += 1) {
    const drawn = bigintOf(hmacSha256(key, joined([message, bigEndian(counter, 4)])));
    if (drawn < limit) return Number(drawn % bound);
  }
}

/** The leaf in the manifest for each place of a drop, in order of the places. */
export function placesOf(
  primitives: OrderPrimitives,
  packCount: number,
  manifestHash: string,
  number: Uint8Array,
): number[] {
  const left = Array.from({ length: packCount }, (_, leaf) => leaf);
  const drop = bytesOfHex(manifestHash);
  return left.slice().map((_, place) => {
    const message = tagged(primitives, 'order', drop, bigEndian(place, 4));
    const at = uniform(primitives, number, message, left.length);
    const leaf = left[at]!;
    left[at] = left.at(-1)!;
    left.pop();
    return leaf;
  });
}
