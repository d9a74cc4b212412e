// An operator creates a discount code, a shopper uses it, and the operator finds and refunds the order. The figures of
// the overview then show the order and its refund.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { changeResponses, holdResponses } from './answers.ts';
import { failRefund } from './failed-refund.ts';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import {
  boughtBeforeLimits,
  confirmByCard,
  packsOf,
  payByCard,
  type Intent,
} from './pack-to-open.ts';
import { cad, callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const openAdmin = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** A figure of the overview, by its label. */
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first();

test(
  'a refund of a pack that was just opened is refused with a message that stays',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const shopper = await elsewhere();
    const email = await signUp(shopper);
    const [packId] = await packsOf(shopper, await payByCard(shopper, 'magic-mid-draft'));
    await signInAsAdmin(page);
    await page.goto(`/admin/orders?search=${encodeURIComponent(email)}`);
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Refund 1 unopened pack' }).click();
    await drawer.getByLabel('Reason').fill('Torn in the post');
    await callAs(shopper, '/packs/open', { packId });
    await drawer.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(drawer.getByRole('button', { name: 'Refund' })).toHaveCount(0);
    await expect(page.getByText('Nothing was refunded')).toBeVisible();
  },
);

test('an admin refunds one pack of three on the order’s page, then the others with two presses that count once', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const email = await signUp(page);
  const payment = await payByCard(page, 'pokemon-sv1', { quantity: 3 });
  await packsOf(page, payment);
  await boughtBeforeLimits(payment);
  await signInAsAdmin(page);
  await page.goto(`/admin/orders?search=${encodeURIComponent(email)}`);
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Refund 3 unopened packs' }).click();
  await drawer.getByLabel('Packs of Scarlet & Violet Booster Pack').selectOption('1');
  await expect(drawer).toContainText('Ask the buyer to return one pack first');
  await expect(drawer).toContainText('One pack of a drop leaves it for good');
  await expectNoBarriers(page);
  await drawer.getByLabel('Reason').fill('Dented');
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(drawer).toContainText('1 returned');
  await drawer.getByRole('button', { name: 'Refund 2 unopened packs' }).click();
  await drawer.getByLabel('Reason').fill('So are the others');
  // The operator presses the refund button twice, and a third time while the order's new state is still loading. The
  // page must send only one request.
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/refund')) asked.push(request.method());
  });
  const { release } = await holdResponses(page, 'showOrder');
  const refund = drawer.getByRole('button', { name: 'Refund', exact: true });
  const refunded = page.waitForResponse(/\/refund$/);
  await refund.dblclick();
  await refunded;
  await refund.click();
  release();
  await expect(drawer).toContainText('3 returned');
  expect(asked).toEqual(['POST']);
  await expect(page.getByText('Nothing was refunded')).toHaveCount(0);
  await expect(drawer.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  await expect(drawer).toContainText('So are the others');
  await expect(drawer.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test(
  'an operator investigates a refund that a bank returned, and pays it in credits',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const shopper = await elsewhere();
    const row = await failRefund(page, shopper);
    await expect(row).toContainText('failed');
    await expectNoBarriers(page);
    await shopper.goto('/transactions');
    await expect(shopper.getByRole('table').getByRole('row').nth(1)).toContainText('Failed');
    await row.getByRole('button', { name: 'Pay in credits' }).click();
    await row.getByLabel('Reason').fill('The card was closed');
    await row.getByRole('button', { name: 'Pay in credits' }).click();
    await expect(page.getByText('Refund paid')).toBeVisible();
    await expect(row).toHaveCount(0);
    await shopper.reload();
    await expect(shopper.getByRole('table').getByRole('row').nth(1)).toContainText('Completed');
  },
);

test(
  'an admin refunds the rest of bought credits',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const shopper = await elsewhere();
    await signUp(shopper);
    const begun = await callAs<Intent & { transaction: { id: string } }>(
      shopper,
      '/transactions/credits',
      { amount: 50, currency: 'CAD', paymentMethod: 'stripe' },
    );
    await confirmByCard(shopper, begun);
    await callAs(shopper, `/transactions/${begun.transaction.id}`);
    await signInAsAdmin(page);
    const { id } = await callAs<{ id: string }>(shopper, '/users/profile');
    await page.goto(`/admin/transactions?user=${id}`);
    const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row', {
      name: 'Credits bought',
    });
    await row.getByRole('button', { name: 'Refund credits' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').fill('Bought by mistake');
    await expectNoBarriers(page);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText('Refund started')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Transactions' })).toContainText(
      'Credits returned',
    );
  },
);

