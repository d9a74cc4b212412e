// `npm run bench:motion`: how the stage moves, in a browser on a demo shop of its own. What is the same
// on every machine is tested too (e2e/motion.e2e.ts); how fast pictures come belongs to the machine.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { OPENING_RARITY, RARITIES } from '#domain/card.ts';
import {
  costOfLight,
  countOfTotal,
  countPictures,
  liveFoils,
  msBetweenTearPictures,
  msOfReveal,
  msUntil,
  picturesAskedFor,
  runningAnimations,
} from '../e2e/motion-probes.ts';
import { arrive, card, openNow, openPack, showRarities, standStill } from '../e2e/pack-to-open.ts';
import { signUp } from '../e2e/shopper.ts';
import { findChromium } from '../scripts/find-chromium.ts';

const PORT = Number(process.env['BENCH_PORT'] ?? 3983);
const ADDRESS = `http://localhost:${PORT}`;
const DATA_DIR = '.cache/bench-motion';
const PICTURES = 120;
const SLOWDOWN = 4;

rmSync(DATA_DIR, { recursive: true, force: true });
const shop = spawn(process.execPath, ['src/server/main.ts'], {
  env: { ...process.env, PORT: String(PORT), DATA_DIR, LOG_LEVEL: 'error', RATE_LIMITS: 'off' },
  stdio: 'inherit',
});
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...process.env, ...env } as Record<string, string>,
});
try {
  await untilOpen();
  console.log('\n| what | wanted | measured |\n|---|---|---|');
  await measureFoil(browser);
  await measureTear(browser);
  await measureReveals(browser);
  await measureCalm(browser);
  await measureResults(browser);
} finally {
  await browser.close();
  shop.kill('SIGTERM');
}

function tell(what: string, wanted: string, measured: string): void {
  console.log(`| ${what} | ${wanted} | ${measured} |`);
}

async function measureFoil(within: Browser): Promise<void> {
  const page = await newPage(within);
  await countPictures(page);
  await showRarities(page, ['mythic', 'rare', 'uncommon']);
  await arrive(page);
  await openPack(page);
  for (const rarity of ['mythic', 'rare', 'uncommon'] as const) {
    await card(page).press('Enter');
    await card(page).press('Enter');
    await standStill(page);
    await page.keyboard.press('Escape');
    await untilRest(page);
    const { paints, rasterMs } = await costOfLight(page, PICTURES);
    tell(
      `paints a picture, ${OPENING_RARITY[rarity]} foil, ${PICTURES} pictures`,
      '≤ 0.1',
      `${(paints / PICTURES).toFixed(3)} (raster ${rasterMs.toFixed(0)} ms in all)`,
    );
    tell(`live foils, ${OPENING_RARITY[rarity]} on the stage`, '1', String(await liveFoils(page)));
    await card(page).press('ArrowRight');
    await standStill(page);
  }
  await untilRest(page);
  tell('pictures asked for at rest, in 500 ms', '0', String(await picturesAskedFor(page)));
  await page.close();
}

async function measureTear(within: Browser): Promise<void> {
  for (const slowdown of [1, SLOWDOWN]) {
    const page = await newPage(within);
    await arrive(page);
    const between = await msBetweenTearPictures(page, slowdown);
    const at = (share: number) => between[Math.floor(between.length * share)]!.toFixed(1);
    tell(
      `ms between pictures of a tear by hand, ${slowdown === 1 ? 'as it is' : `processor ${slowdown}x slower`}: median, p95`,
      slowdown === 1 ? '' : 'p95 ≤ 34',
      `${at(0.5)}, ${at(0.95)} (${between.length} pictures)`,
    );
    await page.close();
  }
  const page = await newPage(within);
  await arrive(page);
  await openNow(page).focus();
  const took = await msUntil(page, 'Card 1 of 11');
  tell('ms from Enter on "Open now" to "Card 1 of 11"', '900 to 1200', took.toFixed(0));
  await page.close();
}

async function measureReveals(within: Browser): Promise<void> {
  const page = await newPage(within);
  await showRarities(page);
  await arrive(page);
  await openPack(page);
  for (const [at, rarity] of RARITIES.entries()) {
    const took = await msOfReveal(page);
    const wanted = 3500 + at * 500;
    tell(`ms of a reveal, ${OPENING_RARITY[rarity]}`, `${wanted} ± 5 %`, took.toFixed(0));
    // Rare cards are praised meanwhile.
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
    await card(page).press('ArrowRight');
    await standStill(page);
  }
  await page.close();
}

async function measureCalm(within: Browser): Promise<void> {
  const page = await newPage(within, { reducedMotion: 'reduce' });
  await showRarities(page, ['common']);
  await arrive(page);
  const after = async () => {
    await page.waitForTimeout(200);
    return String(await runningAnimations(page));
  };
  await openPack(page);
  tell('animations 200 ms after opening, reduced motion', '0', await after());
  await card(page).press('Enter');
  tell('animations 200 ms after turning a card, reduced motion', '0', await after());
  await page.close();
}

async function measureResults(within: Browser): Promise<void> {
  const page = await newPage(within);
  await signUp(page);
  await page.goto('/checkout?packId=pokemon-sv1');
  const count = countOfTotal(page);
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  const { values, ms } = await count;
  tell(
    'the total of the results: steps, ms',
    '60, 1000 (a total has a value for each)',
    `${values - 1}, ${ms.toFixed(0)}`,
  );
  await page.close();
}

async function newPage(within: Browser, options: { reducedMotion?: 'reduce' } = {}): Promise<Page> {
  const viewport = { width: 1280, height: 900 };
  return within.newPage({ baseURL: ADDRESS, locale: 'en-CA', viewport, ...options });
}

async function untilRest(page: Page): Promise<void> {
  while ((await picturesAskedFor(page)) > 0) await page.waitForTimeout(100);
}

async function untilOpen(): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const ready = await fetch(`${ADDRESS}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The shop did not open');
}
