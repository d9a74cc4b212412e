import type { PriceRun } from '../prices/refresh-prices.ts';
import { Refused, type Speaking } from './command.ts';

/**
 * Prints the result of each price source. If a source failed, throws Refused. If `runs` is null, another process is
 * refreshing the prices.
 */
export function tellRuns(runs: PriceRun[] | null, { say, warn }: Speaking): void {
  if (runs === null) throw new Refused('Another process is refreshing the prices.');
  if (runs.length === 0) say('Nothing is due.');
  for (const { source, error, cards, newPrices, heldBack } of runs) {
    if (error !== null) warn(`${source}: ${error}`);
    else say(`${source}: ${cards} cards, ${newPrices} new prices, ${heldBack} held back.`);
  }
  const failed = runs.filter((run) => run.error !== null).length;
  if (failed > 0) {
    throw new Refused(`${failed} of ${runs.length} failed; their last known prices stay.`);
  }
}
