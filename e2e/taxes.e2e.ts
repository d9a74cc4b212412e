// Uses a separate shop, because the other tests of a shared shop would see the taxes that these tests charge.
import { expect } from '@playwright/test';
import { RUN, TAXES_PORT } from '../playwright.config.ts';
import {
  expectNoBarriers,
  expectToFitEveryWidth,
  expectToReflow,
  paintAsUsual,
} from './barriers.ts';
import { test } from './kept-page.ts';
import { ship, type OwnCard } from './own-cards.ts';
import { callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';
import { startShop, type StartedShop } from '../src/testing/process.ts';

test.use({ baseURL: `http://localhost:${TAXES_PORT}` });
// Runs these tests one after the other, in one worker, because two workers would open two shops at the same port.
test.describe.configure({ mode: 'default' });

let shop: StartedShop;
test.beforeAll(async () => {
  const settings = { ...process.env, RUN, LOG_LEVEL: 'warn' };
  shop = startShop(settings, { port: TAXES_PORT, main: 'e2e/open-shop.mjs' });
  await shop.opened;
});
test.afterAll(() => shop.end());

test(
  'a buyer states where they live before paying, and pays the tax of that province',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signInAsAdmin(page);
    await page.goto('/admin/taxes');
    await page.getByLabel('Rule').selectOption('places');
    await page.getByLabel('Where the shop is').selectOption('CA-NS');
    await page.getByLabel('GST/HST number').fill('12345 6789 RT0001');
    await page.getByRole('button', { name: 'Save taxes' }).click();
    await expect(page.getByText('Enter a day, such as 2026-01-31')).toBeVisible();
    await page.getByLabel('Since').first().fill('2020-01-01');
    await page.getByRole('button', { name: 'Save taxes' }).click();
    await expect(page.getByText('Taxes saved').first()).toBeVisible();

    await signUp(page);
    // Polls, because the shop serves the previous page until the page is rebuilt, which may take longer than a second.
    await expect(async () => {
      await page.goto('/pack/pokemon-sv1');
      await page.getByText('Before you buy').click();
      await expect(page.getByText('CAD 5.49 plus the tax where you live.')).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await page.goto('/checkout?packId=pokemon-sv1');
    const payment = page.getByRole('region', { name: 'Payment' });
    await expect(payment.getByRole('heading', { name: 'Where do you live?' })).toBeVisible();
    await expect(payment.getByRole('button', { name: /^Pay CAD/ })).toBeDisabled();
    await expectNoBarriers(page);
    await expectToFitEveryWidth(page);
    await expectToReflow(page);
    await paintAsUsual(page);
    await payment.getByLabel('Where you live').selectOption('CA-NS');
    const summary = page.getByRole('region', { name: 'Order summary' });
    await expect(summary).toContainText('HST 14%CAD 0.77');
    // The shopper's place is also shown in the header, and can be changed there.
    await page.getByRole('banner').getByLabel('Where you live').selectOption('CA-ON');
    await expect(summary).toContainText('HST 13%CAD 0.71');
    await payment.getByRole('button', { name: 'Pay CAD 6.20 with Balance' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();

    // A parcel is charged the tax of its destination, and the parcel's page shows this tax.
    const { cards } = await callAs<{ cards: OwnCard[] }>(page, '/cards/my?status=available');
    await page.goto(`/shipments/${await ship(page, cards.slice(0, 1))}`);
    const cost = page.getByRole('region', { name: 'Cost' });
    await expect(cost).toContainText('HST 13%CAD 1.04');
    await expect(cost).toContainText('Total FeeCAD 9.04');
    expect(problems).toEqual([]);
  },
);

test(
  'if a provider calculates the tax, a country alone is not enough, and the summary asks for the address',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto('/admin/taxes');
    await page.getByLabel('Rule').selectOption('stripe');
    await page.getByRole('button', { name: 'Save taxes' }).click();
    await expect(page.getByText('Taxes saved').first()).toBeVisible();

    await signUp(page);
    await page.goto('/checkout?packId=pokemon-sv1');
    const summary = page.getByRole('region', { name: 'Order summary' });
    await expect(summary).toContainText('Taxchoose where you live');
    await page.getByRole('banner').getByLabel('Where you live').selectOption('US');
    await expect(summary).toContainText('Taxneeds your address');
  },
);
