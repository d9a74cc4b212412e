// The sentence about sealed packs. All pages, mails and texts of the shop use it (choice 781).
import type { SealKind } from './seal-kind.ts';

/** The kinds of packs, in the words in which operators choose them. */
export const SEAL_KIND_WORDS: Record<SealKind, string> = {
  resealed: 'opened, recorded and sealed again by us',
  assembled: 'put together by us from single cards',
};

const SENTENCES: Record<SealKind, string> = {
  resealed:
    'We open each pack once to record its cards, and seal it again with our own numbered seal: that seal is what “sealed” means here.',
  assembled:
    'We put each pack together from single cards, record them, and seal it with our own numbered seal: that seal is what “sealed” means here.',
};
const OF_EITHER_KIND =
  'A sealed pack has our own numbered seal, and its page says how it was filled: opened once by us to record its cards, or put together by us from single cards.';

/** The sentence about packs of these kinds. */
export function sealSentence(kinds: readonly SealKind[]): string {
  const [first, ...others] = kinds;
  const isOne = first !== undefined && others.every((kind) => kind === first);
  return isOne ? SENTENCES[first] : OF_EITHER_KIND;
}
