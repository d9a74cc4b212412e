// If a visitor goes to another page and back, the content that was in view is in view again, and typed text is still
// there.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';

/** Records the kinds of view transitions that the page starts. */
async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (how) => {
      moves.push(typeof how === 'object' ? [...(how?.types ?? [])].join() : 'any');
      return start(how);
    };
  });
  return () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
}

/** Opens the shelf and waits for hydration, because a link of a page without hydration loads the next page in full. */
async function openShelf(page: Page): Promise<void> {
  await page.goto('/packs');
  await expect(page.getByLabel('Game')).toBeEnabled();
}

test(
  'the picture of a pack flies from the shelf to its page and back',
  { tag: '@pictures' },
  async ({ page }) => {
    const moves = await watchMoves(page);
    await openShelf(page);
    // Both pages give the picture the same transition name, and each uses that name only once. So the browser treats
    // the two pictures as one.
    const pictures = () =>
      page
        .locator('img')
        .evaluateAll(
          (all) => all.filter((one) => one.style.viewTransitionName === 'pack-pokemon-sv3').length,
        );
    await expect.poll(pictures).toBe(1);
    await page.getByRole('link', { name: 'Obsidian Flames' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: /Obsidian Flames/ })).toBeVisible();
    await expect.poll(pictures).toBe(1);
    await expect.poll(moves).toEqual(['pack']);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: /^All Packs/ })).toBeVisible();
    await expect.poll(moves).toEqual(['pack', 'pack']);
  },
);

test(
  'a browser that takes no snapshot for the transition still shows the pack',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      document.startViewTransition = () =>
        ({ updateCallbackDone: new Promise(() => {}) }) as unknown as ViewTransition;
    });
    await openShelf(page);
    await page.getByRole('link', { name: 'Obsidian Flames' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: /Obsidian Flames/ })).toBeVisible();
  },
);

test('other pages change without a transition', { tag: '@long' }, async ({ page }) => {
  const moves = await watchMoves(page);
  await openShelf(page);
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveTitle(/^About/);
  expect(await moves()).toEqual([]);
});

test('a screen reader starts a new page at its heading, and Back returns to the same place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openShelf(page);
  const pack = page.getByRole('link', { name: 'Mystic Fighters' }).first();
  await pack.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 120));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await pack.click();
  await expect(page.getByRole('heading', { level: 1, name: /Mystic Fighters/ })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^All Packs/ })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test(
  'the stage of the home page still shows the pack that was viewed last',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Next pack' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first!);
    const second = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('link', { name: 'View pack' }).click();
    await expect(page).toHaveURL(/\/pack\//);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second!);
  },
);

test(
  'Back and Forward from a card found by a search do not count as a search',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/cards');
    await page.getByLabel('Name, number or set').fill('pika');
    await expect(page).toHaveURL(/search=pika/);
    await page
      .getByRole('list', { name: 'Cards', exact: true })
      .getByRole('link', { name: /Pikachu/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /Pikachu/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Name, number or set')).toHaveValue('pika');
    await page.goBack();
    await expect(page).toHaveURL(/\/cards$/);
    await expect(page.getByLabel('Name, number or set')).toHaveValue('');
    await page.goForward();
    await expect(page).toHaveURL(/search=pika/);
  },
);
