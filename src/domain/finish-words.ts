import type { Finish } from './card.ts';

/** The one name of a finish, on every screen and in every game (choice 574). */
export const FINISH_WORDS: Record<Finish, string> = {
  normal: 'Non-Foil',
  foil: 'Foil',
  'reverse-foil': 'Reverse Foil',
};
