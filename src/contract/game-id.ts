// The id of a game, in requests and replies. Which games there are is data: `GET /config` lists them, and the server
// refuses any other (choice 999).
import * as z from 'zod/mini';
import { GAME_ID_FORM } from '#domain/game.ts';
import { nameShapes } from './names.ts';

const MESSAGE =
  'game must be an id such as one-piece: 2 to 32 small letters, digits and hyphens, a letter first';

export const gameId = z.string(MESSAGE).check(z.regex(GAME_ID_FORM, MESSAGE));

nameShapes({ GameId: gameId });
