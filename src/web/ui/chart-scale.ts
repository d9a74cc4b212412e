// Finds round numbers for the gridlines of a chart.
import { decimalOf, decimalText } from '#domain/decimals.ts';

/** The number of gridlines above the zero line. */
const STEPS = 3;
const ROUND = [1, 2, 2.5, 5, 10];

/** Returns the gridlines' values in cents, from 0 upwards. The last one is at least `most`, which must be above 0. */
export function gridlines(most: number): number[] {
  const least = most / STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = Math.ceil(
    ROUND.map((factor) => factor * magnitude).find((one) => one >= least) ?? 10 * magnitude,
  );
  return Array.from({ length: STEPS + 1 }, (_none, at) => at * step);
}

/** Returns the label of a gridline, such as "20" or "0.50". The chart's title names the currency. */
export function gridLabel(cents: number): string {
  return cents % 100 === 0 ? String(decimalOf(cents)) : decimalText(cents);
}
