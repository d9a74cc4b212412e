import { onShop, type Commands } from './command.ts';
import { take } from './words.ts';

export const MIGRATE: Commands = {
  migrate: onShop(
    `  migrate                                     bring the database up to this version`,
    (words) => {
      take(words, []);
      return async (_context, { say }) => say('The database is up to date.');
    },
  ),
};
