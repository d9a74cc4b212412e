// Records the figures of a run line by line, and makes a table of them. docs/reliability.md contains a part of such a
// table.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const LINES = '.cache/drill.jsonl';

const COLUMNS = {
  failure: 'failure',
  away: 'seconds without a sale',
  sold: 'sold',
  compared: 'answers compared',
  lost: 'lost',
  doubled: 'twice',
  later: 'told "later"',
  faults: 'other 5xx of the shop',
  balancer: 'the balancer said',
  unreached: 'no response',
  pages: 'pages failed',
  audit: 'audit',
} as const;

export type Line = Record<keyof typeof COLUMNS, string>;

export function beginTable(): void {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(LINES, '');
}

export function report(line: Line): void {
  appendFileSync(LINES, `${JSON.stringify(line)}\n`);
  process.stdout.write(
    `\n${Object.entries(COLUMNS)
      .map(([key, title]) => `${title}: ${line[key as keyof Line]}`)
      .join(', ')}\n`,
  );
}

/** The table as Markdown. Empty if no failure ran. */
export function table(): string {
  const lines = readFileSync(LINES, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Line);
  if (lines.length === 0) return '';
  const rowOf = (values: string[]) => `| ${values.join(' | ')} |`;
  const keys = Object.keys(COLUMNS) as (keyof Line)[];
  return [
    rowOf(keys.map((key) => COLUMNS[key])),
    rowOf(keys.map(() => '---')),
    ...lines.map((line) => rowOf(keys.map((key) => line[key]))),
  ].join('\n');
}
