import { readManifest, readTicket } from './log-objects.ts';
import { readProofFile } from './proof-file.ts';

/** Which pack a proof is of, and who sold it. Throws where the file is no proof at all. */
export function aboutProof(written: string): { words: string; shop?: string } {
  const proof = readProofFile(written);
  try {
    const { shop, packType, number } = readManifest(proof.manifest);
    const { place } = readTicket(proof.ticket);
    return { shop, words: `Place ${place} of drop ${number} of ${packType}, sold by ${shop}` };
  } catch {
    // Which of its objects can't be read is what a check says.
    return { words: 'A proof that does not say of which pack it is' };
  }
}
