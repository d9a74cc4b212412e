// My cards as a collector uses them: the cards are filtered, ticked across pages, added up and saved, and seen as a binder
// with the keyboard alone.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { cad, callAs, signUp, watchForErrors } from './shopper.ts';

async function buy(page: Page, packId: string, quantity: number): Promise<void> {
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId, quantity }],
    paymentMethod: 'balance',
  });
}

test('a shopper filters cards, ticks them across pages, sees their sum, and saves them all as a file', async ({
  page,
}) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 3);
  await page.goto('/my-cards');
  const which = page.getByRole('form', { name: 'Which cards' });
  await which.getByLabel('Rarity').selectOption('Common');
  await which.getByLabel('Sort').selectOption('Most valuable first');
  const table = page.getByRole('table', { name: 'Available cards' });
  await expect(table.getByText('Common')).toHaveCount(8);
  await expect
    .poll(async () => {
      const values = (await table.getByText(/^Market CAD/).allTextContents()).map(cad);
      return values.every((value, at) => at === 0 || value <= values[at - 1]!);
    })
    .toBe(true);

  // The line above counts the cards of all pages; the bar counts the ticked ones.
  const summary = await page.getByText(/^\d+ cards · Sells for/).textContent();
  const all = Number(/^\d+/.exec(summary!)![0]);
  expect(all).toBeGreaterThan(9);
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  // The previous page stays until the next one is there.
  const boxes = { name: /^Select (?!all)/ };
  await expect(table.getByRole('checkbox', { ...boxes, checked: true })).toHaveCount(0);
  await table.getByRole('checkbox', boxes).first().check();
  const bar = page.getByRole('status').filter({ hasText: 'Selected all' });
  await expect(bar).toContainText('Selected all (9)');
  // If cards are ticked, each action affects only those.
  await expect(page.getByRole('button', { name: 'Sell all' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ship all' })).toBeVisible();
  await page.getByRole('button', { name: `Select all ${all}` }).click();
  await expect(bar).toContainText(`Selected all (${all})`);
  const worth = /Sells for (CAD [\d.]+) · Market (CAD [\d.]+)/;
  expect(worth.exec((await bar.textContent())!)!.slice(1)).toEqual(worth.exec(summary!)!.slice(1));

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('my-cards.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + all);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toHaveCount(0);

  // If a filter has no results, the page says so and offers a link to all cards.
  await which.getByLabel('Market value').selectOption('CAD 20 and more');
  await page.getByRole('link', { name: 'Show all cards' }).click();
  await expect(page).toHaveURL('/my-cards');
});

test('a shopper chooses and reads the binder by keyboard alone, and the choice is remembered', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await page.goto('/my-cards');
  await page.getByRole('button', { name: 'Binder', exact: true }).focus();
  await page.keyboard.press('Enter');
  const binder = page.getByRole('list', { name: /, page \d+ of \d+$/ });
  await expect(binder.getByRole('listitem')).toHaveCount(9);
  await expect(binder.getByText(/Missing|Previously owned/).first()).toBeVisible();

  // The binder opens at a card; arrow keys move from pocket to pocket.
  const pockets = binder.locator('[data-pocket]');
  await pockets.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(pockets.nth(3)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(pockets.nth(4)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(pockets.first()).toBeFocused();

  const card = binder.getByRole('link', { name: /, number / }).first();
  const name = (await card.textContent())!.split(',')[0]!;
  const scrolled = () => page.evaluate(() => window.scrollY);
  await card.focus();
  await page.evaluate(() => window.scrollBy(0, 150));
  const before = await scrolled();
  expect(before).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText('Pulled from its pack');
  await expect(drawer).toContainText('Its pack cost');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(card).toBeFocused();
  // After the binder is closed, the scroll position is as before, and Back doesn't open the binder again.
  expect(await scrolled()).toBe(before);
  await page.goBack();
  await expect(page).not.toHaveURL(/my-cards/);
  await page.goForward();
  await expect(page).toHaveURL('/my-cards');
  await expect(binder.getByRole('listitem')).toHaveCount(9);

  // A pocket can be ticked like a row, and stays ticked on another page.
  await card.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('Selected all (1)')).toBeVisible();
  // All pockets have the same height, with or without a card. Therefore all pages have the same
  // height too.
  const heights = () =>
    binder
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height.toFixed(1)));
  const [height] = await heights();
  expect(await heights()).toEqual(Array.from({ length: 9 }, () => height));
  await page.getByRole('button', { name: 'Cards after' }).focus();
  const turned = await scrolled();
  expect(turned).toBeGreaterThan(100);
  const leaf = (await binder.getAttribute('aria-label'))!;
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/leaf=\d+/);
  await expect(page.getByRole('list', { name: leaf, exact: true })).toHaveCount(0);
  await expect(page.getByText('Selected all (1)')).toBeVisible();
  // The next page has the same height and scroll position.
  expect(await heights()).toEqual(Array.from({ length: 9 }, () => height));
  expect(await scrolled()).toBe(turned);

  await page.reload();
  await expect(binder.getByRole('listitem')).toHaveCount(9);
  await page.getByRole('tab', { name: 'Available' }).focus();
  await page.keyboard.press('End');
  const worth = page.getByRole('region', { name: 'Spent and returned' });
  // One pack cost 5.49 and 8 % of tax. Nothing was sold, and the welcome gift doesn't count.
  await expect(worth).toContainText(/Spent\s*CAD 5\.93/);
  await expect(worth).toContainText(/Returned\s*CAD 0\.00/);
  await expect(worth).toContainText('aren’t counted on either side');
  await expect(worth.getByRole('img')).toHaveAccessibleName(/Spent: from CAD 0\.00 to CAD 5\.93/);
  expect(problems).toEqual([]);
});
