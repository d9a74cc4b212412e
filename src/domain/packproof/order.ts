// The order that a public number gives: a place for each pack of a drop, each order as likely as any other.
import { bigEndian, bigintOf, bytesOfHex, joined } from './bytes.ts';
import { tagged, type VerifierPrimitives } from './primitives.ts';

const WHOLE = 1n << 64n;

/** A whole number from 0 below `below`, drawn by a key. Draws that would favour the low ones are thrown away. */
export function uniform(
  { hmacSha256 }: VerifierPrimitives,
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

/** Which leaf lies at which place of a drop: the place is the index. */
export function placesOf(
  primitives: VerifierPrimitives,
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
