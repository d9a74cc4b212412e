// Pictures of cards and packs never delay a page. If a picture fails to load, the page replaces it.
import { expect, test } from '@playwright/test';
import { loseCalls } from './answers.ts';

test(
  'pictures declare their size, so that nothing moves when they load',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    for (const path of ['/', '/packs', '/pack/magic-mid-draft']) {
      await page.goto(path);
      const pictures = page.locator('img[src^="/art/"]');
      await expect(pictures.first()).toBeVisible();
      const sizes = await pictures.evaluateAll((images) =>
        images.map((image) =>
          [image.getAttribute('width'), image.getAttribute('height')].join('x'),
        ),
      );
      expect(new Set(sizes).difference(new Set(['315x440', '300x470']))).toEqual(new Set());
    }
  },
);

test(
  'pictures further down load late and do not block the page',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await page.goto('/pack/magic-mid-draft');
    const hits = page.locator('img[src^="/art/card/"]');
    await expect(hits.first()).toBeAttached();
    const ways = await hits.evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ loading, decoding }) => `${loading} ${decoding}`),
    );
    expect(new Set(ways)).toEqual(new Set(['lazy async']));
  },
);

test(
  'a picture is cached forever under its address',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await page.goto('/packs');
    const address = await page.locator('img[src^="/art/pack/"]').first().getAttribute('src');
    const response = await page.request.get(address!);
    expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers()['content-encoding']).toBe('br');
  },
);

test(
  'a pack or a card whose picture does not load is shown plain',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    // The shop can draw every picture that it names, so the test makes all requests for pictures fail.
    await loseCalls(page, { address: '/art/**' });
    await page.goto('/pack/magic-mid-draft');
    await expect(page.locator('img[src="/pack-plain.svg"]').first()).toBeVisible();
    // Cards further down load when the reader scrolls near them; the browser decides how near.
    const drawn = page.locator('img[src^="/art/"]');
    await expect
      .poll(() =>
        drawn.evaluateAll((images) => {
          images[0]?.scrollIntoView();
          return images.length;
        }),
      )
      .toBe(0);
    await expect(page.locator('img[src="/card-back.svg"]').last()).toBeVisible();
  },
);

test(
  'the page with all pictures is only for developers',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    const response = await page.goto('/dev/art');
    expect(response?.status()).toBe(404);
  },
);
