import { readManifest, readTicket } from './log-objects.ts';
import { readProofFile } from './proof-file.ts';

export type About = { place: number; number: number; packType: string; shop: string };

/** Which pack a proof is of, and who sold it; undefined where it does not say. Throws where the file is no proof at all. */
export function aboutProof(written: string): About | undefined {
  const proof = readProofFile(written);
  try {
    const { shop, packType, number } = readManifest(proof.manifest);
    const { place } = readTicket(proof.ticket);
    return { place, number, packType, shop };
  } catch {
    // Which of its objects can't be read is what a check says.
    return undefined;
  }
}

/** `typeName`: what the pack type is called, where somebody knows it. A proof has its id alone. */
export function aboutWords(about: About | undefined, typeName?: string): string {
  if (about === undefined) return 'A proof that does not say of which pack it is';
  const { place, number, packType, shop } = about;
  return `Place ${place} of drop ${number} of ${typeName ?? packType}, sold by ${shop}`;
}
