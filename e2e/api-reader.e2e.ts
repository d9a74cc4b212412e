// Engineers read the API on the shop's own page, and try a call out.
import { expect } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { watchForErrors } from './shopper.ts';

test('the API can be read and tried out on a page that loads nothing from elsewhere', async ({
  page,
  baseURL,
}) => {
  const problems = watchForErrors(page);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL!) && !url.startsWith('data:')) elsewhere.push(url);
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API');
  await expectNoBarriers(page, 'header');

  await page.getByRole('link', { name: 'catalogue', exact: true }).click();
  const call = page.locator('#operations-catalogue-listPackTypes');
  await call.getByRole('button').first().click();
  await expect(call.getByText('For everyone, signed in or not.')).toBeVisible();
  await expect(call.getByText('"packImageUrl"').first()).toBeVisible();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const response = call.locator('.live-responses-table');
  await expect(response.getByText('"success"').first()).toBeVisible();
  await expect(response.locator('.response-col_status').last()).toContainText('200');

  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
});
