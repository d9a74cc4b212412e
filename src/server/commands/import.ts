import { dayOf } from '#domain/day.ts';
import { spreadBill, type PackCost } from '#domain/intake-bill.ts';
import { ZERO } from '#domain/money.ts';
import { importCards } from '../prices/import-cards.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { importPacks } from '../stock/import-packs.ts';
import { importPhotographs } from '../stock/import-photographs.ts';
import { CARD_SOURCES } from '../catalogue/import/read-card.ts';
import { openSourceFile, readCardFiles, SOURCE_GAMES } from '../catalogue/import/read-cards.ts';
import { readPacks, type PackFile } from '../stock/import/read-packs.ts';
import { inLongTransaction } from '#engine/database.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { progressOf, photographsOf } from './progress-of.ts';
import { readCad, readOptions, takeWords, oneOf } from './words.ts';

const OF_INTAKE = ['--cost', '--cost-tax', '--invoice', '--supplier'];

/** What all packs of a file cost together, and who supplied them. Null and undefined: the options don't say so. */
type Bill = { cost: PackCost | null; supplier: string | undefined };

function billOf(options: Record<string, string>): Bill {
  const {
    '--cost': cost,
    '--cost-tax': tax,
    '--invoice': invoice,
    '--supplier': supplier,
  } = options;
  if (cost !== undefined) {
    const amount = readCad('--cost', cost);
    return {
      cost: { amount, tax: tax === undefined ? ZERO : readCad('--cost-tax', tax), invoice },
      supplier,
    };
  }
  if (tax !== undefined || invoice !== undefined) {
    throw new WrongUsage('--cost-tax and --invoice need --cost.');
  }
  return { cost: null, supplier };
}

function withBill(file: PackFile, { cost, supplier }: Bill): PackFile {
  const packs =
    supplier === undefined ? file.packs : file.packs.map((pack) => ({ ...pack, supplier }));
  return { ...file, packs: cost === null ? packs : spreadBill(packs, cost) };
}

export const IMPORT: Commands = {
  'import cards': onShop(
    `  import cards FILE... --game ${SOURCE_GAMES.join('|')} --source ${CARD_SOURCES.join('|')}
                                              cards and prices from files of a public source`,
    (words) => {
      const { rest, options } = readOptions(words, ['--game', '--source']);
      const id = oneOf('--game', SOURCE_GAMES, options['--game']);
      const source = oneOf('--source', CARD_SOURCES, options['--source']);
      if (rest.length === 0) throw new WrongUsage('FILE is missing.');
      return async (context, { say, out }) => {
        const game = context.settings.games().find((one) => one.id === id);
        if (game === undefined) throw new Refused(`The shop has no game ${id}.`);
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
    `  import packs FILE [--cost CAD] [--cost-tax CAD] [--invoice NUMBER] [--supplier NAME]
                                              sealed packs from JSON lines, plain or .gz; --cost is what all of
                                              them cost together, before taxes`,
    (words) => {
      const { rest, options } = readOptions(words, OF_INTAKE);
      const [file] = takeWords(rest, ['FILE']);
      const bill = billOf(options);
      return async (_context, { say, warn, out }, asOwner) => {
        const read = withBill(readPacks(file!, openSourceFile(file!)), bill);
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
      const [folder] = takeWords(words, ['FOLDER']);
      return async (context, { say, warn, out }) => {
        const { stored, refused } = await importPhotographs(context.db, folder!, {
          show: photographsOf(out),
          refuse: (problem) => warn(problem.message),
        });
        say(`${stored} photographs kept.`);
        if (refused > 0) throw new Refused(`${refused} can't be taken.`);
      };
    },
  ),
};
