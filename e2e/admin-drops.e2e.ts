// Follows a drop from the intake of its packs to its first buyer. An operator reserves the packs, previews the drop as
// buyers will see it, and publishes it. The drop then opens by itself.
import { expect, type Page } from '@playwright/test';
import { holdResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { stockType, takeIn } from './drop-stock.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const PACKS = 20;

test('an operator puts packs into a drop in three steps, by keyboard, and a shopper buys one', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  const name = `Dropped ${Date.now().toString(36)}`;
  const type = await stockType(page, name, PACKS - 1);

  await page.goto('/admin/drops');
  await page.getByRole('link', { name: 'New drop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New drop' })).toBeFocused();
  await page.getByLabel('Pack type').selectOption({ label: name });
  // The page says what is missing before the operator submits the form.
  await expect(page.getByText('Take in 1 pack more')).toBeVisible();
  await takeIn(page, type, 1);
  await page.reload();

  await expect(page.getByLabel('How many packs')).toHaveValue(String(PACKS));
  await pressByKey(page, 'Set packs aside');
  await expect(page.getByRole('heading', { level: 1, name: `Draft of ${name}` })).toBeFocused();
  const odds = page.getByRole('region', { name: 'Odds' });
  await expect(odds).toContainText(`Counted over ${PACKS} sealed packs of this drop.`);
  const seen = await odds.locator('dl').innerText();
  await followByKey(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Times, and who may buy' })).toBeVisible();
  await pressByKey(page, 'Publish');
  await expect(page.getByText('Drop 1 is published')).toBeVisible();

  await expect(page.getByRole('main').getByText('On sale', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('region', { name: 'Public log' })).toContainText('practice chain');

  const buyer = await elsewhere();
  await signUp(buyer);
  await buyer.goto(`/pack/${type}`);
  expect(await buyer.getByRole('region', { name: 'Odds' }).locator('dl').innerText()).toBe(seen);
  await callAs(buyer, '/payments/purchase-with-balance', {
    packs: [{ packId: type, quantity: 1 }],
    paymentMethod: 'balance',
  });
  await expect(page.getByText('1, 1 of them opened')).toBeVisible();
  await expect(page.getByText('All in the log')).toBeVisible({ timeout: 60_000 });
  expect(problems).toEqual([]);
});

test(
  'an operator pauses, resumes and closes a drop, and discards a draft',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    const name = `Closed ${Date.now().toString(36)}`;
    const type = await stockType(page, name, PACKS);
    const soon = { opensAt: new Date().toISOString(), closesBy: '2099-01-01T00:00:00.000Z' };
    const { id } = await callAs<{ id: string }>(page, '/admin/drops', {
      packTypeId: type,
      ...soon,
    });
    await callAs(page, `/admin/drops/${id}/publish`, { opensSoon: true, opensItself: true });
    await page.goto(`/admin/drops?packType=${type}`);
    await page
      .getByRole('link', { name: `Drop 1 of ${name}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: 60_000 });
    await expect(page.getByText('Nobody can buy its packs until it is back on sale')).toBeVisible();
    await page.getByRole('button', { name: 'Put back on sale' }).click();
    // The operator presses "Close drop" while the shop is still putting the drop back on sale. The dialog must stay open
    // when the shop's response arrives.
    await page.getByRole('button', { name: 'Close drop' }).click();
    const question = page.getByRole('alertdialog', { name: 'Close this drop?' });
    await expect(page.locator('button', { hasText: 'Pause' })).toBeAttached();
    await expect(question).toContainText(`its remaining ${PACKS} packs hold`);
    await expectNoBarriers(page);
    await question.getByRole('button', { name: 'Close drop' }).click();
    await expect(page.getByText('The drop is closed')).toBeVisible();
    await expect(page.getByText(/^Ended on/)).toBeVisible();

    await takeIn(page, type, PACKS);
    await callAs(page, '/admin/drops', { packTypeId: type, ...soon });
    await page.goto(`/admin/drops/new?packType=${type}`);
    await page.getByRole('link', { name: 'Continue with the draft' }).click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    // Even if the next page's code arrives late, the dialog closes, and exactly one notice says that the draft was
    // discarded.
    const { release } = await holdResponses(page, { address: '**/assets/drops-page*.js' });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Verifying Access')).toBeVisible();
    await expect(page.getByText('Draft discarded')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Drops' })).toBeVisible();
  },
);

/** Presses Tab until a link has the focus, and follows it. */
async function followByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
}
