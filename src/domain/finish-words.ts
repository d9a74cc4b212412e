import type { Finish } from './card.ts';

/** The one name of a finish, on every screen and in every game (choice 574). */
export const FINISH_WORDS: Record<Finish, string> = {
  normal: 'Non-Foil',
  foil: 'Foil',
  'reverse-foil': 'Reverse Foil',
};

/** How a card is printed, which tells it apart from others of its name and number: "Starlight Rare, Foil". */
export function printingWords(card: { nativeRarity: string; finish: Finish }): string {
  const { nativeRarity, finish } = card;
  return finish === 'normal' ? nativeRarity : `${nativeRarity}, ${FINISH_WORDS[finish]}`;
}
