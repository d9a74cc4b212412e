import type { GameId } from '#domain/game.ts';
import { useGameName } from './games.ts';

/** The name of a game. */
export function GameName({ id }: { id: GameId }) {
  return useGameName()(id);
}
