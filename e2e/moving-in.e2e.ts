// An admin brings the customers of another shop without a pointer, and one of them chooses a password by the mail.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { PASSWORD, readMail, signInAsAdmin, watchForErrors } from './shopper.ts';

const SHOPIFY = readFileSync('docs/examples/moving-in/shopify-customers.csv', 'utf8').split(
  '\n',
)[0]!;

for (const { where, width } of [
  { where: 'on a phone', width: 390 },
  { where: 'on a desk', width: 1280 },
]) {
  test(`an admin moves a customer with store credit in by keyboard ${where}, who chooses a password and sees it`, async ({
    page,
    elsewhere,
  }) => {
    const problems = watchForErrors(page);
    const email = `moved-${width}-${Date.now()}@example.com`;
    const line = `1,Ada,North,${email}${','.repeat(SHOPIFY.split(',').length - 4)},12.50`;
    await signInAsAdmin(page);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/imports');
    await tabTo(page, page.getByLabel('What it holds'));
    await page.keyboard.type('Customers');
    await expect(page.getByText(/^Shopify’s export of customers is read as it is/)).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({
      name: 'customers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([`${SHOPIFY},credit`, line, `2,,,${email}x`].join('\n')),
    });
    await tabTo(page, page.getByLabel('All lines: credit kind'));
    await page.keyboard.type('bought');
    await expectNoBarriers(page);
    await pressByKey(page, 'Send the file');
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText(
      `${email} is new, bought credits 12.50`,
    );
    await expect(page.getByText('For all lines: credit kind bought.')).toBeVisible();
    await expect(page.getByText(/^Columns that are not read: Customer ID, /)).toBeVisible();
    await expectNoBarriers(page);
    await pressByKey(page, 'Take in all 2 accounts');
    await expect(page.getByText('2 accounts came in.')).toBeVisible();
    expect(problems).toEqual([]);

    const owner = await elsewhere();
    const wrong = watchForErrors(owner);
    await owner.setViewportSize({ width, height: 844 });
    const link = new URL(/^http.*$/m.exec(await readMail(email, 'imported_account'))![0]);
    await owner.goto(link.pathname + link.search + link.hash);
    await expect(owner.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await expect(owner.getByLabel('Verification code')).toHaveCount(0);
    await tabTo(owner, owner.getByRole('textbox', { name: 'New password' }));
    await owner.keyboard.type(PASSWORD);
    await expectNoBarriers(owner);
    await owner.keyboard.press('Enter');
    await expect(owner.getByText('Log in with the new one.')).toBeVisible();
    await tabTo(owner, owner.getByRole('textbox', { name: 'Password' }));
    await owner.keyboard.type(PASSWORD);
    await owner.keyboard.press('Enter');
    await expect(owner).not.toHaveURL(/\/auth/);
    await owner.goto('/transactions');
    await expect(owner.getByText('+CAD 12.50').filter({ visible: true }).first()).toBeVisible();
    expect(wrong).toEqual([]);
  });
}
