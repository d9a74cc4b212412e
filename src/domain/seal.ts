// Explains the word "sealed". The shop uses the same sentence for all its packs (choice 781).

/**
 * The shop opens each pack once, records its cards, and seals it again under its own number. So the shop must never
 * claim that a pack is as its maker sealed it, or that nobody knows its contents.
 */
export function sealSentence(): string {
  return 'We open each pack once to record its cards, and seal it again with our own numbered seal: that seal is what “sealed” means here.';
}
