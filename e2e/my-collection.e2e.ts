// A collector uses My cards: filters the cards, ticks them across pages, sees their sum, saves them as a file, and
// reads the binder with the keyboard alone.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { fingerOn } from './draw-finger.ts';
import { test } from './kept-page.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
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
  await page.goto('/my-cards?tab=available');
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

  // The line above the table counts the cards of all pages; the bar counts the ticked cards.
  const summary = await page.getByText(/^\d+ cards · Sells for/).textContent();
  const all = Number(/^\d+/.exec(summary!)![0]);
  expect(all).toBeGreaterThan(9);
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  // The previous page stays visible until the next page has loaded.
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
  await expect(page).toHaveURL('/my-cards?view=rows');
});

test(
  'a shopper chooses and reads the binder by keyboard alone, and the choice is remembered',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signUp(page);
    await buy(page, 'pokemon-sv1', 1);
    await page.goto('/my-cards');
    await page.getByRole('button', { name: 'Binder', exact: true }).focus();
    await page.keyboard.press('Enter');
    const binder = page.getByRole('list', { name: /, page \d+ of \d+$/ });
    await expect(binder.getByRole('listitem')).toHaveCount(9);
    // The page shows the number of owned cards above the binder, so an empty pocket need not show that its card is
    // missing.
    await expect(page.getByText(/^\d+ of 258$/)).toBeVisible();
    await expect(binder.getByText('Missing').first()).toHaveClass('sr-only');

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
    // After the binder is closed, the scroll position is the same as before, and Back leaves the page instead of opening
    // the binder again.
    expect(await scrolled()).toBe(before);
    await page.goBack();
    await expect(page).not.toHaveURL(/my-cards/);
    await page.goForward();
    await expect(page).toHaveURL('/my-cards');
    await expect(binder.getByRole('listitem')).toHaveCount(9);

    // A pocket can be ticked like a row, and stays ticked on another page.
    await page.getByRole('button', { name: 'Select cards' }).press('Enter');
    await binder.getByRole('checkbox').first().focus();
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
    const turns = page.getByRole('button', { name: /^(Previous|Next) you own$/ });
    await turns.and(page.locator(':not([aria-disabled])')).first().focus();
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
    // The one pack cost 5.49 plus 8 % tax. Nothing was sold, and the welcome gift doesn't count.
    await expect(worth).toContainText(/Spent\s*CAD 5\.93/);
    await expect(worth).toContainText(/Returned\s*CAD 0\.00/);
    await expect(worth).toContainText('aren’t counted on either side');
    await expect(worth.getByRole('img')).toHaveAccessibleName(/Spent: from CAD 0\.00 to CAD 5\.93/);
    expect(problems).toEqual([]);
  },
);

test(
  'a shopper sees the cards they own, best first, by touch on a phone and by keyboard on a desktop',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signUp(page);
    await buy(page, 'pokemon-sv1', 3);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/my-cards');
    const wall = page.getByRole('list', { name: 'Available cards' });
    const places = wall.getByRole('listitem');
    const pages = page.getByRole('navigation', { name: 'Cards, pages' });
    await expect(places).toHaveCount(24);
    const cards = wall.getByRole('link');
    // Three cards are side by side, and the first begins within the first 360 pixels.
    const [first, third, fourth] = await Promise.all(
      [0, 2, 3].map(async (at) => (await cards.nth(at).boundingBox())!),
    );
    expect(first!.y).toBeLessThan(360);
    expect([third!.y, fourth!.x]).toEqual([first!.y, first!.x]);
    const prices = (await wall.getByText(/^CAD/).allTextContents()).map(cad);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));

    // The light follows the finger from card to card. A tap opens the card.
    const turned = (at: number) =>
      cards
        .nth(at)
        .locator('.lit-card-tilt')
        .evaluate(
          ({ style }) => style.transform !== '' && !/\(0deg\).*\(0deg\)/.test(style.transform),
        );
    const middle = { x: first!.x + first!.width / 2, y: first!.y + first!.height / 2 };
    const finger = await fingerOn(page);
    await finger('touchStart', { x: middle.x + 10, y: middle.y });
    await expect.poll(() => turned(0)).toBe(true);
    await finger('touchMove', { x: middle.x + 60, y: middle.y });
    await finger('touchMove', { x: third!.x + third!.width / 4, y: middle.y });
    await expect.poll(() => turned(2)).toBe(true);
    await expect.poll(() => turned(0)).toBe(false);
    await finger('touchEnd');
    await expect.poll(() => turned(2)).toBe(false);
    await expect(page).toHaveURL('/my-cards');
    await finger('touchStart', middle);
    await finger('touchEnd');
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('Pulled from its pack');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toHaveCount(0);

    // After "Select cards", a press ticks a card, and the ticks stay on the next page and in the other views.
    await page.getByRole('button', { name: 'Select cards' }).click();
    const ticks = wall.getByRole('checkbox');
    await ticks.first().check();
    await expect(page.getByText('Selected all (1)')).toBeVisible();
    await expectNoBarriers(page);
    await pages.getByRole('button', { name: 'Page 2' }).click();
    await expect(places).toHaveCount(9);
    await expect(page).toHaveURL(/page=2/);
    await page.reload();
    await expect(places).toHaveCount(9);

    // From here on, the test uses only the keyboard.
    await page.setViewportSize({ width: 1280, height: 900 });
    await pressByKey(page, 'Filter');
    await expect(page.getByLabel('Pack', { exact: true })).toBeFocused();
    await page.getByLabel('Rarity').selectOption('Common');
    await expect(page).toHaveURL(/rarity=common/);
    await expect(page.getByRole('button', { name: 'Filter, in use' })).toBeVisible();
    await tabTo(page, cards.first());
    await page.keyboard.press('ArrowDown');
    await expect(cards.nth(6)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(cards.nth(5)).toBeFocused();
    const name = (await cards.nth(5).textContent())!.split(',')[0]!;
    await page.keyboard.press('Enter');
    await pressByKey(page, 'Sell');
    await pressByKey(page, 'Confirm Sell');
    await expect(page.getByRole('dialog', { name })).toContainText('Sold for');
    await page.keyboard.press('Escape');

    // Uses the view with rows last. My cards must open with this view the next time.
    await pressByKey(page, 'Rows');
    await expect(page.getByRole('table', { name: 'Available cards' })).toBeVisible();
    await page.goto('/my-cards');
    await expect(page.getByRole('table', { name: 'Available cards' })).toBeVisible();
    expect(problems).toEqual([]);
  },
);
