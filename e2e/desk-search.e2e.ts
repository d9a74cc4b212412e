// An operator finds what they need from any page by one field, by keys alone, begins an act there, and leaves a note.
import { expect } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

test('an operator finds an order and its buyer by keys, leaves a note, and begins an act', async ({
  page,
  elsewhere,
}) => {
  const shopper = await elsewhere();
  const email = await signUp(shopper);
  await callAs(shopper, '/packs/purchase', { packId: 'magic-mid-draft', quantity: 1 });

  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  await page.goto('/admin/jobs');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search the shop' });
  // Speech input types letters, so the keys can be turned off.
  const keys = page.getByRole('checkbox', { name: /^Single keys/ });
  await page.keyboard.press('/');
  await keys.uncheck();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
  await keys.check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  const order = page.getByRole('group', { name: 'Orders' }).getByRole('option');
  await expect(order).toContainText(email);
  await expect(order).toHaveAttribute('aria-selected', 'true');
  await expectNoBarriers(page);
  await page.keyboard.press('ArrowDown');
  const person = page.getByRole('group', { name: 'People' }).getByRole('option');
  await expect(person).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  const drawer = page.getByRole('dialog', { name: /^Order / });
  await expect(drawer).toContainText('Credits paid for this order');
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Called: the seal was torn.');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'the seal was torn' })).toContainText(
    'By admin@feltandfoil.test',
  );
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Ordered' })).toContainText(email);
  await expectNoBarriers(page);

  // Ctrl K works in a field too. Enter waits for the matches of the last typed text.
  await drawer.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(`give credits to ${email}`);
  await page.keyboard.press('Enter');
  const giving = page.getByRole('dialog', { name: /credits/i });
  await expect(giving).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\?id=/);
  expect(problems).toEqual([]);
});
