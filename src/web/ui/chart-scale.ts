// The scale of a bar chart, in round numbers that are easy to read.
import { decimalOf, decimalText } from '#domain/decimals.ts';

/** Gridlines above the zero line. */
const STEPS = 3;
const ROUND = [1, 2, 2.5, 5, 10];

/** The values of the gridlines from 0 up, in cents; the last is at least `most`, which must be above 0. */
export function gridlines(most: number): number[] {
  const least = most / STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = Math.ceil(
    ROUND.map((factor) => factor * magnitude).find((one) => one >= least) ?? 10 * magnitude,
  );
  return Array.from({ length: STEPS + 1 }, (_none, at) => at * step);
}

/** "20" or "0.50": a gridline's amount without the currency, which is in the chart's title. */
export function gridLabel(cents: number): string {
  return cents % 100 === 0 ? String(decimalOf(cents)) : decimalText(cents);
}
