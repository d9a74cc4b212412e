import { GAMES, type Finish, type Game } from '#domain/card.ts';
import type { GameWords } from '#domain/game-words.ts';
import { rarityFromSource, rarityWordsOf } from '#domain/source-rarity.ts';
import type { Database } from '#engine/database.ts';

const FINISH_WORDS: Record<Game, Record<string, Finish>> = {
  magic: { nonfoil: 'normal', foil: 'foil', etched: 'reverse-foil', glossy: 'foil' },
  pokemon: { Normal: 'normal', Holofoil: 'foil', 'Reverse Holofoil': 'reverse-foil' },
  yugioh: {},
};

/** The words of each game by its id. */
export function listGames(_db: Database): Promise<Map<string, GameWords>> {
  const games = GAMES.map((id): GameWords => ({
    id,
    rarities: rarityWordsOf(id),
    unknownRarity: rarityFromSource(id, '', ''),
    finishes: Object.entries(FINISH_WORDS[id]).map(([word, finish]) => ({ word, finish })),
  }));
  return Promise.resolve(new Map(games.map((game) => [game.id, game])));
}
