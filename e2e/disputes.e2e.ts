// A cardholder disputes a payment at the bank. Tests the shopper's pages, the operator's actions, and both outcomes of
// the dispute. The sandbox plays the bank.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { openNow, packsOf, payByCard } from './pack-to-open.ts';
import { runCommand } from './run-command.ts';
import { callAs, readMail, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

type Profile = { accountPause: string | null; account_balance: number };

const profileOf = (page: Page) => callAs<Profile>(page, '/users/profile');

/**
 * Expects that the account has this pause. Polls, because the bank's event reaches the shop a moment after the
 * decision.
 */
const expectPause = (page: Page, pause: string | null) =>
  expect.poll(async () => (await profileOf(page)).accountPause).toBe(pause);

const paused = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your account is paused' });

/**
 * Opens a person's dispute from the operators' list. Reloads the page until the dispute is listed, because the list
 * refreshes only every half minute.
 */
async function openDispute(page: Page, email: string, view = ''): Promise<void> {
  const row = page.getByRole('table', { name: 'Disputes' }).getByRole('row', { name: email });
  await expect(async () => {
    await page.goto(`/admin/disputes${view}`);
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await row.getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText(email);
}

/** Lets the bank decide the dispute that is open on the page. */
async function decide(page: Page, how: 'win' | 'lose' | 'escalate'): Promise<void> {
  const id = await page
    .getByRole('dialog')
    .getByText(/^dp_\w+$/)
    .textContent();
  await runCommand(['sandbox', 'dispute', how, id!]);
}

test('a dispute pauses the shopper, the operator responds to it, and the payment stands in the end', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  const shopper = await elsewhere();
  const email = await signUp(shopper);
  await shopper.goto('/checkout?packId=pokemon-sv1');
  await shopper.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await shopper.getByLabel('Card number').fill('4000000000000259');
  await shopper.getByLabel('Expiration (MM/YY)').fill('1230');
  await shopper.getByLabel('Security code').fill('123');
  await shopper.getByLabel('Postal code').fill('M5V 2T6');
  await shopper.getByRole('button', { name: /^Pay CAD/ }).click();
  await expect(shopper).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  await expectPause(shopper, 'dispute');

  // Every page on which the pause matters shows it, and the pack stays sealed.
  await openNow(shopper).click();
  await expect(
    shopper.getByText('The payment for this is disputed with the bank.').first(),
  ).toBeVisible();
  await shopper.goto('/my-account');
  await expect(paused(shopper)).toContainText('disputed at your bank');
  const unopened = shopper.locator('section').filter({ hasText: 'Unopened packs' });
  await expect(unopened.getByText('Disputed')).toBeVisible();
  await expectNoBarriers(shopper);
  for (const path of ['/my-cards', '/top-up']) {
    await shopper.goto(path);
    await expect(paused(shopper)).toBeVisible();
  }
  expect(await readMail(email, 'disputed_payment')).toContain('tell your bank');

  // The operator gets a mail and finds the dispute from the overview.
  expect(await readMail('admin@feltandfoil.test', 'dispute')).toContain('/admin/disputes?id=');
  await signInAsAdmin(page);
  await page.goto('/admin');
  await page.getByRole('link', { name: /^\d+ disputed payments?/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible();
  await openDispute(page, email);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Fraudulent');
  await expect(drawer).toContainText('Scarlet & Violet Booster Pack');
  await expect(drawer).toContainText('Paused: a payment is disputed');
  await expectNoBarriers(page);
  const saving = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Save evidence for the bank' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('dispute.html');
  expect(await readFile(await saved.path(), 'utf8')).toContain(email);

  // An operator who trusts the shopper can end the pause before the bank decides. The disputed pack stays sealed.
  await drawer.getByRole('button', { name: 'Let the account buy again' }).click();
  await drawer.getByLabel('Reason').fill('Called us: their bank made a mistake');
  await drawer.getByRole('button', { name: 'Let the account buy again' }).click();
  await expect(page.getByText('The account may buy again').first()).toBeVisible();
  await expectPause(shopper, null);

  await decide(page, 'win');
  await openDispute(page, email, '?state=won');
  await shopper.goto('/my-account');
  await shopper.getByRole('link', { name: /^Open now/ }).click();
  await openNow(shopper).click();
  await expect(shopper.getByRole('button', { name: /^Card 1 of 11/ })).toBeVisible();
  expect(problems).toEqual([]);
});

test(
  'a failed refund waits while its payment is disputed, and is closed without money once the dispute is lost',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const problems = watchForErrors(page);
    const shopper = await elsewhere();
    const email = await signUp(shopper);
    const payment = await payByCard(shopper, 'pokemon-sv1', {
      card: 'pm_card_createDisputeInquiry',
    });
    await packsOf(shopper, payment);
    const refunded = await runCommand(['sandbox', 'refund', payment]);
    type Refunds = { transactions: { status: string }[] };
    await expect
      .poll(() => callAs<Refunds>(shopper, '/transactions?type=refund'))
      .toMatchObject({ transactions: [{ status: 'completed' }] });
    await runCommand(['sandbox', 'fail-refund', /re_\w+/.exec(refunded)![0]]);

    await signInAsAdmin(page);
    const row = page.getByRole('listitem').filter({ hasText: email });
    const expectToRead = (text: string) =>
      expect(async () => {
        await page.goto('/admin');
        await expect(row).toContainText(text, { timeout: 5_000 });
      }).toPass();
    await expectToRead('Expired or canceled card');
    await expect(row.getByRole('button', { name: 'Pay in credits' })).toBeVisible();
    expect(await readMail(email, 'refund_failed')).toContain('still owes');
    await openDispute(page, email, '?state=inquiry');
    await decide(page, 'escalate');
    await expectToRead('until the bank has decided');
    await expect(row.getByRole('button')).toHaveCount(0);
    await openDispute(page, email);
    await decide(page, 'lose');
    await expectToRead('was lost');
    await expectNoBarriers(page);
    await expect(row.getByRole('button')).toHaveText(['Close without paying']);
    await row.getByRole('button', { name: 'Close without paying' }).click();
    await expect(row).toContainText('so the shop no longer owes it');
    await row.getByLabel('Reason').fill('The bank has paid it');
    await row.getByRole('button', { name: 'Close without paying' }).click();
    await expect(page.getByText('Refund closed')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(problems).toEqual([]);
  },
);

test(
  'a lost dispute takes back the remaining packs and cards, and credits pay for the rest',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const shopper = await elsewhere();
    const email = await signUp(shopper);
    // At first the bank only inquires. The shopper opens one of two packs, and sells one of its cards back for credits.
    const payment = await payByCard(shopper, 'pokemon-sv1', {
      quantity: 2,
      card: 'pm_card_createDisputeInquiry',
    });
    const [packId] = await packsOf(shopper, payment);
    await callAs(shopper, `/packs/${packId}/open`, {});
    type Owned = { card: { id: string }; packOpeningId: string; sellPrice: number };
    const { cards } = await callAs<{ cards: Owned[] }>(
      shopper,
      '/cards/my?sortBy=price&pageSize=20',
    );
    const best = cards[0]!;
    await callAs(shopper, '/cards/sell', {
      cardId: best.card.id,
      packOpeningId: best.packOpeningId,
    });
    const { account_balance: before } = await profileOf(shopper);

    await signInAsAdmin(page);
    await openDispute(page, email, '?state=inquiry');
    await expect(page.getByRole('dialog')).toContainText('Allowed');
    await decide(page, 'escalate');
    await expectPause(shopper, 'dispute');
    await shopper.goto('/checkout?packId=magic-mid-draft');
    await expect(paused(shopper)).toBeVisible();
    await openDispute(page, email);
    await decide(page, 'lose');
    await expectPause(shopper, null);

    // The payment was for 2 packs at 5.49, 8 % tax, and the fee of 0.50. For the opened pack, which can't be returned,
    // the shopper owes at most 6.43.
    const owed = Math.min(best.sellPrice, 6.43);
    const { account_balance: after } = await profileOf(shopper);
    expect(before - after).toBeCloseTo(owed, 2);
    await shopper.goto('/my-cards?tab=history');
    await expect(shopper.getByText('Taken back').first()).toBeVisible();
    await shopper.goto('/my-account');
    await expect(shopper.getByRole('heading', { name: 'Unopened packs' })).toHaveCount(0);
    await openDispute(page, email, '?state=lost');
    await expect(page.getByRole('dialog')).toContainText('Lost');
    expect(await readMail(email, 'disputed_payment')).toContain('no longer yours');
  },
);
