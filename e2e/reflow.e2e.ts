// Checks that the essential parts of pages are in view at 320 px, the width of a window of 1280 px that is enlarged
// four times. accessibility.e2e.ts tests that no screen needs sideways scrolling at that width.
import { expect, test, type Page } from '@playwright/test';
import { signUp } from './shopper.ts';

test.use({ viewport: { width: 320, height: 720 } });

test('help is in the same place on every page', async ({ page }) => {
  for (const path of ['/', '/packs', '/auth', '/nowhere']) {
    await page.goto(path);
    const help = page.getByRole('contentinfo').locator('a[href^="mailto:"]').first();
    await expect(help, path).toBeVisible();
  }
});

test('a user can skip the header and its links', async ({ page }) => {
  await page.goto('/packs');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('with forced colours buttons and badges keep an edge', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/packs');
  for (const one of [page.getByRole('button', { name: /^Buy Now/ }), page.getByText(/^-\d+%/)]) {
    await expect(one.first()).toHaveCSS('border-top-style', 'solid');
    await expect(one.first()).not.toHaveCSS('border-top-width', '0px');
  }
});

/** Amounts of money that a box cuts off, or that are outside the window. */
const cutMoney = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element | null, steps = 3): boolean =>
      element !== null &&
      steps > 0 &&
      ((getComputedStyle(element).overflow !== 'visible' &&
        element.scrollWidth > element.clientWidth) ||
        isCut(element.parentElement, steps - 1));
    return [...document.querySelectorAll('header *')]
      .filter((one) => one.children.length === 0 && /^CAD \d/.test(one.textContent))
      .filter((one) => one.getClientRects().length > 0)
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return isCut(one) || left < 0 || right > window.innerWidth;
      })
      .map((one) => `${one.textContent} at ${window.innerWidth}`);
  });

/** The parts of the shop's name that a header shows only partly. */
const cutName = (page: Page) =>
  page.locator('header .font-display').evaluate((name) => {
    const header = name.closest('header')!.getBoundingClientRect();
    const box = name.getBoundingClientRect();
    const frame = name.parentElement!.getBoundingClientRect();
    // A name without room is below the frame, out of sight.
    if (box.top >= frame.bottom) return [];
    const isCut =
      name.scrollWidth > name.clientWidth ||
      box.right > frame.right + 0.5 ||
      box.bottom > header.bottom;
    return isCut ? [`${name.textContent} at ${window.innerWidth}`] : [];
  });

test('a narrow header never cuts off the balance, beside a cart and a shop name of thirty letters', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/pack/magic-mid-draft');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 pack' })).toBeVisible();
  for (const width of [320, 360, 390, 640, 768]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/packs');
    await expect(page.getByRole('link', { name: 'Cart, 1 pack' })).toBeVisible();
    const money = page.getByRole('banner').getByText(/^CAD 100\.00$/);
    expect(await cutName(page)).toEqual([]);
    if (width >= 360) await expect(money.filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('banner').evaluate((header) => {
      const name = header.querySelector('.font-display')!;
      name.textContent = 'Maple and Mint Cards of Moncton';
      const sum = [...header.querySelectorAll('span, a')].filter(
        (one) => one.children.length === 0 && one.textContent === 'CAD 100.00',
      );
      for (const one of sum) one.textContent = 'CAD 12,345.67';
    });
    expect(await cutMoney(page)).toEqual([]);
    expect(await cutName(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the tabs of My cards are all in view', async ({ page }) => {
  await signUp(page);
  await page.goto('/my-cards');
  for (const name of ['Sealed packs', 'Available', 'History', 'Value']) {
    await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});
