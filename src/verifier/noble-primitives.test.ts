import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bigEndian, bytesOfHex, hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical, type Canonical } from '#domain/packproof/canon.ts';
import { tagged } from '#domain/packproof/primitives.ts';
import { newSigner, proofPrimitives, readVectors } from '../testing/proofs/proof-primitives.ts';
import { noblePrimitives } from './noble-primitives.ts';

type Vectors = {
  ticket: Canonical;
  ticketSignature: string;
  ticketSeed: string;
  torsionKey: string;
  torsionSignature: string;
  long1000: string;
  chain: { hash: string };
  rounds: { round: number; signature: string }[];
  practice: { publicKey: string; round: number; good: string; xPlusP: string };
};
const vectors = readVectors<Vectors>();
const { key, sign } = newSigner('shop.example/log', 'log', vectors.ticketSeed);
const message = tagged(
  proofPrimitives,
  'ticket',
  proofPrimitives.utf8(writeCanonical(vectors.ticket)),
);

describe('the verifier’s library', () => {
  test('hashes as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes, by) => {
        expect(noblePrimitives.sha256(bytes)).toEqual(proofPrimitives.sha256(bytes));
        const keyed = proofPrimitives.hmacSha256(by, bytes);
        expect(noblePrimitives.hmacSha256(by, bytes)).toEqual(keyed);
      }),
    );
    expect(hexOf(noblePrimitives.utf8('é—𝄞'))).toBe('c3a9e28094f09d849e');
  });

  test.each([
    ['takes a signature', vectors.ticketSignature, true],
    ['refuses one whose R has a part of small order', vectors.torsionSignature, false],
    ['refuses one that is too short', vectors.ticketSignature.slice(2), false],
  ])('%s, as OpenSSL does', (_what, signature, isRight) => {
    for (const primitives of [noblePrimitives, proofPrimitives]) {
      expect(primitives.ed25519Verify(key.key, message, bytesOfHex(signature))).toBe(isRight);
    }
  });

  test('refuses any signature with one bit changed', () => {
    const signature = sign(message);
    fc.assert(
      fc.property(fc.nat({ max: 511 }), (bit) => {
        const other = signature.slice();
        other[bit >> 3]! ^= 1 << (bit & 7);
        expect(noblePrimitives.ed25519Verify(key.key, message, other)).toBe(false);
        expect(proofPrimitives.ed25519Verify(key.key, message, other)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('distinguishes a valid key from one with a part of small order, and from an invalid point', () => {
    expect(noblePrimitives.isEd25519Key(key.key)).toBe(true);
    expect(noblePrimitives.isEd25519Key(bytesOfHex(vectors.torsionKey))).toBe(false);
    expect(noblePrimitives.isEd25519Key(bytesOfHex('01'.padEnd(64, '0')))).toBe(false);
    expect(noblePrimitives.isEd25519Key(key.key.slice(1))).toBe(false);
  });

  test('accepts a public number in its one spelling, for its own round', () => {
    const { publicKey, round, good, xPlusP } = vectors.practice;
    const isRight = (signature: string, of = round) =>
      noblePrimitives.blsVerify(
        bytesOfHex(publicKey),
        noblePrimitives.sha256(bigEndian(of, 8)),
        bytesOfHex(signature),
      );
    expect([isRight(good), isRight(good, round + 1), isRight(xPlusP)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isRight(vectors.long1000, 1000)).toBe(false);
  });
});
