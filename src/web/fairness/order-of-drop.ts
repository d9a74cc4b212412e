// Computes the order of a drop in the browser. This code is loaded once the public number has arrived.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hexOf } from '#domain/packproof/bytes.ts';
import { placesOf } from '#domain/packproof/order.ts';
import { numberOf } from '#domain/packproof/public-number.ts';

const primitives = {
  utf8: utf8ToBytes,
  hmacSha256: (key: Uint8Array, message: Uint8Array) => hmac(sha256, key, message),
};

/** Returns the public number in hex and, for each place, the index of its pack in the fixed list, both from 0. */
export function orderOfDrop(
  hash: string,
  packCount: number,
  signature: string,
): { number: string; places: number[] } {
  const number = numberOf({ sha256 }, signature);
  return { number: hexOf(number), places: placesOf(primitives, packCount, hash, number) };
}
