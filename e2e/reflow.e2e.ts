// Every screen at 320 px, which is 1280 enlarged four times, with the text set as wide as WCAG 1.4.12 lets
// readers set it: nothing needs sideways scrolling, and what everybody needs is in its place.
import { expect, test, type Page } from '@playwright/test';
import { comeToRest } from './come-to-rest.ts';
import { callAs, signInAsAdmin, signUp } from './shopper.ts';

const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

test.use({ viewport: { width: 320, height: 720 } });

async function expectToFit(page: Page): Promise<void> {
  const address = page.url();
  // Each screen is opened anew, code and all: a busy machine needs its time.
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
  await expect(page.locator('main').getByText(/^Loading/), address).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await comeToRest(page);
  for (const spacing of ['as set', 'spaced']) {
    if (spacing === 'spaced') await page.addStyleTag({ content: SPACED });
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const scrolls = (one: Element) => getComputedStyle(one).overflowX !== 'visible';
      const isInScroller = (one: Element): boolean =>
        one.parentElement !== document.body &&
        (scrolls(one.parentElement!) || isInScroller(one.parentElement!));
      const sticksOut = (one: Element) =>
        one.getBoundingClientRect().right > clientWidth + 1 && !isInScroller(one);
      return [...document.querySelectorAll('body *')]
        .filter((one) => sticksOut(one) && ![...one.children].some(sticksOut))
        .map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 40)}`);
    });
    expect.soft(wide, `${address} ${spacing}`).toEqual([]);
  }
}

for (const path of [
  '/',
  '/packs',
  '/pack/magic-mid-draft',
  '/pack/magic-mid-draft/certification',
  '/about',
  '/nowhere',
  '/auth',
  '/auth?mode=signup',
  '/auth?mode=reset',
]) {
  test(`${path} needs no sideways scrolling`, async ({ page }) => {
    await page.goto(path);
    await expectToFit(page);
  });
}

test('nor do the screens of a shopper', async ({ page }) => {
  test.slow(); // One person, eight screens.
  await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  const { cards } = await callAs<{ cards: { card: { id: string } }[] }>(
    page,
    '/cards/my?status=available',
  );
  for (const path of [
    '/my-cards',
    '/my-cards?tab=history',
    '/my-account',
    '/transactions',
    '/top-up',
    '/shipments',
    `/shipping/${cards[0]!.card.id}`,
    '/checkout?packId=pokemon-sv1',
  ]) {
    await page.goto(path);
    await expectToFit(page);
  }
});

test('nor do the operators’ screens', async ({ page }) => {
  test.slow(); // One operator, all pages.
  await signInAsAdmin(page);
  await page.goto('/admin');
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  for (const path of paths) {
    await page.goto(path);
    await expectToFit(page);
  }
});

test('help is in the same place on every page', async ({ page }) => {
  for (const path of ['/', '/packs', '/auth', '/nowhere']) {
    await page.goto(path);
    const help = page.getByRole('contentinfo').locator('a[href^="mailto:"]').first();
    await expect(help, path).toBeVisible();
  }
});

test('the header and its links can be skipped', async ({ page }) => {
  await page.goto('/packs');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('in forced colours buttons and badges keep an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/packs');
  for (const one of [page.getByRole('button', { name: /^Buy Now/ }), page.getByText(/^-\d+%/)]) {
    await expect(one.first()).toHaveCSS('border-top-style', 'solid');
    await expect(one.first()).not.toHaveCSS('border-top-width', '0px');
  }
});
