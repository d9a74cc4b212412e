// Exports the test vectors that every other implementation must match, and the server's functions for making and
// signing proofs.
import { readFileSync } from 'node:fs';

export {
  newSigner,
  proofPrimitives,
  signCheckpoint,
} from '../../server/public-log/proof-primitives.ts';

/** The test vectors of the protocol's documentation. */
export function readVectors<Vectors>(): Vectors {
  const file = new URL('../../domain/packproof/vectors.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors;
}
