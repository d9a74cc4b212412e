// Numbers that any other implementation comes to as well; and what the server makes proofs of and signs with.
import { readFileSync } from 'node:fs';

export {
  newSigner,
  proofPrimitives,
  signCheckpoint,
} from '../../server/public-log/proof-primitives.ts';

/** Those of the protocol's own page. */
export function readVectors<Vectors>(): Vectors {
  const file = new URL('../../domain/packproof/vectors.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors;
}
