import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { boughtBeforeLimits, packsOf, payByCard } from './pack-to-open.ts';
import { askDatabase, cad, callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';
import { expectNoBarriers } from './barriers.ts';

async function buy(page: Parameters<typeof callAs>[0], quantity = 1): Promise<void> {
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity }],
    paymentMethod: 'balance',
  });
}

test('a purchase is visible on My account, in the list and on its receipt', async ({ page }) => {
  const problems = watchForErrors(page);
  await signUp(page);
  await buy(page);

  await page.goto('/my-account');
  const recent = page.getByRole('region', { name: 'Recent transactions' });
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  const spent = cad(await recent.getByText(/^-CAD/).textContent());
  const spending = page.getByRole('region', { name: 'Spending, last 7 days' });
  const chart = spending.getByRole('img');
  await expect(chart).toHaveAccessibleName(/^Spending, CAD, last 7 days: CAD [\d.]+ in all/);
  const total = await spending.getByText(/spent/).textContent();
  expect(cad(total)).toBe(spent);
  // The welcome credits are a gift.
  expect(total).toContain('CAD 0.00 earned');
  await spending.getByText('Show as a table').click();
  await expect(spending.getByRole('row')).toHaveCount(8);

  await recent.getByRole('link', { name: 'See all transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Pack purchase' });
  await expect(page).toHaveURL(/type=pack_purchase/);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);
  expect(cad(await rows.nth(1).textContent())).toBe(spent);

  await rows.nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pack purchase' })).toBeVisible();
  await page.getByRole('link', { name: 'View receipt' }).click();
  // The document is an invoice if another test has registered the shop for a tax.
  await expect(page.getByRole('heading', { level: 1, name: /^(Receipt|Invoice)$/ })).toBeVisible();
  await expect(page.getByText(/^FF-\d{8}-[0-9A-F]{8}$/)).toBeVisible();
  const sheet = page.getByRole('table');
  expect(cad(await sheet.getByRole('row', { name: /^Total/ }).textContent())).toBe(spent);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(sheet).toBeVisible();
  expect(problems).toEqual([]);
});

test('a filter without matches says so, and can be cleared', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/transactions?type=shipping_fee&page=3');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all transactions' }).click();
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2); // The welcome credits.
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page).toHaveURL(/to=2020-01-01/);
  await expect(page.getByText('No transactions found')).toBeVisible();
});

test(
  'a date can be typed to the last digit of its year in a filter',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/transactions');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
    for (const [field, month] of [
      ['From', '10'],
      ['To', '11'],
    ] as const) {
      const day = page.getByLabel(field, { exact: true });
      await day.focus();
      // Types a month and a day with the same number, because their order depends on the browser.
      await page.keyboard.type(`${month}${month}2026`);
      await expect(page).toHaveURL(new RegExp(`${field.toLowerCase()}=2026-${month}-${month}`));
      await expect(day).toBeFocused();
      await expect(day).toHaveValue(`2026-${month}-${month}`);
    }
    // The list did not react while the year was incomplete.
    expect(addresses.filter((search) => /=0\d{3}-/.test(search))).toEqual([]);
    await page.goBack();
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  },
);

test('another user’s transaction is not found', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/transactions/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Transaction not found')).toBeVisible();
  await page.goto('/transactions/nonsense/receipt');
  await expect(page.getByText('Transaction not found')).toBeVisible();
});

