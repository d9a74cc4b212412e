// Compares the mean value of all packs of a drop with the mean value of its opened packs.
import { toCents, type Cents } from './money.ts';

/** The credit values of a drop's packs, at the prices of one day. */
export type DropValues = {
  packs: number;
  opened: number;
  /** The sum of the credit values of all packs, and the sum of their squares. */
  designedSum: Cents;
  designedSquares: number;
  openedSum: Cents;
};

export type DropReturn = {
  /** The mean credit value of all packs, in cents. */
  designed: Cents;
  /** The mean credit value of the opened packs. Null if none is open. */
  actual: Cents | null;
  /**
   * The range in which the mean of that many opened packs lies in 95 of 100 such drops, by chance alone. Null if no
   * pack is open.
   */
  chance: { low: Cents; high: Cents } | null;
  /** Whether chance alone explains the difference between the two means. */
  isWithinChance: boolean;
};

/** 95 % of a normal distribution lie within this many standard errors of its mean. */
const STANDARD_ERRORS_95 = 1.96;

/**
 * The interval is computed from the sealed contents themselves, so it needs no assumption about how packs are filled
 * (choice 967). The packs of a drop come in a random order that nobody chose, so the `n` opened ones of its `N` packs
 * are a simple random sample without replacement. The expected mean of the sample is the whole drop's mean `m`. The
 * variance of that mean is `s²/n · (N − n)/(N − 1)`, where `s²` is the variance of all packs' values. It falls with
 * each opened pack; once all are open, the mean is exactly `m`. The interval is `m ± 1.96` times the square root of
 * this variance, by the normal approximation. If fewer than about thirty packs are open and a few of the drop are very
 * valuable, the distribution is skewed: the mean then lies outside the interval in somewhat more than 5 of 100 drops,
 * mostly below it.
 */
export function returnOfDrop(values: DropValues): DropReturn {
  const { packs, opened, designedSum, designedSquares, openedSum } = values;
  const mean = designedSum / packs;
  const designed = toCents(Math.round(mean));
  if (opened === 0) return { designed, actual: null, chance: null, isWithinChance: true };
  const variance = Math.max(0, designedSquares / packs - mean * mean);
  const isWhole = packs === opened;
  const error = isWhole ? 0 : Math.sqrt((variance / opened) * ((packs - opened) / (packs - 1)));
  const low = mean - STANDARD_ERRORS_95 * error;
  const high = mean + STANDARD_ERRORS_95 * error;
  const actual = openedSum / opened;
  return {
    designed,
    actual: toCents(Math.round(actual)),
    chance: { low: toCents(Math.max(0, Math.floor(low))), high: toCents(Math.ceil(high)) },
    // The unrounded mean is compared, with a tolerance of half a cent.
    isWithinChance: actual >= low - 0.5 && actual <= high + 0.5,
  };
}
