// How the shop describes the finish of a card.
import type { Finish } from '#domain/card.ts';

/** The sell dialog's chip. */
export const FINISH_WORDS: Record<Finish, string> = {
  normal: 'Regular',
  foil: 'Foil',
  'reverse-foil': 'Reverse Foil',
};
