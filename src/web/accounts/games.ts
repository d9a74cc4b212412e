// The games of the shop, which come with its settings (choice 997).
import type { GameId } from '#domain/game.ts';
import { useConfig } from './config.ts';

/** Returns the games in their order. Undefined until the settings are loaded. */
function useGames(): readonly { id: GameId; name: string }[] | undefined {
  return useConfig()?.games;
}

/** Returns a function that gives a game's name. For a game that no longer exists, the function gives its id. */
export function useGameName(): (id: GameId) => string {
  const games = useGames();
  return (id) => games?.find((game) => game.id === id)?.name ?? id;
}

/** Returns the games as options of a select. */
export function useGameOptions(): { value: GameId; label: string }[] {
  return (useGames() ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

type WithGame = { game?: GameId | undefined };

/** Returns a page's search parameters. Drops `game` if the shop has no such game. */
export function useKnownGame<Search extends WithGame>(
  search: Search,
): Omit<Search, 'game'> & WithGame {
  const games = useGames();
  const { game, ...others } = search;
  const isUnknown = game !== undefined && games?.every(({ id }) => id !== game) === true;
  return isUnknown ? others : search;
}