test('an admin creates a code, finds and refunds the order that used it, and sees the figures', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const code = `E2E-${Date.now()}`;

  await signInAsAdmin(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'admin' }).click();
  await page.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await openAdmin(page, 'Discount codes');
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog.getByText('Enter a discount')).toBeVisible();
  await dialog.getByLabel('Code').fill(code.toLowerCase());
  await dialog.getByLabel('Discount').fill('10');
  await dialog.getByLabel('Maximum orders').fill('1');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Create code' }).click();
  const row = page.getByRole('table', { name: 'Discount codes' }).getByRole('row', { name: code });
  await expect(row).toContainText('0 of 1');

  const email = await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  await packsOf(page, await payByCard(page, 'magic-mid-draft', { discountCode: code }));

  await signInAsAdmin(page);
  await page.goto('/admin/discount-codes');
  await expect(row).toContainText('1 of 1');
  await expect(row).toContainText('Ended');
  await row.getByRole('link', { name: 'Orders using it' }).click();
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders.getByRole('row')).toHaveCount(2);
  await expect(orders).toContainText(email);
  await orders.getByRole('link').first().click();
  await expect(dialog).toContainText('payment_intent.succeeded');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Refund 1 unopened pack' }).click();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Torn in the post');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog).toContainText('1 returned');
  await expect(dialog).toContainText('Torn in the post');
  await page.keyboard.press('Escape');
  await expect(orders).toContainText('Refunded');

  await page.getByLabel('Order, payment, e-mail or discount code').fill(email);
  await expect(orders.getByRole('row')).toHaveCount(3);
  await page.getByRole('tab', { name: 'Paid' }).click();
  await expect(orders.getByRole('row')).toHaveCount(2);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('orders.csv');
  // The file has what the list shows: the paid order alone.
  const saved = await readFile(await file.path(), 'utf8');
  expect(saved).toContain(`,${email},balance,1,`);
  expect(saved.trim().split('\n')).toHaveLength(2);

  await orders.getByRole('link').first().click();
  await dialog.getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Give credits' }).click();
  for (const typed of ['99999999', '-5', '20000']) {
    await dialog.getByLabel('Amount in CAD').fill(typed);
    await dialog.getByRole('button', { name: 'Give credits' }).click();
    await expect(dialog.getByText('Amount must be between 0.01 and 10000')).toBeVisible();
  }
  await dialog.getByLabel('Amount in CAD').fill('12.345');
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  await expect(dialog.getByText('Amounts have at most two decimal places')).toBeVisible();
  await dialog.getByLabel('Amount in CAD').fill('5');
  await dialog.getByLabel('Reason').fill('For the trouble');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('For the trouble');
  await page.getByRole('tab', { name: 'Ledger' }).click();
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row').nth(1)).toContainText('Promotions');
  const balance = cad(await ledger.getByRole('row').nth(1).getByRole('cell').last().textContent());
  await expectNoBarriers(page);

  const loaded = page.waitForResponse('**/api/admin/overview*');
  await openAdmin(page, 'Overview');
  // While this test runs, other tests' shoppers spend credits. So this test compares the page with the shop's own
  // response, which includes this shopper's credits.
  const { data } = (await (await loaded).json()) as { data: { creditsHeld: number } };
  const held = figure(page, 'Credits held by users');
  await expect
    .poll(async () => cad(await held.textContent()))
    .toBe(Math.round(data.creditsHeld * 100));
  expect(cad(await held.textContent())).toBeGreaterThanOrEqual(balance);
  const sales = page.getByRole('region', { name: 'Sales, CAD' });
  await expect(sales).toContainText('refunded');
  await expect(sales.getByRole('img')).toHaveAccessibleName(/^Sales, CAD, last 30 days: CAD /);
  await sales.getByText('Show as a table').click();
  await expect(sales.getByRole('table').getByRole('row')).toHaveCount(31);
  await page.getByRole('tab', { name: '7 days' }).click();
  await expect(sales.getByRole('table').getByRole('row')).toHaveCount(8);
  await expect(page).toHaveURL(/days=7/);

  // Simulates a paused counting job, with more uncounted sales than the shop adds up in one request.
  await changeResponses(page, 'showOverview', (data: object) =>
    Object.assign(data, { countedUntil: new Date().toISOString() }),
  );
  await page.getByRole('tab', { name: '90 days' }).click();
  await expect(
    page.getByText(/^Figures go up to .+ What moved since is being added up\.$/),
  ).toBeVisible();
  expect(problems).toEqual([]);
});

test('orders and money fit a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  for (const path of ['/admin', '/admin/orders', '/admin/transactions', '/admin/discount-codes']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(390);
  }
});
