// A page's head contains what browsers, search engines and link previews need.
import { expect, test, type Page } from '@playwright/test';

async function contentOf(page: Page, name: string): Promise<string | null> {
  const tags = page.locator(`meta[name="${name}"], meta[property="${name}"]`);
  await expect(tags).toHaveCount(1);
  return tags.getAttribute('content');
}

test('a pack has one canonical address, its own description and a picture', async ({ page }) => {
  await page.goto('/pack/magic-mid-draft');
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(`${name} · Felt & Foil`);
  expect(await contentOf(page, 'og:title')).toBe(`${name} · Felt & Foil`);
  expect(await contentOf(page, 'description')).toBe(await contentOf(page, 'og:description'));
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveCount(1);
  expect(await canonical.getAttribute('href')).toMatch(/^http.+\/pack\/magic-mid-draft$/);

  const picture = await contentOf(page, 'og:image');
  const response = await page.request.get(new URL(picture!).pathname);
  expect(response.headers()['content-type']).toBe('image/jpeg');
  expect(picture).toMatch(/\/art\/pack\/magic-mid-draft\.jpeg\?v=/);

  // Search engines read the offer from the first response, without a script.
  const html = await (await page.request.get('/pack/magic-mid-draft')).text();
  const [, written] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!;
  const [{ data: config }, { data: pack }] = (await Promise.all(
    ['/api/config', '/api/pack-types/magic-mid-draft'].map(async (path) =>
      (await page.request.get(path)).json(),
    ),
  )) as [{ data: { name: string } }, { data: { price: number } }];
  const origin = new URL(page.url()).origin;
  expect(JSON.parse(written!)).toMatchObject({
    '@type': 'Product',
    name,
    sku: 'magic-mid-draft',
    url: `${origin}/pack/magic-mid-draft`,
    image: picture,
    offers: {
      '@type': 'Offer',
      price: pack.price.toFixed(2),
      priceCurrency: 'CAD',
      availability: expect.stringMatching(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/),
      itemCondition: 'https://schema.org/UsedCondition',
      seller: { name: config.name, url: origin },
    },
  });
});

test('a drop night has its own address, title and picture for previews', async ({ page }) => {
  await page.goto('/pack/magic-mid-draft/drop-night');
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(`${heading} · Felt & Foil`);
  const picture = new URL((await contentOf(page, 'og:image'))!).pathname;
  expect(picture).toBe('/art/pack/magic-mid-draft/drop-night.jpeg');
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/jpeg');
  const { data } = (await (
    await page.request.get('/api/drops?packTypeId=magic-mid-draft')
  ).json()) as { data: { drops: { hash: string }[] } };
  await page.goto(`/drops/${data.drops[0]!.hash}`);
  const ofDrop = new URL((await contentOf(page, 'og:image'))!).pathname;
  expect(ofDrop).toBe(`/art/drop/${data.drops[0]!.hash}.jpeg`);
  expect((await page.request.get(ofDrop)).headers()['content-type']).toBe('image/jpeg');
});

test(
  'a card has one canonical address, and a picture that link previews can show',
  { tag: '@long' },
  async ({ page }) => {
    const shelf = await page.request.get('/api/cards/shelf');
    const { data } = (await shelf.json()) as { data: { list: { cards: { id: string }[] } } };
    const { id } = data.list.cards[0]!;
    await page.goto(`/card/${id}`);
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    expect(await contentOf(page, 'og:title')).toContain(name);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain(`/card/${id}`);
    const picture = await page.request.get(new URL((await contentOf(page, 'og:image'))!).pathname);
    expect(picture.headers()['content-type']).toBe('image/jpeg');
    const structure = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(structure!)).toMatchObject({ '@type': 'Product', name });
  },
);

test('the page’s head changes with each page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/packs?game=yugioh');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/packs$/);
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveTitle('About · Felt & Foil');
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  expect(await contentOf(page, 'og:url')).toMatch(/\/about$/);
});

test('private pages are hidden from search engines', async ({ page }) => {
  await page.goto('/auth');
  expect(await contentOf(page, 'robots')).toBe('noindex');
  await page.goto('/packs');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test(
  'the shop can be added to a home screen, with an icon of every size that it names',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await page.goto('/');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await page.request.get(address!)).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    for (const { src, sizes, type } of manifest.icons) {
      const response = await page.request.get(src);
      expect(response.headers()['content-type'], src).toBe(type);
      if (sizes === 'any') continue;
      const width = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return image.naturalWidth;
      }, src);
      expect(`${width}x${width}`).toBe(sizes);
    }
  },
);

test('the browser bar has the colour of the theme', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const inForce = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
          ({ media }) => matchMedia(media).matches,
        )?.content,
    );
  await expect.poll(inForce).toBe('#f8fbf9');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(inForce).toBe('#09100d');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(inForce).toBe('#f8fbf9');
  await page.reload();
  await expect.poll(inForce).toBe('#f8fbf9');
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(3);
});
