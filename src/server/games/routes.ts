import type { Route } from '../http/handler.ts';
import { changeGame, createGame, deleteGame, listGames } from './edit-games.ts';

export const gamesRoutes: Route[] = [listGames, createGame, changeGame, deleteGame];
