// A histogram of durations, counted by upper bound. Its quantiles equal those of Prometheus.

/** Counts of durations: one for each bound, and one more for durations above the last bound. */
export type Counts = ArrayLike<number>;

/** The index of the count for a duration. It is the index of the first bound that isn't below the duration. */
export function placeOf(bounds: readonly number[], seconds: number): number {
  let at = 0;
  while (at < bounds.length && seconds > bounds[at]!) at += 1;
  return at;
}

/**
 * A quantile, interpolated within its bucket as by Prometheus' `histogram_quantile`. A quantile above the last bound
 * is reported as that bound. Null if nothing was counted.
 */
export function quantileOf(
  quantile: number,
  bounds: readonly number[],
  counts: Counts,
): number | null {
  let total = 0;
  for (let at = 0; at <= bounds.length; at += 1) total += counts[at]!;
  if (total === 0) return null;
  const rank = quantile * total;
  let below = 0;
  for (const [at, bound] of bounds.entries()) {
    const here = counts[at]!;
    if (below + here >= rank && here > 0) {
      const from = at === 0 ? 0 : bounds[at - 1]!;
      return from + ((bound - from) * (rank - below)) / here;
    }
    below += here;
  }
  return bounds.at(-1)!;
}
