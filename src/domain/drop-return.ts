// Compares what the packs of a drop were designed to return with what its opened ones return.
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
  /** The mean of the opened ones. Null if none is open. */
  actual: Cents | null;
  /** Where the mean of as many packs lies by chance alone in 95 of 100 drops like this. Null if none is open. */
  chance: { low: Cents; high: Cents } | null;
  /** Whether chance alone explains the difference. */
  isWithinChance: boolean;
};

/** How many standard errors around its mean 95 % of a normal distribution lie within. */
const STANDARD_ERRORS_95 = 1.96;

/**
 * The interval is computed from the sealed contents themselves, so that it needs no assumption about how they are
 * filled (choice 967). The packs of a drop come in a random order that nobody chose, so the `n` opened ones of its `N` packs are a
 * simple random sample without replacement. Its mean has the expectation of the whole drop's mean `m`, and the variance
 * `s²/n · (N − n)/(N − 1)`, where `s²` is the variance of all packs' values: the more are open, the narrower it gets,
 * and once all are, the mean is `m` exactly. The interval is `m ± 1.96` of its square root, by the normal
 * approximation. Of fewer than about thirty opened packs with a few very valuable ones among many, means are skewed:
 * they lie outside somewhat more often than in 5 of 100, mostly below.
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
    // A mean is compared before rounding; half a cent is no difference.
    isWithinChance: actual >= low - 0.5 && actual <= high + 0.5,
  };
}
