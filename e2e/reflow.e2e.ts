// What everybody needs is in its place at 320 px, which is 1280 enlarged four times. That no screen needs sideways
// scrolling there is tried where each screen is opened: accessibility.e2e.ts.
import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 320, height: 720 } });

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
