// Defines when one of the shop's important endpoints counts as slow. `deploy/prometheus/rules.yaml` has the same
// definition for Prometheus.

/** The number of seconds over which the median duration is measured. */
export const SLOW_WINDOW_S = 5 * 60;
/**
 * The minimum number of requests for a median. A single request, such as the first request of the day, may be slow
 * by chance.
 */
export const SLOW_REQUESTS_LEAST = 3;
/** An endpoint is slow only if its median is above this number of seconds. */
export const SLOW_MEDIAN_S = 0.05;
/** An endpoint is slow only if its median is also above this many times its median of the day before. */
export const SLOW_TIMES = 3;
/** The number of seconds for which an endpoint must be slow before there is an alert. */
export const SLOW_FOR_S = 3 * 60;
/**
 * The length of the day before, which began two days ago and ended a day ago. The last 24 hours are excluded, so
 * that a slow endpoint is not compared with itself. Yesterday's same minutes alone may hold a fault.
 */
export const DAY_S = 86_400;

/** Upper bounds of the histogram of durations, in seconds. */
export const ENDPOINT_BOUNDS_S = [
  0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

/**
 * Whether a median over five minutes is slow. `dayBefore` is the usual median, or null if there is none. Both are in
 * seconds.
 */
export function isSlow(median: number, dayBefore: number | null): boolean {
  return median > SLOW_MEDIAN_S && (dayBefore === null || median > SLOW_TIMES * dayBefore);
}
