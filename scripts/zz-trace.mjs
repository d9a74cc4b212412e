import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from './find-chromium.ts';
const { executablePath, args, env } = await findChromium();
const b = await chromium.launch({
  executablePath,
  args: [...args, '--remote-debugging-port=4219'],
  env: { ...process.env, ...env },
});
const r = await lighthouse(process.argv[2], {
  port: 4219,
  logLevel: 'error',
  onlyCategories: ['performance'],
});
await b.close();
const { lhr, artifacts } = r;
const v = (k) => lhr.audits[k]?.numericValue;
console.log(
  'perf',
  lhr.categories.performance.score,
  'fcp',
  v('first-contentful-paint'),
  'lcp',
  v('largest-contentful-paint'),
  'tbt',
  v('total-blocking-time'),
  'si',
  v('speed-index'),
  'bench',
  lhr.environment.benchmarkIndex,
);
const m = lhr.audits.metrics.details.items[0];
console.log(
  'observed fcp',
  m.observedFirstContentfulPaint,
  'lcp',
  m.observedLargestContentfulPaint,
  'load',
  m.observedLoad,
);
const lcp = Object.values(lhr.audits).find((a) => a.id === 'lcp-breakdown-insight');
console.log(JSON.stringify(lcp?.details?.items ?? null).slice(0, 700));
const ev = (artifacts.Trace ?? artifacts.traces.defaultPass).traceEvents;
const nav = ev
  .filter(
    (e) =>
      e.name === 'navigationStart' &&
      e.args?.data?.documentLoaderURL?.startsWith(process.argv[2].slice(0, 21)),
  )
  .at(-1);
const tasks = ev.filter(
  (e) =>
    e.ph === 'X' &&
    e.pid === nav.pid &&
    e.tid === nav.tid &&
    /RunTask$/.test(e.name) &&
    e.dur > 9000 &&
    e.ts > nav.ts,
);
for (const t of tasks) {
  const inner = ev
    .filter(
      (e) =>
        e.ph === 'X' &&
        e.pid === t.pid &&
        e.tid === t.tid &&
        e.ts >= t.ts &&
        e.ts + e.dur <= t.ts + t.dur &&
        e !== t &&
        e.dur > 1500 &&
        !/RunTask/.test(e.name),
    )
    .sort((x, y) => y.dur - x.dur)
    .slice(0, 7);
  console.log(
    ((t.ts - nav.ts) / 1000).toFixed(0).padStart(6),
    (t.dur / 1000).toFixed(1).padStart(6),
    'cpu',
    ((t.tdur ?? 0) / 1000).toFixed(1),
    inner
      .map(
        (e) =>
          `${e.name}${e.args?.data?.url ? '(' + e.args.data.url.split('/').pop().slice(0, 16) + ')' : ''}:${(e.dur / 1000).toFixed(0)}`,
      )
      .join(' '),
  );
}
