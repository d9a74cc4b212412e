import { expect } from '@playwright/test';
import { loseCalls } from './answers.ts';
import { test } from './kept-page.ts';
import { globSync, readFileSync } from 'node:fs';
import { passTimeUntil } from './hold-the-clock.ts';
import { visit } from './shopper.ts';

test('an unreachable shop says so, and shows no pack that is not for sale', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/about');
  // The page's code loads; only the shop's data is unreachable.
  await loseCalls(page, 'listPackTypes');
  await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
  await passTimeUntil(page, page.getByText('Error Loading Packs'), 1000);
  await expect(page.getByText('Network error - please check your connection')).toBeVisible();
  await expect(page.getByText('Sample')).toHaveCount(0);

  const scripts = globSync('dist/client/assets/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.some((script) => script.includes('Sample data'))).toBe(false);
});
