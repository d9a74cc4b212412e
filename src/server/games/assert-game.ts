import { notOneOf, type GameId } from '#domain/game.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';

/** Rejects a game that the shop does not have. `path` names the field in the request. */
export function assertGame(
  { settings }: Pick<Context, 'settings'>,
  game: GameId | null | undefined,
  path = 'game',
): void {
  const games = settings.games();
  if (game === null || game === undefined || games.some(({ id }) => id === game)) return;
  throw Rejection.ofField(path, notOneOf(games));
}
