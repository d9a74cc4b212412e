// Durations counted by upper bound, and what can be told of them: the same as Prometheus tells.

/** Counts of durations: as many as there are bounds, and one more for those above the last. */
export type Counts = ArrayLike<number>;

/** The place where a duration is counted: the first bound that isn't below it. */
export function placeOf(bounds: readonly number[], seconds: number): number {
  let at = 0;
  while (at < bounds.length && seconds > bounds[at]!) at += 1;
  return at;
}

/**
 * A quantile of what was counted, interpolated within its bucket as Prometheus' `histogram_quantile` does. Above the last bound it is
 * that bound. Null: nothing was counted.
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
