// Prints what a test measured: one line as soon as it is known, and a table at the end of the run.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const FIGURES_FILE = '.cache/faults.jsonl';

type Line = { id: string; what: string; figures: string[] };

export function beginFigures(): void {
  writeFileSync(FIGURES_FILE, '');
}

/** Records that all figures from here on were measured on this Postgres. */
export function beginFiguresOf(server: string): void {
  appendFileSync(FIGURES_FILE, `${JSON.stringify({ server })}\n`);
}

/** Prints what a test measured, in one line. `id` is the measurement's number in docs/reliability.md. */
export function report(id: string, what: string, figures: string[]): void {
  const line: Line = { id, what, figures };
  process.stdout.write(`\n${id} ${what}: ${figures.join(', ')}\n`);
  appendFileSync(FIGURES_FILE, `${JSON.stringify(line)}\n`);
}

/** All lines of a run as a Markdown table, ordered by their numbers, with a column for each Postgres. */
export function tableOfFigures(): string {
  const servers: string[] = [];
  const rows = new Map<string, { line: Line; measured: string[] }>();
  for (const text of readFileSync(FIGURES_FILE, 'utf8').split('\n').filter(Boolean)) {
    const line = JSON.parse(text) as Line | { server: string };
    if ('server' in line) {
      servers.push(line.server);
      continue;
    }
    const name = `${line.id} ${line.what}`;
    const row = rows.get(name) ?? { line, measured: [] };
    const at = servers.length - 1;
    row.measured[at] = [row.measured[at] ?? [], ...line.figures].flat().join(', ');
    rows.set(name, row);
  }
  const columns = ['test', 'fault', ...servers];
  return [
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...[...rows.values()]
      .toSorted((a, b) => Number(a.line.id.slice(1)) - Number(b.line.id.slice(1)))
      .map(({ line: { id, what }, measured }) =>
        ['', id, what, ...servers.map((_server, at) => measured[at] ?? ''), ''].join(' | ').trim(),
      ),
  ].join('\n');
}

/** Formats a number with separators: 1234.5 gives "1,235". */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The value below which this share of the values lies. 0 if there are no values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Counts how often each value occurs, for example "200 ×12, 503 ×3". */
export function tally(values: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, times]) => `${value} ×${count(times)}`)
    .join(', ');
}
