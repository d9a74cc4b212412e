import type { PriceSource } from '../prices/price-sources.ts';
import { refreshConfiguredPrices } from '../jobs/refresh-configured-prices.ts';
import { aloneAt } from '../jobs/run-job.ts';
import { onShop, type Commands, Refused } from './command.ts';
import { tellRuns } from './tell-runs.ts';
import { readOptions, takeWords } from './words.ts';

// A signal that never aborts, because a command ends only with its process.
const NEVER = new AbortController().signal;

export const PRICES: Commands = {
  'prices refresh': onShop(
    `  prices refresh [--source S]                 newest prices from the sources of PRICE_SOURCES`,
    (words) => {
      const { rest, options } = readOptions(words, ['--source']);
      takeWords(rest, []);
      const name = options['--source'];
      return async (context, terminal) => {
        const choose = (sources: PriceSource[]): PriceSource[] => {
          if (sources.length === 0) throw new Refused('PRICE_SOURCES names no price sources.');
          if (name === undefined) return sources;
          const chosen = sources.filter((one) => one.name === name || one.source === name);
          if (chosen.length === 0) throw new Refused(`There is no price source "${name}".`);
          return chosen;
        };
        const refresh = () => refreshConfiguredPrices(context, choose, NEVER);
        tellRuns(await aloneAt(context, 'refresh-prices', refresh), terminal);
      };
    },
  ),
};
