// Writes the stored proof of a pack (docs/examples/proof) again. The bytes stay the same until a format changes.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  proofFiles,
  STORED_PROOF,
  storedProof,
  writeFiles,
} from '../src/testing/proofs/proof-folder.ts';

for (const path of storedProof().keys()) rmSync(join(STORED_PROOF, path));
writeFiles(STORED_PROOF, proofFiles());
