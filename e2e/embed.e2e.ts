// Another site shows a pack of the shop on its own page. Its customers see it in both themes, and reach the shop.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { SCREENS } from './screens.ts';
import { signInAsAdmin, watchForErrors } from './shopper.ts';

const PACK = 'magic-mid-draft';

/** The line that docs/embedding.md has for a page. */
const [, EXAMPLE] = /```html\n(.*?)\n```/s.exec(readFileSync('docs/embedding.md', 'utf8'))!;

/** Serves a page of another site. Returns its address. */
async function servePage(body: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>A store</title><h1>Our store</h1>${body}</html>`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const groundOf = (page: Page, at: number) =>
  page
    .frameLocator('iframe')
    .nth(at)
    .locator('html')
    .evaluate((html) => getComputedStyle(html).backgroundColor);

test('customers of another site see a pack and the next drop on its page, and open the shop from there', async ({
  page,
  elsewhere,
}) => {
  await page.goto('/');
  const shop = new URL(page.url()).origin;
  const line = EXAMPLE!.replace('https://shop.example', shop);
  const dark = line.replace('data-pack', 'data-theme="dark" data-pack');
  const drop = line.replace(`data-pack="${PACK}"`, 'data-drop="next"');
  const store = await servePage(`${line}${dark}${drop}`);
  const visitor = await elsewhere();
  const problems = watchForErrors(visitor);
  await visitor.goto(store.url);
  const [light, night, next] = [0, 1, 2].map((at) => visitor.frameLocator('iframe').nth(at));
  const name = await light!.getByRole('heading', { level: 1 }).textContent();
  await expect(light!.getByText(/^(CAD|\$)/)).toBeVisible();
  await expect(light!.getByText(/packs? left/)).toBeVisible();
  await expect(next!.getByText(/^(On sale now|Opens )/)).toBeVisible();

  // Each frame gets the title and the height of its content.
  const first = visitor.locator('iframe').first();
  await expect(first).toHaveAttribute('title', new RegExp(`^${name} · `));
  const heightOf = () => first.evaluate((frame) => frame.getBoundingClientRect().height);
  const within = () =>
    light!.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
  await expect.poll(heightOf).toBe(await within());
  await visitor.setViewportSize({ width: 300, height: 800 });
  await expect.poll(async () => (await heightOf()) - (await within())).toBe(0);
  // A message that comes from elsewhere than the frame changes nothing.
  const before = await heightOf();
  await visitor.evaluate(() => window.postMessage({ height: 7, title: 'Not the shop' }, '*'));
  await expect(first).toHaveAttribute('title', new RegExp(`^${name} · `));
  expect(await heightOf()).toBe(before);

  expect(await groundOf(visitor, 0)).not.toBe(await groundOf(visitor, 1));
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => groundOf(visitor, 0)).toBe(await groundOf(visitor, 1));
  await expect(night!.getByRole('heading', { level: 1 })).toHaveText(name!);

  const link = light!.getByRole('link', { name: /^See the pack at .*, in a new tab$/ });
  await visitor.keyboard.press('Tab');
  await expect(link).toBeFocused();
  const [opened] = await Promise.all([visitor.waitForEvent('popup'), link.press('Enter')]);
  await expect(opened).toHaveURL(`${shop}/pack/${PACK}`);
  expect(await opened.evaluate(() => window.opener as unknown)).toBeNull();
  await opened.close();
  expect(await visitor.context().cookies()).toEqual([]);
  expect(problems).toEqual([]);
  store.close();
});

test('everybody can use the frames, in any theme and width', async ({ page }) => {
  for (const path of [`/embed/pack/${PACK}`, '/embed/drop', '/embed/pack/nowhere']) {
    for (const theme of ['light', 'dark']) {
      await page.goto(`${path}?theme=${theme}`);
      for (const width of [300, 390, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoBarriers(page);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, width, over]).toEqual([path, width, 0]);
      }
    }
  }
});

test('no other page of the shop lets a page of another site frame it', async ({
  page,
  elsewhere,
}) => {
  const paths = new Set(SCREENS.map(({ path }) => path.split('?')[0]!));
  expect(paths.size).toBeGreaterThan(40);
  for (const path of paths) {
    const headers = (await page.request.get(path, { maxRedirects: 0 })).headers();
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
    if (headers['content-type']?.startsWith('text/html'))
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
  }

  await page.goto('/');
  const store = await servePage(`<iframe title="The shop" src="${page.url()}packs"></iframe>`);
  const visitor = await elsewhere();
  await visitor.goto(store.url);
  await expect
    .poll(() => visitor.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/');
  store.close();
});

test('browsers read the feeds as XML, and an operator copies the line for a page', async ({
  page,
}) => {
  await page.goto('/');
  const feed = page.locator('link[rel=alternate][type="application/rss+xml"]');
  expect(await feed.getAttribute('href')).toBe('/feeds/drops.xml');
  const roots = await page.evaluate(async () => {
    const paths = ['/feeds/products.xml', '/feeds/drops.xml', '/sitemap.xml', '/sitemap-drops.xml'];
    return Promise.all(
      paths.map(async (path) => {
        const text = await (await fetch(path)).text();
        const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
        return `${path} ${root.tagName}`;
      }),
    );
  });
  expect(roots).toEqual([
    '/feeds/products.xml rss',
    '/feeds/drops.xml rss',
    '/sitemap.xml urlset',
    '/sitemap-drops.xml urlset',
  ]);

  await signInAsAdmin(page);
  await page.goto('/admin/catalogue');
  await page.getByLabel('Name', { exact: true }).fill('Midnight');
  await page.getByRole('table', { name: 'Pack types' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  const line = drawer.getByText('/embed.js');
  const id = /data-pack="([^"]+)"/.exec((await line.textContent())!)![1]!;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await drawer.getByRole('button', { name: 'Copy the line' }).click();
  await expect(page.getByText('Line copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(
    EXAMPLE!.replace('https://shop.example', new URL(page.url()).origin).replace(PACK, id),
  );
});
