// A collector finds a card and its details, with the mouse and with the keyboard alone.
import { expect, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { test } from './kept-page.ts';
import { signUp } from './shopper.ts';

const WIDTHS = [
  { name: 'on a phone', width: 390, height: 844 },
  ...(isLong ? [{ name: 'on a wide screen', width: 1280, height: 900 }] : []),
];

async function isInWindow(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(tooWide).toBe(false);
}

for (const { name, ...viewport } of WIDTHS) {
  test(`a visitor finds a card ${name} by a misspelt name, with its prices and the packs that may hold it`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/cards');
    await page.getByLabel('Name, number or set').fill('pikahcu');
    await expect(page.getByText('No card matches these words.')).toBeVisible();
    await expect(page).toHaveURL(/search=pikahcu/);
    await page.getByLabel('Set', { exact: true }).selectOption({ label: 'Paldea Evolved' });
    const cards = page.getByRole('list', { name: 'Cards', exact: true });
    const elsewhere = cards.getByRole('listitem').filter({ hasNotText: 'Paldea Evolved ·' });
    await expect(elsewhere).toHaveCount(0);
    await cards.getByRole('link', { name: 'Pikachu', exact: true }).first().click();

    await expect(page.getByRole('heading', { level: 1, name: 'Pikachu' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Finishes' })).toContainText('Reverse Foil');
    await expect(page.getByRole('link', { name: 'Paldea Evolved Booster Pack' })).toBeVisible();
    await page.getByRole('button', { name: '365 days' }).click();
    await expect(page.getByRole('img', { name: /Prices of the last 365 days/ })).toBeVisible();
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('table', { name: 'Prices that markets reported' })).toContainText(
      'TCGplayer',
    );
    await isInWindow(page);
    await page.goBack();
    await expect(page.getByLabel('Name, number or set')).toHaveValue('pikahcu');
    // If the user selects the game to which the chosen set belongs, the set stays chosen. If the user selects another
    // game, the set is cleared.
    const set = page.getByLabel('Set', { exact: true });
    await page.getByLabel('Game').selectOption('pokemon');
    await expect(page).toHaveURL(/game=pokemon/);
    await expect(page).toHaveURL(/set=/);
    await expect(set.locator(':checked')).toHaveText('Paldea Evolved');
    await page.getByLabel('Game').selectOption('magic');
    await expect(page).toHaveURL(/game=magic/);
    await expect(page).not.toHaveURL(/set=/);
    await expect(set).toHaveValue('');
  });
}

test(
  'the same works by keyboard alone, and the finishes of a card link to each other',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/cards');
    await page.getByLabel('Name, number or set').focus();
    await page.keyboard.type('pikahcu');
    await expect(page.getByText('No card matches these words.')).toBeVisible();
    const first = page.getByRole('list', { name: 'Cards', exact: true }).getByRole('link').first();
    // Waits until the result of all letters has replaced the list that the first letters found. Focus in the replaced
    // list would be lost.
    await expect(page).toHaveURL(/search=pikahcu/);
    await expect(first).toHaveText(/Pikachu/);
    while (!(await first.evaluate((link) => link === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: /Pikachu/ });
    await expect(heading).toBeFocused();
  },
);

test(
  'cards that differ only in their printing can be told apart',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/cards?search=Therion+King');
    const found = page.getByRole('list', { name: 'Cards', exact: true }).getByRole('listitem');
    await expect(found).toHaveCount(2);
    await expect(found.filter({ hasText: 'Secret Rare, Foil' })).toHaveCount(1);
    await expect(found.filter({ hasText: 'Starlight Rare, Foil' })).toHaveCount(1);
  },
);

test(
  'a price filter that is cleared at once causes no request',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/cards');
    await expect(page.getByText('you have had 0 of 207')).toBeVisible();
    const least = page.getByLabel('From, CAD');
    // The second input comes before the page has rendered the first one.
    await least.evaluate((input: HTMLInputElement) => {
      for (const written of ['100,50', '']) {
        input.value = written;
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
    });
    await page.getByLabel('To, CAD').fill('900');
    await page.getByLabel('To, CAD').press('Enter');
    await expect(page).toHaveURL(/priceMax=900/);
    await expect(page).not.toHaveURL(/priceMin/);
    await expect(least).toHaveValue('');
  },
);

test(
  'a signed-in user sees their progress in a set, and their own copies of a card',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/cards');
    await expect(page.getByText('you have had 0 of 207')).toBeVisible();
    const least = page.getByLabel('From, CAD');
    await least.fill('much');
    await least.press('Enter');
    await expect(least).toHaveAccessibleDescription('For example 12.50');
    await least.fill('100,50');
    await least.press('Enter');
    await expect(page).toHaveURL(/priceMin=100\.50/);
    await expect(least).not.toHaveAttribute('aria-invalid');
    await page.getByLabel('From, CAD').fill('');
    await page.getByLabel('From, CAD').press('Enter');
    await expect(page).not.toHaveURL(/priceMin/);
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No cards found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all cards' }).click();
    await page.getByRole('list', { name: 'Cards', exact: true }).getByRole('link').first().click();
    await expect(page.getByText('You haven’t opened one yet.')).toBeVisible();
  },
);
