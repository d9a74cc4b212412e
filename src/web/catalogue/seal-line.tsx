// The sentence about the seals of some packs. Loaded later, because only an opened fold shows it.
import type { SealKind } from '#domain/seal-kind.ts';
import { sealSentence } from '#domain/seal.ts';

export function SealLine({ kinds }: { kinds: readonly SealKind[] }) {
  return <li>{sealSentence(kinds)}</li>;
}
