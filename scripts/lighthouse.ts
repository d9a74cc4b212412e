// `npm run lighthouse`: opens a demo shop and prints Lighthouse's results for the pages that most people see first,
// with the mobile preset, as medians of five runs each. Fails if a page misses its limits
// (docs/first-paint-and-motion.md). With addresses (`npm run lighthouse -- http://localhost:4000 …`) it measures the
// shops at these addresses, page by page in turn. Figures are comparable only within one run. Leaves out a page that
// one of the shops lacks, for example because it is an older version.
import { availableParallelism, cpus } from 'node:os';
import { chromium } from '@playwright/test';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { ShopError, shopClient } from '../client/src/index.ts';
import { findChromium } from './find-chromium.ts';
import { FIRST_ROUTE_KB_MOST, OWN_SCRIPT_KB_MOST } from './first-route.ts';
import { openDemoShop } from './open-demo-shop.ts';

// Set another port if two runs share a machine.
const PORT = Number(process.env['LIGHTHOUSE_PORT'] ?? 3974);
const BROWSER_PORT = PORT + 1;
const DATA_DIR = '.cache/lighthouse-shop';
const RUNS = 5;
const RECORDED_WITHIN = 3;

const PAGES = {
  home: '/',
  packs: '/packs',
  'pack detail': '/pack/magic-mid-draft',
  cards: '/cards',
  'card detail': '/card/first',
};

/** The address of a page in this shop, or null if the shop lacks the page. The id of a card differs between shops. */
async function addressOf(address: string, path: string): Promise<string | null> {
  const url = address + path;
  if (path !== '/card/first') return (await fetch(url)).ok ? url : null;
  const shelf = await shopClient({ address })
    .showCardShelf()
    .catch((error: unknown) => {
      if (error instanceof ShopError && error.isRefusal) return null;
      throw error;
    });
  return shelf === null ? null : `${address}/card/${shelf.list.cards[0]!.id}`;
}

type Figures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  scriptKb: number;
  scriptFiles: number;
};

/** The largest size of a response's headers; Lighthouse counts them with the file. */
const HEADERS_KB_MOST = 1;

type Asked = Record<keyof Figures, { least?: number; most?: number }>;

/** The limits of a page. `files` is the number of script files that the page loaded. */
const askedOf = (page: string, files: number): Asked => ({
  performance: { least: 98 },
  accessibility: { least: 100 },
  bestPractices: { least: 100 },
  seo: { least: 100 },
  lcpMs: { most: 1800 },
  tbtMs: { most: 60 },
  cls: { most: 0.01 },
  scriptKb: {
    most:
      FIRST_ROUTE_KB_MOST + (page === 'home' ? 0 : OWN_SCRIPT_KB_MOST) + files * HEADERS_KB_MOST,
  },
  scriptFiles: {},
});

type Requests = { resourceType?: string; transferSize: number }[];

function figuresOf({ lhr }: RunnerResult): Figures {
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details as { items: Requests } | undefined;
  const scripts = (details?.items ?? []).filter((one) => one.resourceType === 'Script');
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scriptKb: scripts.reduce((sum, one) => sum + one.transferSize, 0) / 1024,
    scriptFiles: scripts.length,
  };
}

/**
 * Visits a page once. Tries again if Lighthouse reports that it could not record the visit, as happens on a busy
 * machine.
 */
async function visit(url: string): Promise<RunnerResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await record(url);
    if (result.lhr.runtimeError === undefined) return result;
    if (tries === RECORDED_WITHIN) throw new Error(result.lhr.runtimeError.message);
  }
}

/** Measures with a new browser that has cached nothing of the shop. */
async function record(url: string): Promise<RunnerResult> {
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${BROWSER_PORT}`],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    const result = await lighthouse(url, { port: BROWSER_PORT, logLevel: 'error' });
    if (result === undefined) throw new Error(`Lighthouse found nothing at ${url}`);
    return result;
  } finally {
    await browser.close();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function medians(runs: Figures[]): Figures {
  const keys = Object.keys(runs[0]!) as (keyof Figures)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(runs.map((run) => run[key]))]),
  ) as Figures;
}

function missesOf(page: string, figures: Figures): string[] {
  const asked = askedOf(page, figures.scriptFiles);
  return (Object.keys(asked) as (keyof Figures)[]).filter((key) => {
    const { least = -Infinity, most = Infinity } = asked[key];
    return !(figures[key] >= least && figures[key] <= most);
  });
}

/** The audits that lowered the score, in Lighthouse's own words. */
function complaintsOf({ lhr }: RunnerResult): string[] {
  const named = ['accessibility', 'best-practices', 'seo'].flatMap(
    (category) => lhr.categories[category]?.auditRefs ?? [],
  );
  return named.flatMap(({ id, weight }) => {
    const { title = id, score = null } = lhr.audits[id] ?? {};
    // An audit without a score did not apply.
    return weight > 0 && (score ?? 1) < 1 ? [title] : [];
  });
}

function row(page: string, address: string, one: Figures): string {
  return `| ${[
    page,
    ...(addresses.length > 1 ? [address] : []),
    one.performance,
    one.accessibility,
    one.bestPractices,
    one.seo,
    `${(one.lcpMs / 1000).toFixed(2)} s`,
    `${one.tbtMs.toFixed(0)} ms`,
    one.cls.toFixed(4),
    `${one.scriptKb.toFixed(1)} KB`,
  ].join(' | ')} |`;
}

const given = process.argv.slice(2);
const shop = given.length === 0 ? await openDemoShop(PORT, DATA_DIR) : null;
const addresses = given.length === 0 ? [`http://localhost:${PORT}`] : given;
const COLUMNS =
  'page | performance | accessibility | best practices | SEO | LCP | TBT | CLS | script';
try {
  const speeds: number[] = [];
  const remarks = new Set<string>();
  const rows: string[] = [];
  for (const [page, path] of Object.entries(PAGES)) {
    const urls = await Promise.all(addresses.map((address) => addressOf(address, path)));
    if (urls.includes(null)) {
      console.error(`Not every shop has ${page}: it is left out.`);
      continue;
    }
    const results = new Map<string, RunnerResult[]>(addresses.map((address) => [address, []]));
    for (let run = 0; run < RUNS; run += 1) {
      for (const [at, seen] of [...results.values()].entries()) seen.push(await visit(urls[at]!));
    }
    for (const [address, seen] of results) {
      const figures = medians(seen.map(figuresOf));
      rows.push(row(page, address, figures));
      const misses = missesOf(page, figures);
      if (misses.length > 0) remarks.add(`${page} at ${address} misses: ${misses.join(', ')}`);
      for (const one of seen) {
        speeds.push(one.lhr.environment.benchmarkIndex);
        for (const complaint of complaintsOf(one)) remarks.add(`${page}: ${complaint}`);
      }
    }
  }
  const columns = addresses.length > 1 ? COLUMNS.replace('page', 'page | shop') : COLUMNS;
  console.log(`| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}`);
  console.log(rows.join('\n'));
  console.log(
    `\n${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Lighthouse's benchmark ${median(speeds).toFixed(0)}, medians of ${RUNS}.`,
  );
  for (const remark of remarks) console.error(remark);
  if (remarks.size > 0) process.exitCode = 1;
} finally {
  await shop?.end();
}
