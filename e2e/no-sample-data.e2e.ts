import { expect, test } from '@playwright/test';
import { globSync, readFileSync } from 'node:fs';
import { visit } from './shopper.ts';

test('a shop that can’t be reached says so, and shows no pack that is not for sale', async ({
  page,
}) => {
  await visit(page, '/about');
  await page.route('**/api/pack-types*', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
  await expect(page.getByText('Loading packs...')).toBeVisible();
  await expect(page.getByText('Sample')).toHaveCount(0);

  const scripts = globSync('dist/client/assets/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.some((script) => script.includes('Sample data'))).toBe(false);
});
