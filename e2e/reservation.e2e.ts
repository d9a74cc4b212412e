// A shop that keeps packs for a few seconds only.
import { expect, test } from '@playwright/test';
import { HURRIED_PORT } from '../playwright.config.ts';
import { callAs, noteTexts, signUp } from './shopper.ts';

test.use({ baseURL: `http://localhost:${HURRIED_PORT}` });

test('a reservation that runs out says so, frees the packs, and can begin again', async ({
  page,
}) => {
  const stood = await noteTexts(page);
  await signUp(page);
  const packsLeft = async () =>
    (await callAs<{ availablePacksCount: number }>(page, '/pack-types/pokemon-sv2'))
      .availablePacksCount;
  const before = await packsLeft();
  await page.goto('/checkout?packId=pokemon-sv2');
  // Whether one is held is asked before the page hears that it is: afterwards it may be free again.
  let held = -1;
  // The answer is held back for so long.
  await page.route('**/api/payments/create-payment-intent', async (route) => {
    const response = await route.fetch();
    held = await packsLeft();
    await route.fulfill({ response });
  });
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await stood('Less than 2 minutes left');
  expect(held).toBe(before - 1);

  await expect(page.getByText('Reservation Expired')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your reservation has expired. Please try again.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect.poll(packsLeft, { timeout: 40_000 }).toBe(before);

  await page.getByRole('button', { name: 'Restart Checkout' }).first().click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
