// Converts real scrapes to samples for the shop's own alerts, and to series for Prometheus' rules.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Sample } from '../server/metrics/conditions.ts';
import { promtool } from './promtool.ts';

const RULES = resolve(import.meta.dirname, '../../deploy/prometheus/rules.yaml');

/** The samples of a scrape in Prometheus' text format. */
export function readScrape(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inside = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
      const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(
          labels.map(([, label, written]) => [label!, written!.replaceAll(/\\(.)/g, '$1')]),
        ),
        value: Number(value),
      };
    });
}

/**
 * The samples of a shop over time, one set a minute. The first sets are those of the scrapes. The later sets are
 * extrapolated from the last two scrapes.
 */
export type Course = { scrapes: Sample[][]; scrapedAt: Date };

/**
 * Compares Prometheus' alerts after `minutes` with `fires`, and ignores the alerts in `leftOut`. Returns promtool's
 * complaints. The result is empty if there are none, or if promtool isn't installed.
 */
export function promtoolOn(
  course: Course,
  { minutes, fires, leftOut }: { minutes: number; fires: string[]; leftOut: string[] },
): string {
  const others = leftOut.length === 0 ? '' : `, alertname!~"${leftOut.join('|')}"`;
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const file = join(folder, 'test.yaml');
  // The file can be written as JSON, because JSON is valid YAML.
  const content = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          { series: 'up{job="shop", instance="a"}', values: `1x${minutes}` },
          ...seriesOf(course, minutes),
        ],
        promql_expr_test: [
          {
            expr: `count by (alertname) (ALERTS{alertstate="firing"${others}})`,
            eval_time: `${minutes}m`,
            exp_samples: fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  try {
    writeFileSync(file, JSON.stringify(content));
    return promtool(['test', 'rules', file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seriesOf({ scrapes, scrapedAt }: Course, minutes: number) {
  const courses = new Map<string, (number | null)[]>();
  for (const [at, scrape] of scrapes.entries()) {
    for (const sample of scrape) {
      const name = seriesName(sample);
      const values = courses.get(name) ?? scrapes.map(() => null);
      // The clock of a rules test runs from 0 to its last minute.
      const isInstant = sample.name.endsWith('_timestamp_seconds');
      values[at] = isInstant
        ? sample.value - scrapedAt.getTime() / 1000 + minutes * 60
        : sample.value;
      courses.set(name, values);
    }
  }
  return [...courses].map(([series, values]) => {
    const told = values.map((value) => (value === null ? '_' : String(value)));
    const [last, before] = [values.at(-1) ?? null, values.at(-2) ?? null];
    const grows = last === null || before === null ? 0 : Math.max(0, last - before);
    const isCounter = /_(?:total|count|sum|bucket)\{/.test(series);
    const more = minutes - values.length;
    const rest =
      last === null
        ? `_x${more}`
        : `${last + (isCounter ? grows : 0)}+${isCounter ? grows : 0}x${more}`;
    return { series, values: [...told, rest].join(' ') };
  });
}

/**
 * Returns the name of a series in Prometheus. Prometheus itself sets `job` and `instance`, and renames the shop's own
 * label `job`.
 */
function seriesName({ name, labels }: Sample): string {
  const own = Object.entries(labels).map(
    ([label, value]) => `${label === 'job' ? 'exported_job' : label}=${JSON.stringify(value)}`,
  );
  return `${name}{job="shop", instance="a"${own.map((one) => `, ${one}`).join('')}}`;
}