test('credits are bought by card, with the fee shown before', async ({ page }) => {
  const problems = watchForErrors(page);
  await signUp(page);
  await page.goto('/my-account');
  const balance = page.getByRole('region', { name: 'Account Balance' });
  const before = cad(await balance.textContent());
  await balance.getByRole('link', { name: 'Buy credits' }).click();

  await page.getByRole('textbox', { name: 'Credits' }).fill('9');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Minimum purchase amount is CAD 10')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Credits' })).toBeFocused();
  await page.getByRole('button', { name: '100', exact: true }).click();
  await expect(page.getByText('CAD 104.00')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();

  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration (MM/YY)').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('M5V 2T6');
  await page.getByRole('button', { name: 'Pay CAD 104.00' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credits bought' })).toBeVisible();
  await expect(page.getByText('+CAD 100.00')).toBeVisible();
  await expect(page.getByText('Completed')).toBeVisible();

  await page.goto('/my-account');
  await expect(balance).not.toContainText(`CAD ${(before / 100).toFixed(2)}`);
  expect(cad(await balance.textContent())).toBe(before + 10_000);
  expect(problems).toEqual([]);
});

test('unspent credits go back to the card by a button, and earned ones stay', async ({ page }) => {
  const problems = watchForErrors(page);
  await signUp(page);
  await page.goto('/top-up');
  await page.getByRole('textbox', { name: 'Credits' }).fill('20');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration (MM/YY)').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('M5V 2T6');
  await page.getByRole('button', { name: 'Pay CAD 21.20' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credits bought' })).toBeVisible();

  await page.goto('/top-up');
  const parts = page.getByRole('region', { name: 'Your credits' });
  await expect(parts).toContainText('BoughtCAD 20.00');
  await expect(parts).toContainText('spent firstCAD 100.00');
  const button = parts.getByRole('button', { name: 'Give back unspent credits' });
  await button.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('CAD 20.00 leaves your balance');
  await expect(question).toContainText('CAD 21.20 goes back to the card that paid');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Give back', exact: true }).click();
  await expect(page.getByText('Your credits go back')).toBeVisible();
  await expect(parts).toContainText('BoughtCAD 0.00');
  await expect(button).toHaveCount(0);

  await page.goto('/transactions?type=refund');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  expect(problems).toEqual([]);
});

test('a buyer who is too late to return packs asks, an operator allows it after seeing what was opened, and the buyer returns them', async ({
  page,
  elsewhere,
}) => {
  const email = await signUp(page);
  await packsOf(page, await payByCard(page, 'pokemon-sv1'));
  await askDatabase(
    `update orders set paid_at = paid_at - interval '61 minutes' where user_id = (select id from users where email = $1)`,
    [email],
  );
  await page.goto('/transactions?type=pack_purchase');
  await page.getByRole('table').getByRole('link').click();
  await expect(page.getByText(/^Packs can be returned here within 60 minutes/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask to return packs' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('Bought twice');
  await question.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(/^You asked to return these packs/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask to return packs' })).toHaveCount(0);

  const operator = await elsewhere();
  await signInAsAdmin(operator);
  await operator.goto(`/admin/orders?search=${encodeURIComponent(email)}`);
  const orders = operator.getByRole('table', { name: 'Orders' });
  await expect(orders).toContainText('Asks to return packs');
  await orders.getByRole('link').first().click();
  const drawer = operator.getByRole('dialog');
  await expect(drawer).toContainText('By this buyer');
  await drawer.getByRole('button', { name: 'Allow the return' }).click();
  await expectNoBarriers(operator);
  await drawer.getByLabel('Reason').fill('Nothing was opened');
  await drawer.getByRole('button', { name: 'Allow the return' }).click();
  await expect(operator.getByText('The buyer is told by mail')).toBeVisible();
  await expect(drawer).toContainText('Allowed');

  await page.reload();
  await expect(page.getByText(/^Until .* you can return the unopened packs here\./)).toBeVisible();
  await page.getByRole('button', { name: 'Refund unopened packs' }).click();
  await question.getByLabel('Reason').fill('Bought twice');
  await question.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Refund started')).toBeVisible();
});

test(
  'packs that were paid by card and not opened can be returned',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    const payment = await payByCard(page, 'pokemon-sv1');
    await packsOf(page, payment);
    await boughtBeforeLimits(payment);

    await page.goto('/transactions?type=pack_purchase');
    await page.getByRole('table').getByRole('link').click();
    await page.getByRole('button', { name: 'Refund unopened packs' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(question.getByText('Reason is required')).toBeVisible();
    await question.getByLabel('Reason').fill('Bought twice');
    await question.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText('Refund started')).toBeVisible();
    // The page lists the refund, and nothing more can be refunded.
    const refund = page.getByRole('link', { name: /^CAD 6\.43 on / });
    await expect(refund).toBeFocused();
    await expect(page.getByRole('button', { name: 'Refund unopened packs' })).toHaveCount(0);
    await refund.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Refund' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Refund');
  },
);
