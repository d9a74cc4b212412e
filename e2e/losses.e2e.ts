// A parcel is lost, a card is damaged, and a parcel with a risky payment waits until an operator has checked the
// payment.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { ship, signUpWithCards, type OwnCard } from './own-cards.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { callAs, cad, readMail, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const balanceOf = async (page: Page) =>
  (await callAs<{ account_balance: number }>(page, '/users/credits')).account_balance;
const dialog = (page: Page) => page.getByRole('dialog');
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });

test('an admin books a lost parcel and a damaged card, and their owner gets the whole value', async ({
  page,
  elsewhere,
}) => {
  const { email, cards } = await signUpWithCards(page);
  const id = await ship(page, cards.slice(0, 2));
  const admin = await elsewhere();
  await signInAsAdmin(admin);
  const problems = watchForErrors(admin);
  await admin.goto(`/admin/shipping?id=${id}`);
  await dialog(admin).getByRole('button', { name: 'Mark packed' }).click();
  await dialog(admin).getByLabel('Tracking number').fill('CP 4711');
  await dialog(admin).getByRole('button', { name: 'Mark shipped' }).click();
  const before = await balanceOf(page);
  await dialog(admin).getByRole('button', { name: 'Parcel is lost' }).click();
  const form = dialog(admin).getByRole('form', { name: 'Book this parcel as lost' });
  await expect(form).toContainText('Fee');
  const total = cad(await form.locator('dl > div').last().getByRole('definition').textContent());
  await expectNoBarriers(admin);
  await form.getByLabel('Paid').selectOption('By bank transfer');
  await form.getByRole('button', { name: 'Book the loss' }).click();
  await expect(form.getByText('Reference is required')).toBeVisible();
  await form.getByLabel('Paid').selectOption('As credits');
  await form.getByRole('button', { name: 'Book the loss' }).click();
  await expect(admin.getByText('Loss booked')).toBeVisible();
  await expect.poll(() => balanceOf(page)).toBeCloseTo(before + total / 100, 2);
  await page.goto(`/shipments/${id}`);
  await expect(progress(page).locator('[aria-current=step]')).toContainText('Lost');
  expect(await readMail(email, 'loss')).toContain('did not arrive');

  const third = cards[2]!.card;
  await admin.goto(`/admin/stock?card=${third.id}`);
  await dialog(admin).getByRole('button', { name: 'Missing or damaged' }).click();
  const book = dialog(admin).getByRole('form', { name: 'Book this card as a loss' });
  await book.getByLabel('What happened').selectOption('The card is damaged');
  await expectNoBarriers(admin);
  await book.getByRole('button', { name: 'Book the loss' }).click();
  await expect(dialog(admin).getByText(/^Booked as a loss/)).toBeVisible();
  await admin.goto('/admin/locked-cards');
  const losses = admin.getByRole('region', { name: 'Losses' });
  await expect(losses.getByText(`${third.name}: damaged`).first()).toBeVisible();
  await expect(losses.getByText('Fee of a lost parcel').first()).toBeVisible();
  expect(problems).toEqual([]);
});

test(
  'a risky payment holds the parcel, its owner sees by when it is checked, and an operator releases it',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    await signUp(page);
    const payment = await payByCard(page, 'pokemon-sv1', { card: 'pm_card_riskLevelElevated' });
    const [packId] = await packsOf(page, payment);
    await callAs(page, `/packs/${packId}/open`, {});
    const { cards } = await callAs<{ cards: OwnCard[] }>(page, '/cards/my?pageSize=50');
    const id = await ship(page, cards.slice(0, 1));
    await page.goto(`/shipments/${id}`);
    await expect(progress(page)).toContainText('We are checking the payments of this parcel, by');
    await expectNoBarriers(page);

    const admin = await elsewhere();
    await signInAsAdmin(admin);
    await admin.goto('/admin');
    const held = admin
      .getByRole('region', { name: 'To look into' })
      .getByRole('listitem')
      .filter({ hasText: `Parcel ${id.slice(0, 8)} waits for a look` });
    await expect(held).toContainText('The card provider calls a payment of this account risky.');
    await expectNoBarriers(admin);
    await held.getByRole('button', { name: 'Release' }).click();
    await held.getByLabel('Reason').fill('The buyer answered');
    await held.getByRole('button', { name: 'Release' }).click();
    await expect(held).toHaveCount(0);
    await page.reload();
    await expect(progress(page)).not.toContainText('We are checking');
    await admin.goto(`/admin/shipping?id=${id}`);
    await dialog(admin).getByRole('button', { name: 'Mark packed' }).click();
    await expect(dialog(admin).getByRole('button', { name: 'Mark shipped' })).toBeVisible();
  },
);
