// Writes the summary of a condition as Prometheus does, for operators who read it in the shop.
import type { Sample } from './conditions.ts';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
  [0.001, 'millisecond'],
] as const;

/** Formats a duration in the largest unit of which it has at least two, or one second: 93600 is "26 hours", 0.25 "250 milliseconds". */
function duration(seconds: number): string {
  const [length, unit] =
    UNITS.find(([size]) => Math.abs(seconds) >= (size > 1 ? 2 * size : size)) ?? UNITS[3];
  const count = Math.round(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const FORMS: Record<string, (value: number) => string> = {
  humanizeDuration: duration,
  humanizePercentage: (value) => `${Number((value * 100).toPrecision(4))}%`,
  humanize: (value) => value.toLocaleString('en-CA', { maximumSignificantDigits: 4 }),
  'printf "%.0f"': (value) => value.toFixed(0),
  'printf "%.2f"': (value) => value.toFixed(2),
};

/** Fills in the placeholders of a summary. Throws if the summary has an unknown placeholder. */
export function alertWords(summary: string, { labels, value }: Sample): string {
  return summary.replaceAll(/\{\{ (.+?) \}\}/g, (_match, inside: string) => {
    const label = /^\$labels\.(\w+)$/.exec(inside)?.[1];
    if (label !== undefined) return labels[label] ?? '';
    if (inside === '$value') return String(value);
    const form = FORMS[inside.replace(/^\$value \| /, '')];
    if (form === undefined) throw new Error(`The summary has an unknown placeholder: ${inside}`);
    return form(value);
  });
}
