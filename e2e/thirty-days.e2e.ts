// Tests My cards at the end of the thirty days of its cards.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriersInAnyTheme, expectToFitEveryWidth } from './barriers.ts';
import { ageCards } from './own-cards.ts';
import { runCommand } from './run-command.ts';
import { cad, callAs, signUp } from './shopper.ts';

/** Signs up a new person who owns the ten cards of one pack. */
async function ownCards(page: Page): Promise<string> {
  const email = await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  return email;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Expiring soon' });
const rows = (page: Page) => page.getByRole('table').getByRole('row');

test('cards that expire soon are announced, and shown soonest first', async ({ page }) => {
  const email = await ownCards(page);
  await page.goto('/my-cards');
  await expect(page.getByRole('list', { name: 'Available cards' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  await ageCards(email, 5, 2);
  await ageCards(email, 0.5, 1);
  await page.reload();
  await expect(panel(page)).toContainText('3 cards will convert to credits within 7 days.');
  const worth = cad(await panel(page).textContent());

  await panel(page).getByRole('link', { name: 'Show these cards' }).press('Enter');
  await expect(page).toHaveURL(/expiring=true/);
  await expect(rows(page)).toHaveCount(1 + 3);
  await expect(rows(page).nth(1)).toContainText('within a day');
  let sum = 0;
  for (const row of (await rows(page).all()).slice(1)) sum += cad(await row.textContent());
  expect(worth).toBe(sum);

  await page.reload();
  await expect(rows(page)).toHaveCount(1 + 3);
  await panel(page).getByRole('link', { name: 'Show all cards' }).click();
  await expect(page).not.toHaveURL(/expiring/);
  await expect(rows(page)).toHaveCount(1 + 8);
});

test(
  'the bell tells of the cards of the last three days, and leads to them',
  { tag: '@long' },
  async ({ page }) => {
    const email = await ownCards(page);
    await ageCards(email, 5, 2);
    await ageCards(email, 0.5, 1);
    await runCommand(['jobs', 'run', 'remind-expiring']);
    await page.goto('/my-cards');
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
    const news = page.getByRole('region', { name: 'Notices', exact: true });
    await expect(news).toContainText(/^.*The 30 days of [^,]+ end within 3 days: sell it/s);
    await expect(news.getByRole('link', { name: 'See your cards' })).toHaveAttribute(
      'href',
      '/my-cards?expiring=true',
    );
  },
);

test(
  'after the last of them is sold, the list says that nothing expires soon',
  { tag: '@long' },
  async ({ page }) => {
    const email = await ownCards(page);
    await ageCards(email, 2, 1);
    await page.goto('/my-cards?expiring=true');
    await expect(panel(page)).toContainText('1 card will convert to credits within 7 days.');
    await page.getByRole('button', { name: /^Sell/ }).click();
    await page.getByRole('button', { name: 'Confirm Sell' }).click();
    await expect(page.getByRole('heading', { name: 'No cards expire soon' })).toBeVisible();
    // A separate request counts the cards for the line above the list.
    await expect(page.getByRole('region', { name: 'Expiring soon' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all cards' }).click();
    await expect(rows(page)).toHaveCount(1 + 8);
  },
);

test(
  'a user without conversion reads that cards are locked, and how to release them',
  { tag: '@long' },
  async ({ page }) => {
    const email = await ownCards(page);
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    await page.request.put('/api/users/settings/preferences', {
      headers: { authorization: `Bearer ${token}` },
      data: { autoConvertExpiredCards: false },
    });
    await ageCards(email, 6.5, 2);
    await ageCards(email, -1, 3, 'locked');
    await page.goto('/my-cards');
    await expect(panel(page)).toContainText('2 cards will be locked within 7 days.');
    await expect(page.getByText('3 cards are locked: past their thirty days.')).toBeVisible();
    const help = page.getByText('stays locked until we release it for 30 more');
    await help.getByRole('button', { name: 'Ask for release' }).click();
    await expect(
      page.getByText('3 cards. We answer by mail, from hello@feltandfoil.test.'),
    ).toBeVisible();
  },
);

test('everybody can use all of these screens', { tag: '@long' }, async ({ page }) => {
  const email = await ownCards(page);
  await ageCards(email, 0.5, 2);
  await ageCards(email, -1, 3, 'locked');
  await page.goto('/my-cards?expiring=true');
  await expect(panel(page)).toBeVisible();
  await expectNoBarriersInAnyTheme(page);
  await expectToFitEveryWidth(page);
});
