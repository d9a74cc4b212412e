// Generates `deploy/prometheus/rules.yaml` from the table of conditions.
import {
  CONDITIONS,
  RECORDED,
  type Condition,
  type Reading,
} from '../server/metrics/conditions.ts';

const HEAD = `# What calls somebody (docs/operators.md, "Alerts"). Made of src/server/metrics/conditions.ts: change it there, and then
# \`npx vitest run --project unit src/server/metrics/rules-file --update\`. \`promtool check rules rules.yaml\` and
# \`promtool test rules rules.test.yaml rules-days.test.yaml\` try it. The job that fetches /metrics is called "shop". The external label "docs" says
# where your copy of docs/ can be read (prometheus.yaml).
groups:
  - name: shop
    rules:
`;

export function rulesFile(): string {
  const recorded = RECORDED.map(({ record, expression, why }) =>
    [`      - record: ${record}`, `        # ${why}`, exprOf(expression)].join('\n'),
  );
  return `${HEAD}${[...recorded, ...CONDITIONS.map(ruleOf)].join('\n')}\n`;
}

function ruleOf({ name, severity, forSeconds, when, summary, why }: Condition): string {
  return [
    `      - alert: ${name}`,
    ...(why === undefined ? [] : [`        # ${why}`]),
    exprOf('reading' in when ? expressionOf(when.reading) : when.expression),
    ...(forSeconds === 0 ? [] : [`        for: ${durationOf(forSeconds)}`]),
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: ${quoted(summary)}`,
    `          runbook_url: '{{ $externalLabels.docs }}/operators.md#${name.toLowerCase()}'`,
  ].join('\n');
}

/** Writes a condition's reading as a Prometheus expression. */
function expressionOf({ metric, where = {}, except = {}, of, as, is, than }: Reading): string {
  const labels = [
    ...Object.entries(where).map(([label, value]) => `${label}="${value}"`),
    ...Object.entries(except).map(([label, values]) => `${label}!~"${values.join('|')}"`),
  ];
  const selector = labels.length === 0 ? metric : `${metric}{${labels.join(', ')}}`;
  // All processes report the same value, so the worst of their reports is enough.
  const worst = is === 'below' ? 'min' : 'max';
  const value =
    of === 'each series' ? selector : of === 'shop' ? `${worst}(${selector})` : byLabel();
  const compared =
    as === 'ago' ? `time() - ${value}` : as === 'ahead' ? `${value} - time()` : value;
  const sign = { above: '>', below: '<', exactly: '==' }[is];
  const limit =
    typeof than === 'number'
      ? String(than)
      : `${than.share} * ${of === 'each series' ? than.metric : `${worst}(${than.metric})`}`;
  return `${compared} ${sign} ${limit}`;

  function byLabel(): string {
    const { each } = of as { each: string };
    if (each !== 'job') return `${worst} by (${each}) (${selector})`;
    // Prometheus sets its own label `job`, and renames the shop's label to `exported_job`.
    const renamed = `label_replace(${selector}, "${each}", "$1", "exported_${each}", "(.+)")`;
    return `${worst} by (${each}) (${renamed})`;
  }
}

function exprOf(expression: string): string {
  if (!expression.includes('\n'))
    return `        expr: ${expression.startsWith('(') ? quoted(expression) : expression}`;
  const lines = expression.split('\n').map((line) => `          ${line}`);
  return ['        expr: |', ...lines].join('\n');
}

function durationOf(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Quotes a text as the formatter does, which uses the kind of quotes that the text doesn't contain. */
function quoted(text: string): string {
  return text.includes("'") && !/["\\]/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll("'", "''")}'`;
}
