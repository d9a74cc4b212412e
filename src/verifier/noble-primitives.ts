// Provides the verifier's cryptographic functions. The browser, the saved file and the command line all use the same
// library.
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isSame } from '#domain/packproof/bytes.ts';
import type { VerifierPrimitives } from '#domain/packproof/primitives.ts';

const bls = bls12_381.shortSignatures;
/** Domain of the public chain, whose signatures are on G1. */
export const BLS_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export const noblePrimitives: VerifierPrimitives = {
  sha256,
  utf8: utf8ToBytes,
  hmacSha256: (key, message) => hmac(sha256, key, message),
  // This library also multiplies both sides by the cofactor. If R has no torsion, the result is the same.
  ed25519Verify: (key, message, signature) =>
    signature.length === 64 &&
    isRight(
      () =>
        ed25519.Point.fromBytes(signature.slice(0, 32)).isTorsionFree() &&
        ed25519.verify(signature, message, key, { zip215: false }),
    ),
  isEd25519Key: (key) =>
    isRight(() => {
      const point = ed25519.Point.fromBytes(key);
      return !point.isSmallOrder() && point.isTorsionFree();
    }),
  blsVerify: (publicKey, message, signature) =>
    signature.length === 48 &&
    isRight(() => {
      const point = bls12_381.G1.Point.fromBytes(signature);
      const isOwnSpelling = isSame(point.toBytes(true), signature);
      return isOwnSpelling && bls.verify(signature, bls.hash(message, BLS_DOMAIN), publicKey);
    }),
};

/** Answers a question about points. If a point can't be read, returns false. */
function isRight(question: () => boolean): boolean {
  try {
    return question();
  } catch {
    return false;
  }
}
