// Finds the shop's rarity or finish for the word of a game in a file of cards, however the word is capitalized or spaced.
import { FINISHES, type Finish, type Rarity } from './card.ts';
import { FINISH_WORDS } from './finish-words.ts';
import type { Game } from './game.ts';

export type GameWords = Pick<Game, 'id' | 'rarities' | 'unknownRarity' | 'finishes'>;

const wordKey = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds a rarity as the game writes it, with the shop's rarity for it. Null if the game has no such word. */
export function findRarity(
  { rarities, unknownRarity }: GameWords,
  cell: string,
): { word: string; rarity: Rarity } | null {
  const known =
    rarities.find(({ word }) => word === cell) ??
    rarities.find(({ word }) => wordKey(word) === wordKey(cell));
  if (known !== undefined) return known;
  return unknownRarity === null ? null : { word: cell, rarity: unknownRarity };
}

/** Finds a finish by the game's word or the shop's. Null if there is no such finish. */
export function findFinish({ finishes }: GameWords, cell: string): Finish | null {
  const ours = FINISHES.flatMap((finish) =>
    [finish, FINISH_WORDS[finish]].map((word) => ({ word, finish })),
  );
  return [...finishes, ...ours].find(({ word }) => wordKey(word) === wordKey(cell))?.finish ?? null;
}
