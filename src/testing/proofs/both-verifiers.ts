// Asks the product's verifier and the second one, which must agree.
import { expect } from 'vitest';
import { hexOf } from '#domain/packproof/bytes.ts';
import type { VerifierPrimitives } from '#domain/packproof/primitives.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { proofPrimitives } from './proof-primitives.ts';
import { secondOpinion, type Asked } from './second-verifier.ts';

/** Caches verified signatures, which are the same in many proofs. */
const primitives: VerifierPrimitives = {
  ...proofPrimitives,
  ed25519Verify: once(proofPrimitives.ed25519Verify),
  isEd25519Key: once(proofPrimitives.isEd25519Key),
  blsVerify: once(proofPrimitives.blsVerify),
};

function once<Bytes extends Uint8Array[]>(ask: (...bytes: Bytes) => boolean) {
  const results = new Map<string, boolean>();
  return (...bytes: Bytes): boolean => {
    const name = bytes.map(hexOf).join();
    const result = results.get(name) ?? ask(...bytes);
    results.set(name, result);
    return result;
  };
}

/**
 * The verdict of the product's verifier, in the form of the second verifier's verdict. Throws if the file is no
 * proof.
 */
function firstOpinion(asked: Asked): Record<string, string> {
  const checks = verifyPack({ ...asked, primitives, chains: KNOWN_CHAINS });
  // If an object can't be read, the first verifier lists the other checks as waiting, and the second leaves them out.
  const told = checks.filter(({ says }) => says[0] !== 'A part of the proof can’t be read.');
  return Object.fromEntries(told.map(({ name, state }) => [name, state]));
}

/** The verdict of both verifiers, which must be the same. */
export function bothOf(asked: Asked): Record<string, string> | 'refused' {
  const [first, second] = [firstOpinion, secondOpinion].map((ask) => {
    try {
      return ask(asked);
    } catch {
      return 'refused' as const;
    }
  });
  expect(second).toEqual(first);
  return first!;
}
