// A shop that keeps packs for a few seconds only.
import { expect, test } from '@playwright/test';
import { HURRIED_PORT } from '../playwright.config.ts';
import { callAs, signUp } from './shopper.ts';

/** As playwright.config.ts opens it. */
const KEPT_SECONDS = 8;

test.use({ baseURL: `http://localhost:${HURRIED_PORT}` });

test('a reservation that runs out says so, frees the packs, and can begin again', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/checkout?packId=pokemon-sv2');
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByText('Less than 2 minutes left')).toBeVisible();
  // The bar stands for the time that this shop gives, not for ten minutes.
  const { left, share } = await page.getByRole('timer').evaluate((timer) => {
    const track = timer.nextElementSibling!;
    return {
      left: Number(timer.lastElementChild!.textContent.replace('0:', '')),
      share: track.firstElementChild!.getBoundingClientRect().width / track.clientWidth,
    };
  });
  expect(share).toBeGreaterThanOrEqual(left / KEPT_SECONDS - 0.01);
  const held = await callAs<{ availablePacksCount: number }>(page, '/pack-types/pokemon-sv2');

  await expect(page.getByText('Reservation Expired')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your reservation has expired. Please try again.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect
    .poll(
      async () =>
        (await callAs<{ availablePacksCount: number }>(page, '/pack-types/pokemon-sv2'))
          .availablePacksCount,
      {
        timeout: 40_000,
      },
    )
    .toBe(held.availablePacksCount + 1);

  await page.getByRole('button', { name: 'Restart Checkout' }).first().click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
