import { GAMES, GAME_NAMES, type Game } from '#domain/card.ts';

export const GAME_OPTIONS = [
  { value: '', label: 'All packs' },
  ...GAMES.map((game) => ({ value: game, label: GAME_NAMES[game] })),
];

/** The game that `?game=` names. */
export function gameOf(search: Record<string, unknown>): { game?: Game } {
  const game = GAMES.find((one) => one === search['game']);
  return game === undefined ? {} : { game };
}
