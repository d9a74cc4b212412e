// Limits what a visitor's browser loads, requests and moves until the visitor can see and use a public page.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { FIRST_ROUTE_KB_MOST, OWN_SCRIPT_KB_MOST } from '../scripts/first-route.ts';
import { holdResponses } from './answers.ts';
import { comeToRest } from './come-to-rest.ts';
import { signUp, visit } from './shopper.ts';

const PACK = '/pack/magic-mid-draft';
const PUBLIC = ['/', '/packs', PACK, `${PACK}/certification`, '/cards', '/about'];
/** The limit in docs/first-paint-and-motion.md. */
const LAYOUT_SHIFT_MOST = 0.01;

/** The page's code starts after the first paint, or at the latest after this time. */
const PAINT_WAIT_MS = 3000;

/** Returns the paths of the public pages and of one card's page. The card's path differs between shops. */
async function publicPages(page: Page): Promise<string[]> {
  const shelf = await page.request.get('/api/cards/shelf');
  const { data } = (await shelf.json()) as { data: { list: { cards: { id: string }[] } } };
  return [...PUBLIC, `/card/${data.list.cards[0]!.id}`];
}

test('pages use React’s production build, however the shop is started', () => {
  // React's development build takes twice as long to render a page. If the built file read NODE_ENV, a shop started
  // without NODE_ENV would use that build.
  expect(readFileSync('dist/server/entry-server.js', 'utf8')).not.toContain('process.env.NODE_ENV');
});

test(
  'a visitor who scrolls before the page’s code has loaded stays in place',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => window.scrollTo(0, 300));
    });
    for (const path of ['/', '/packs', PACK]) {
      await visit(page, path);
      await comeToRest(page);
      expect(await page.evaluate(() => window.scrollY), path).toBe(300);
    }
  },
);

/** When the page's code started to load, when it could start at the earliest, and how many kilobytes it has. */
const codeOf = (page: Page) =>
  page.evaluate((waitMs) => {
    const [read] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = (
      performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    ).filter(({ name }) => name.endsWith('.js'));
    const paintedAt = performance.getEntriesByType('paint')[0]!.startTime;
    return {
      files: scripts.length,
      kilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
      startedAt: Math.min(...scripts.map(({ startTime }) => startTime)),
      mayStartAt: Math.min(paintedAt, read!.domContentLoadedEventStart + waitMs),
    };
  }, PAINT_WAIT_MS);

test(
  'public pages are painted before their code, which is not larger than its limit, and contain their data',
  { tag: '@pictures' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url());
    });
    // A page of the list unfolds the list.
    await visit(page, `${PACK}/certification?page=2`);
    const pack = await page.locator('main a[href^="/verify/"]').first().getAttribute('href');
    for (const path of [...(await publicPages(page)), pack!, '/packs?utm_source=a-friend']) {
      await visit(page, path);
      const { files, kilobytes, startedAt, mayStartAt } = await codeOf(page);
      expect(startedAt, path).toBeGreaterThanOrEqual(mayStartAt);
      expect(files, path).toBeGreaterThan(1);
      const own = path === '/' ? 0 : OWN_SCRIPT_KB_MOST;
      expect(kilobytes, path).toBeLessThanOrEqual(FIRST_ROUTE_KB_MOST + own);
      // Waits for hydration, because a part of the page might send requests at that time.
      await comeToRest(page);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(asked, path).toEqual([]);
    }
  },
);

type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
};

for (const viewport of [
  { width: 390, height: 844 },
  ...(isLong ? [{ width: 1280, height: 800 }] : []),
]) {
  test(
    `nothing moves while a page loads, ${viewport.width} px wide, even if its fonts load late`,
    { tag: '@pictures' },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(() => {
        const moved = { by: 0, parts: [] as string[] };
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            moved.by += entry.value;
            for (const { node, previousRect: from, currentRect: to } of entry.sources) {
              moved.parts.push(`${node?.textContent?.slice(0, 40)}: ${from.top} to ${to.top}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of await publicPages(page)) {
        const { release } = await holdResponses(page, { address: '**/*.woff2' });
        // A preload that never arrives delays the "load" event, but not the page.
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await comeToRest(page);
        release();
        const moved = await page.evaluate(async () => {
          await document.fonts.ready;
          const inSight = [...document.images].filter(({ loading }) => loading === 'eager');
          await Promise.all(inSight.map((image) => image.decode()));
          // The browser reports the layout shifts of a frame after that frame.
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
          return (window as unknown as { moved: { by: number; parts: string[] } }).moved;
        });
        expect(moved.by, `${path}: ${moved.parts.join('; ')}`).toBeLessThanOrEqual(
          LAYOUT_SHIFT_MOST,
        );
      }
      // The browser may paint the text of home before it has read the picture above it.
      await page.goto('/');
      const [before, after] = await page.locator('#hero-slide').evaluate((slide) => {
        const top = () => slide.querySelector('h1')!.getBoundingClientRect().top;
        const whole = top();
        slide.firstElementChild!.lastElementChild!.remove();
        return [whole, top()];
      });
      expect(after).toBe(before);
    },
  );
}

test(
  'pictures have their sizes, and only the visible ones load at once',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    for (const path of ['/', '/packs', PACK]) {
      await visit(page, path);
      const pictures = await page.locator('main img').evaluateAll((images) =>
        images.map((image) => ({
          hasSize: image.hasAttribute('width') && image.hasAttribute('height'),
          isInSight: image.getBoundingClientRect().top < window.innerHeight,
          isEager: image.getAttribute('loading') === 'eager',
          isFirst: image.getAttribute('fetchpriority') === 'high',
        })),
      );
      expect(pictures.length, path).toBeGreaterThan(1);
      expect(pictures.filter(({ hasSize }) => !hasSize)).toEqual([]);
      expect(pictures.filter(({ isEager, isInSight }) => isEager && !isInSight)).toEqual([]);
      expect(pictures.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    }
  },
);

test(
  'a button that is pressed before its code has loaded still works',
  { tag: '@pictures' },
  async ({ page }) => {
    const { release } = await holdResponses(page, { address: '**/assets/*.js' });
    await page.goto('/');
    const pack = page.getByRole('heading', { level: 1 });
    const first = (await pack.textContent())!;
    await page.getByRole('button', { name: 'Next pack' }).click();
    await expect(pack).toHaveText(first);
    release();
    await expect(pack).not.toHaveText(first);
    await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', 'hero-tab-1');
  },
);

test(
  'a purchase that starts before all code has loaded reaches the checkout',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/about');
    // Delays the page's own code; everything else arrives at once.
    const { release } = await holdResponses(page, { address: '**/assets/pack-page*.js' });
    await page.goto('/pack/pokemon-sv1');
    const buy = page.getByRole('button', { name: 'BUY NOW', exact: true });
    for (let press = 0; press < 3; press += 1) {
      await buy.click();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    release();
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('radio', { name: /Credit or Debit Card/ })).toBeVisible();
  },
);

test(
  'a chosen theme and reduced motion apply before any code has loaded',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('ui-theme', 'dark');
      localStorage.setItem('ui-motion', 'less');
    });
    const { release } = await holdResponses(page, { address: '**/assets/*.js' });
    await page.goto('/');
    const document = page.locator('html');
    await expect(document).toHaveAttribute('data-theme', 'dark');
    await expect(document).toHaveAttribute('data-motion', 'less');
    release();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    await expect(document).toHaveAttribute('data-theme', 'dark');
  },
);
