import { GAMES } from '#domain/card.ts';
import { dayOf } from '#domain/day.ts';
import { importCards } from '../prices/import-cards.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { importPacks } from '../stock/import-packs.ts';
import { importPhotographs } from '../stock/import-photographs.ts';
import { CARD_SOURCES } from '../catalogue/import/read-card.ts';
import { openSourceFile, readCardFiles } from '../catalogue/import/read-cards.ts';
import { readPacks } from '../stock/import/read-packs.ts';
import { inLongTransaction } from '#engine/database.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { progressOf, photographsOf } from './progress-of.ts';
import { readOptions, take, oneOf } from './words.ts';

export const IMPORT: Commands = {
  'import cards': onShop(
    `  import cards FILE... --game magic|pokemon|yugioh --source scryfall|mtgjson|pokemontcg|ygoprodeck
                                              cards and prices from files of a public source`,
    (words) => {
      const { rest, options } = readOptions(words, ['--game', '--source']);
      const game = oneOf('--game', GAMES, options['--game']);
      const source = oneOf('--source', CARD_SOURCES, options['--source']);
      if (rest.length === 0) throw new WrongUsage('FILE is missing.');
      return async (context, { say, out }) => {
        const observedOn = dayOf(context.now());
        const cards = readCardFiles({ files: rest, source, game, observedOn });
        const show = progressOf('Cards', cards.length, out);
        const counts = await inLongTransaction(context.db, async (db) => {
          const imported = await importCards(db, cards, context.config, show);
          await refreshPotentialHits(db);
          return imported;
        });
        say(
          `${counts.cards} cards read, ${counts.newCards} of them new; ${counts.newPrices} new prices.`,
        );
      };
    },
  ),

  'import packs': onShop(
    `  import packs FILE                           sealed packs from JSON lines, plain or .gz`,
    (words) => {
      const [file] = take(words, ['FILE']);
      return async (_context, { say, warn, out }, asOwner) => {
        const read = readPacks(file!, openSourceFile(file!));
        for (const { id, originalPrice } of read.packTypes) {
          if (typeof originalPrice === 'number')
            warn(`The originalPrice of ${id} is dropped: it comes from the price history.`);
        }
        const show = progressOf('Packs', read.packs.length, out);
        const counts = await asOwner((owner) =>
          inLongTransaction(owner, (db) => importPacks(db, read, show)),
        );
        const types = counts.packTypes === 0 ? '' : `, ${counts.packTypes} pack types`;
        const { newPacks, knownPacks, waitingPacks } = counts;
        say(`${newPacks} packs taken in, ${knownPacks} known before${types}.`);
        if (waitingPacks > 0) {
          say(`${waitingPacks} of the new ones wait: a drop of their type is on sale.`);
        }
      };
    },
  ),

  'import photographs': onShop(
    `  import photographs FOLDER                   of cards in packs, secret until these are opened; A-0001_3.jpg is the
                                              third card of the pack with the serial A-0001`,
    (words) => {
      const [folder] = take(words, ['FOLDER']);
      return async (context, { say, warn, out }) => {
        const { kept, refused } = await importPhotographs(context.db, folder!, {
          show: photographsOf(out),
          refuse: (problem) => warn(problem.message),
        });
        say(`${kept} photographs kept.`);
        if (refused > 0) throw new Refused(`${refused} can't be taken.`);
      };
    },
  ),
};
