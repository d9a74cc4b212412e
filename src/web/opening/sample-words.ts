/** Says how many of the counted packs contain a better card, so that visitors see how ordinary the sample is. */
export function betterPacksWords(packs: number, better: number): string {
  if (better === 0) return 'No pack here holds a better card.';
  return `About 1 in ${Math.round(packs / better)} packs holds a better card.`;
}
