// When an endpoint that the shop lives by is slow. `deploy/prometheus/rules.yaml` says the same to Prometheus.

/** Of the answers of so many seconds the median is taken. */
export const SLOW_WINDOW_S = 5 * 60;
/** A median of fewer answers says nothing: one, the first of the day, is slow by itself. */
export const SLOW_REQUESTS_LEAST = 3;
/** It is slow above so many seconds... */
export const SLOW_MEDIAN_S = 0.05;
/** ...and above so many times the usual median of the day before. */
export const SLOW_TIMES = 3;
/** Somebody is told once it has been slow for so many seconds. */
export const SLOW_FOR_S = 3 * 60;
/** The day before begins two days ago and ends a day ago: what is slow now is no measure of itself (choice 732). */
export const DAY_S = 86_400;

/** Upper bounds of the durations that are counted, in seconds. */
export const ENDPOINT_BOUNDS_S = [
  0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

/** Whether a median of five minutes is slow. `dayBefore` null: there is none. All in seconds. */
export function isSlow(median: number, dayBefore: number | null): boolean {
  return median > SLOW_MEDIAN_S && (dayBefore === null || median > SLOW_TIMES * dayBefore);
}
