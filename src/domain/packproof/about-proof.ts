import { readManifest, readTicket } from './log-objects.ts';
import { readProofFile } from './proof-file.ts';

export type About = { place: number; number: number; packType: string; shop: string };

/**
 * The pack that a proof is about, and its seller. Undefined if an object in the proof can't be read. Throws if the
 * file is no proof at all.
 */
export function aboutProof(written: string): About | undefined {
  const proof = readProofFile(written);
  try {
    const { shop, packType, number } = readManifest(proof.manifest);
    const { place } = readTicket(proof.ticket);
    return { place, number, packType, shop };
  } catch {
    // The checks report which object can't be read.
    return undefined;
  }
}

/**
 * Words for the pack that a proof is about. `typeName` is the pack type's name, if the caller knows it, because a
 * proof has only the id of the pack type.
 */
export function aboutWords(about: About | undefined, typeName?: string): string {
  if (about === undefined) return 'A proof that does not say of which pack it is';
  const { place, number, packType, shop } = about;
  return `Place ${place} of drop ${number} of ${typeName ?? packType}, sold by ${shop}`;
}
