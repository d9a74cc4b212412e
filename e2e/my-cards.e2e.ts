import { expect, test, type Page } from '@playwright/test';
import { comeToRest } from './come-to-rest.ts';
import { cad, callAs, signUp } from './shopper.ts';

async function buy(page: Page, packId: string, quantity: number): Promise<void> {
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId, quantity }],
    paymentMethod: 'balance',
  });
}

type Card = { card: { id: string; name: string }; packOpeningId: string };

test('fifty cards are sold at once, and those that were gone already are named', async ({
  page,
}) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 5);
  await page.goto('/my-cards?size=50');
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await expect(page.getByText('Selected all (50)')).toBeVisible();

  // Somebody sells two of them on another device in the meantime.
  const { cards } = await callAs<{ cards: Card[] }>(page, '/cards/my?status=available&pageSize=50');
  for (const { card, packOpeningId } of cards.slice(0, 2)) {
    await callAs(page, '/cards/sell', { cardId: card.id, packOpeningId });
  }

  await page.getByRole('button', { name: 'Sell all' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    /Are you sure you want to sell 50 card\(s\) for approximately CAD [\d.]+\? This action cannot be undone\./,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Sell all' }).click();

  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('Partial Success');
  await expect(notice).toContainText('48 sold');
  await expect(notice).toContainText('This card has already been sold');
  await expect(page.getByText('Selected all')).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 5);
});

test('sold cards move to the history, with what was paid', async ({ page }) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await page.goto('/my-cards');
  const row = page.getByRole('row').nth(1);
  const price = cad(await row.getByText(/^CAD/).textContent());
  await row.getByRole('button', { name: /^Sell/ }).click();
  await page.getByRole('button', { name: 'Confirm Sell' }).click();
  await expect(page.getByText('Card Sold Successfully!')).toBeVisible();

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  const gone = page.getByRole('row').nth(1);
  await expect(gone).toContainText('Sold');
  expect(cad(await gone.getByText(/^CAD/).textContent())).toBe(price);
});

test('cards can be filtered to one pack, and their pages follow', async ({ page }) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await buy(page, 'magic-mid-draft', 1);
  await page.goto('/my-cards');
  await expect(page.getByRole('button', { name: 'Page 4' })).toBeVisible(); // 26 cards, 8 a page
  await page
    .getByLabel('Pack', { exact: true })
    .selectOption({ label: 'Scarlet & Violet Booster Pack' });
  await expect(page.getByRole('button', { name: 'Page 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page 3' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3);
  await page.reload();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3);
});

test('an empty collection and an empty history say so', async ({ page }) => {
  await signUp(page);
  await page.goto('/my-cards');
  await expect(page.getByText('No cards available')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Card Packs' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('No history found')).toBeVisible();
});

test('a page that is no more leads to the last one there is', async ({ page }) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await page.goto('/my-cards?page=9');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3);
});

test('a long name keeps the page within a narrow phone', async ({ page }) => {
  const email = `${'a-very-long-name-of-somebody-'.repeat(2)}${crypto.randomUUID().slice(0, 6)}@example.test`;
  await page.setViewportSize({ width: 320, height: 800 });
  await signUp(page, email);
  for (const path of ['/', '/packs', '/auth?mode=verify', '/my-account', '/transactions']) {
    await page.goto(path);
    await comeToRest(page);
    await expect(page.locator('main').getByText(/^Loading/)).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
