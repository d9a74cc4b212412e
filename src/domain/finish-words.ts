import type { Finish } from './card.ts';

/** The name of a finish on every screen, for every game (choice 574). */
export const FINISH_WORDS: Record<Finish, string> = {
  normal: 'Non-Foil',
  foil: 'Foil',
  'reverse-foil': 'Reverse Foil',
};

/** How a card is printed: "Starlight Rare, Foil". Distinguishes the card from others with its name and number. */
export function printingWords(card: { nativeRarity: string; finish: Finish }): string {
  const { nativeRarity, finish } = card;
  return finish === 'normal' ? nativeRarity : `${nativeRarity}, ${FINISH_WORDS[finish]}`;
}
