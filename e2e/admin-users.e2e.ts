// Accounts: an admin finds one, locks it and opens it again, and both stand in the log.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const axe = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

test('an admin locks somebody out, lets them in again, and finds both deeds in the log', async ({
  page,
  browser,
}) => {
  const problems = watchForErrors(page);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  const email = await signUp(theirs);
  const token = await theirs.evaluate(() => localStorage.getItem('access_token'));
  const theirCall = async () =>
    (
      await theirs.request.get('/api/users/credits', {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status();
  expect(await theirCall()).toBe(200);

  await signInAsAdmin(page);
  await page.goto('/admin/users');
  await page.getByLabel('E-mail, username, name or id').fill(email);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
  const drawer = page.getByRole('dialog', { name: email });
  await expect(drawer.getByRole('definition').filter({ hasText: 'Active' })).toBeVisible();
  await axe(page);

  await drawer.getByRole('button', { name: 'Lock out' }).click();
  await drawer.getByRole('button', { name: 'Lock out' }).click();
  await expect(drawer.getByText('Reason is required')).toBeVisible();
  await drawer.getByLabel('Reason').fill('Chargebacks');
  await drawer.getByRole('button', { name: 'Lock out' }).click();
  await expect(drawer.getByRole('definition').filter({ hasText: 'Locked' })).toBeVisible();
  await expect(drawer.getByText('Nowhere.')).toBeVisible();
  expect(await theirCall()).toBe(401);

  await drawer.getByRole('button', { name: 'Unlock' }).click();
  await drawer.getByLabel('Reason').fill('The bank was wrong');
  await drawer.getByRole('button', { name: 'Unlock' }).click();
  await expect(drawer.getByRole('definition').filter({ hasText: 'Active' })).toBeVisible();

  await drawer.getByRole('link', { name: 'What operators did' }).click();
  const deeds = page.getByRole('table', { name: 'Deeds' });
  await expect(deeds.getByRole('row')).toHaveCount(3);
  await expect(deeds.getByRole('link', { name: 'Unlock user' })).toBeVisible();
  await axe(page);
  await deeds.getByRole('link', { name: 'Lock user', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Lock user' })).toContainText('Chargebacks');
  await axe(page);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Books' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await expect(page.getByText('Everything holds')).toBeVisible();
  await axe(page);
  await other.close();
  expect(problems).toEqual([]);
});
