import { onShop, type Commands } from './command.ts';
import { takeWords } from './words.ts';

export const MIGRATE: Commands = {
  migrate: onShop(
    `  migrate                                     bring the database up to this version`,
    (words) => {
      takeWords(words, []);
      return async (_context, { say }) => say('The database is up to date.');
    },
  ),
};
