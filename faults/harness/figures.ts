// What a test measured: one line when it is known, and a table when all are done.
import { appendFileSync, readFileSync } from 'node:fs';

export const FIGURES_FILE = '.cache/faults.jsonl';

type Line = { id: string; what: string; figures: string[] };

/** Says what a test measured, in one line. `id` is its number in docs/reliability.md. */
export function report(id: string, what: string, figures: string[]): void {
  const line: Line = { id, what, figures };
  process.stdout.write(`\n${id} ${what}: ${figures.join(', ')}\n`);
  appendFileSync(FIGURES_FILE, `${JSON.stringify(line)}\n`);
}

/** All lines of a run as a table in Markdown, in the order of their numbers. */
export function tableOfFigures(): string {
  const lines = readFileSync(FIGURES_FILE, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line)
    .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  return [
    '| test | fault | measured |',
    '|---|---|---|',
    ...lines.map(({ id, what, figures }) => `| ${id} | ${what} | ${figures.join(', ')} |`),
  ].join('\n');
}

/** 1234.5 -> "1,235". */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The value below which a share of the values lies; 0 where there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How many of each: "200 ×12, 503 ×3". */
export function tally(values: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, times]) => `${value} ×${count(times)}`)
    .join(', ');
}
