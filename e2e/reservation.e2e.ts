// Tests a shop that reserves packs for only a few seconds.
import { expect, type Page } from '@playwright/test';
import { changeResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { HURRIED_PORT } from '../playwright.config.ts';
import { callAs, noteTexts, signUp } from './shopper.ts';

/** The time for which this shop reserves packs, as set in playwright.config.ts. */
const RESERVED_SECONDS = 8;

test.use({ baseURL: `http://localhost:${HURRIED_PORT}` });

test(
  'a reservation that expires says so, frees the packs, and can start again',
  { tag: '@long' },
  async ({ page }) => {
    const stood = await noteTexts(page);
    await signUp(page);
    const packsLeft = async () =>
      (await callAs<{ availablePacksCount: number }>(page, '/pack-types/pokemon-sv2'))
        .availablePacksCount;
    const before = await packsLeft();
    await page.goto('/checkout?packId=pokemon-sv2');
    // Counts the stock before the page gets the response. After the response, the reservation may end before the count.
    let held = -1;
    // Only delays the shop's own response until the stock is counted.
    await changeResponses(page, 'createPaymentIntent', async () => {
      held = await packsLeft();
    });
    const bar = firstBar(page);
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await stood('Less than 2 minutes left');
    expect(held).toBe(before - 1);
    // The bar shows the length of this shop's reservations, not ten minutes.
    const { left, share } = await bar;
    expect(share).toBeGreaterThanOrEqual(left / RESERVED_SECONDS - 0.01);

    await expect(page.getByText('Reservation Expired')).toBeVisible();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Your reservation has expired. Please try again.' }),
    ).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expect.poll(packsLeft, { timeout: 100_000 }).toBe(before);

    await page.getByRole('button', { name: 'Restart Checkout' }).first().click();
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
);

/**
 * The seconds left, and the share of its track that the bar fills. A script in the page reads both values as soon as
 * the bar appears, because the bar is visible only for seconds.
 */
function firstBar(page: Page): Promise<{ left: number; share: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = (): void => {
          const timer = document.querySelector('[role=timer]');
          const track = timer?.nextElementSibling;
          if (!timer || !track?.firstElementChild) {
            requestAnimationFrame(look);
            return;
          }
          resolve({
            left: Number(timer.lastElementChild!.textContent.replace('0:', '')),
            share: track.firstElementChild.getBoundingClientRect().width / track.clientWidth,
          });
        };
        look();
      }),
  );
}
