// What "sealed" means in this shop, in the same words wherever the shop says it of its packs (choice 781).

/**
 * Packs are opened once, their cards recorded, and sealed again under the shop's own number. Nowhere may the shop claim
 * more: not that a pack is as its maker sealed it, nor that nobody knows what it holds.
 */
export function sealSentence(): string {
  return 'We open each pack once to record its cards, and seal it again with our own numbered seal: that seal is what “sealed” means here.';
}
