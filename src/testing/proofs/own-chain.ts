// Makes a chain whose numbers a test signs itself, so that a drop may be published at any time.
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigEndian, hexOf } from '#domain/packproof/bytes.ts';
import { roundFor, type Chain } from '#domain/packproof/public-number.ts';
import { BLS_DOMAIN } from '#verifier/noble-primitives.ts';
import { fileHash, PRACTICE_CHAIN } from './proof-log.ts';
import { proofPrimitives } from './proof-primitives.ts';

/** Makes a practice chain of this name. `numberFor`: the number that orders a drop. */
export function ownChain(name: string) {
  const secret = new Uint8Array(32).fill(7);
  const bls = bls12_381.shortSignatures;
  const publicKey = hexOf(bls.getPublicKey(secret).toBytes(true));
  const chain: Chain = { ...PRACTICE_CHAIN, hash: fileHash(name), publicKey };
  const numberFor = (publishedAt: number) => {
    const round = roundFor(publishedAt, chain);
    const message = bls.hash(proofPrimitives.sha256(bigEndian(round, 8)), BLS_DOMAIN);
    return { round, signature: hexOf(bls.sign(message, secret).toBytes(true)) };
  };
  return { chain, numberFor };
}
