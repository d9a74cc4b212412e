// Numbers that a public network signs at scheduled times. Nobody can know such a number early, or choose it.
import { bigEndian, bytesOfHex } from './bytes.ts';
import type { VerifierPrimitives } from './primitives.ts';

export type Chain = {
  /** Identifies the chain, in hex. */
  hash: string;
  /** A point on G2, in hex. */
  publicKey: string;
  scheme: 'bls-unchained-g1-rfc9380';
  /** The time of round 1, in seconds since 1970 in UTC. */
  genesis: number;
  /** The number of seconds between rounds. */
  period: number;
  /** The minimum number of seconds from a drop's publication to its public number. */
  delay: number;
  /** The minimum number of seconds that a drop is open before its packs may be carried over. */
  minOpen: number;
};

/** drand's quicknet. Verifiers have these values built in and never take them from a shop's file. */
export const QUICKNET: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  scheme: 'bls-unchained-g1-rfc9380',
  genesis: 1_692_803_367,
  period: 3,
  delay: 60,
  minOpen: 86_400,
};

/** Chains that a verifier trusts, by hash. */
export const KNOWN_CHAINS: ReadonlyMap<string, Chain> = new Map([[QUICKNET.hash, QUICKNET]]);

/** When a round's number becomes public, in seconds since 1970 in UTC. */
export function timeOfRound(round: number, { genesis, period }: Chain): number {
  return genesis + (round - 1) * period;
}

/**
 * The only round that may order a drop. It is the first round that comes at least `delay` seconds after
 * `publishedAt`.
 */
export function roundFor(publishedAt: number, { genesis, period, delay }: Chain): number {
  return Math.ceil((publishedAt + delay - genesis) / period) + 1;
}

/** The public number, which is the hash of its signature. The signature is given in hex and is not checked. */
export function numberOf(
  { sha256 }: Pick<VerifierPrimitives, 'sha256'>,
  signature: string,
): Uint8Array {
  return sha256(bytesOfHex(signature));
}

/** Whether the signature is the chain's signature of this round. */
export function isNumberOf(
  { blsVerify, sha256 }: VerifierPrimitives,
  { round, signature }: { round: number; signature: string },
  { publicKey }: Chain,
): boolean {
  const message = sha256(bigEndian(round, 8));
  return blsVerify(bytesOfHex(publicKey), message, bytesOfHex(signature));
}
