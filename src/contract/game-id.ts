// The id of a game, in requests and replies. Which games there are is data: `GET /config` lists them, and the server
// refuses any other (choice 999).
import * as z from 'zod/mini';
import { GAME_ID_FORM } from '#domain/game.ts';
import { nameShapes } from './names.ts';

export const gameId = z
  .string('game must be the id of a game')
  .check(z.regex(GAME_ID_FORM, 'game must be the id of a game'));

nameShapes({ GameId: gameId });
