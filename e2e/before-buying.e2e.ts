// Before a purchase, visitors read what the shop is, what a purchase costs, and what happens afterwards.
import { expect, type Page } from '@playwright/test';
import { sealSentence } from '#domain/seal.ts';
import { test } from './kept-page.ts';
import { callAs, signUp } from './shopper.ts';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The bottom edge of a text on the screen, in CSS pixels from the top. */
async function endOf(page: Page, name: string): Promise<number> {
  const box = await page.getByText(name, { exact: true }).first().boundingBox();
  return box!.y + box!.height;
}

test('the first screen says what the shop is, and still shows the pack and its price', async ({
  page,
}) => {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await page.goto('/');
    await expect(page.getByText(/^Real sealed packs\. .* keep, sell or ship/)).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
    expect(await endOf(page, 'CAD 4.99')).toBeLessThan(window.height);
  }
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveText([
    /Buy a sealed pack/,
    /Open it here/,
    /Keep, sell or ship/,
  ]);
  // All prices of the demo are from one day, so the page must not claim daily updates.
  const sentence = 'Card prices come from public card-price sources.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText('updated daily')).toHaveCount(0);
  await expect(page.getByText('Card prices shown are those of 2/14/2026.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'How it works' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible();
  const main = page.getByRole('main');
  for (const told of [
    '8% tax is added to the price of a pack, and CAD 0.50 to a payment by card.',
    'A card is yours for 30 days',
    'at 50% of its market value',
    'CAD 8.00, 3-5 business days',
    'each further one adds CAD 0.15',
    'Opened packs can’t be returned',
    'earned ones can’t be paid out as money.',
    '3.5% and CAD 0.50',
  ]) {
    await expect(main).toContainText(told);
  }
  const links = page.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  await expect(links).toHaveText([
    'Home',
    'Packs',
    'Cards',
    'About',
    'How it works',
    'Fairness',
    'Where we sell',
    'Helplines',
  ]);
});

test('a pack shows under BUY NOW what decides the purchase, and what its odds and its certification are', async ({
  page,
}) => {
  await page.goto('/pack/magic-mid-draft');
  await page.getByText('Before you buy', { exact: true }).click();
  for (const told of [
    'CAD 5.39 with tax, CAD 5.89 by card.',
    'Cards are yours for 30 days',
    /Shipping starts at CAD 8\.00 a parcel\. All \d+ cards in one parcel: Canada CAD \d+\.\d\d; United States/,
    'earned ones can’t be paid out as money.',
    'Opened packs can’t be returned.',
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: told })).toBeVisible();
  }
  const odds = page.getByRole('region', { name: 'Odds' });
  await expect(odds).toContainText(/Counted over \d+ sealed packs/);
  await expect(odds).toContainText('Most packs hold cards worth less than they cost');
  await expect(odds).toContainText('Card prices are those of 2/14/2026.');
  // The possible hits come before the long text, because buyers buy a pack for its hits.
  const hits = page.getByRole('heading', { name: 'Potential Hit Cards' });
  expect((await hits.boundingBox())!.y).toBeLessThan((await odds.boundingBox())!.y);

  await page.getByRole('link', { name: 'Verify certification' }).click();
  // The page shows the story of the drop first. The list of all its packs is folded up below the story.
  const story = page.getByRole('list', { name: 'The story of this drop' });
  await expect(story.getByRole('listitem')).toHaveText([
    /^Fixed/,
    /^Ordered · .* UTCA practice number put the packs in a row/,
    /^Sold/,
    /^Opened/,
  ]);
  await expect(page.getByText('Could we keep the good packs for ourselves?')).toBeVisible();
  await page.getByText('All packs', { exact: true }).click();
  await expect(page.getByText(/^A certification shows .*\. It doesn’t prove/)).toBeVisible();
  // The page of certifications describes the drop in the same words as the page of the pack.
  const main = page.getByRole('main');
  await expect(main).toContainText('Which of them you get was set by a practice number');
  await expect(main).not.toContainText('fixed when it came in');
  await main.getByRole('link', { name: 'How to check: drop 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drop 1' })).toBeVisible();
});

test(
  'a buyer sees what opened packs held, and what their own packs have cost and brought so far',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await callAs(page, '/packs/purchase', { packId: 'pokemon-sv1', quantity: 10 });
    const opened = page.getByRole('region', { name: 'What opened packs held' });
    await expect(async () => {
      await page.goto('/pack/pokemon-sv1');
      await expect(opened.getByText(/^\d*0 opened, \d+ above the price$/)).toBeVisible();
    }).toPass();
    const dots = opened.getByRole('img', { name: /^\d*0 opened packs by market value, from CAD/ });
    const bounds = await dots.boundingBox();
    const below = page.getByRole('region', { name: 'Odds' });
    expect(bounds!.y, 'right under the price').toBeLessThan((await below.boundingBox())!.y);
    await opened.getByText('Show as a table').focus();
    await page.keyboard.press('Enter');
    const table = opened.getByRole('table', { name: 'Opened packs by market value' });
    const packs = await table.getByRole('cell').allTextContents();
    const count = packs.reduce((sum, text) => sum + Number(text), 0);
    expect(count).toBe(await dots.locator('circle').count());
    expect(count % 10).toBe(0);
    for (const dot of await dots.locator('circle').all()) {
      const { x, width } = (await dot.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(bounds!.x - 1);
      expect(x + width).toBeLessThanOrEqual(bounds!.x + bounds!.width + 1);
    }

    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await page.goto('/checkout?packId=pokemon-sv1');
      await expect(
        page.getByText(
          /^On average a pack’s cards sell back for CAD \d+\.\d\d\. \d+ of \d+ sell back for their price or more\.$/,
        ),
      ).toBeVisible();
      await expect(
        page.getByText('Last 30 days: you spent CAD 59.29 and got CAD 0.00 back.'),
      ).toBeVisible();
    }
  },
);

test(
  'a demo says which figures are samples, and shows no button for a network that is not configured',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/about');
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect(figures.getByRole('term').filter({ hasText: '(sample figure)' })).toHaveCount(3);
    for (const figure of ['10,000+', '$500K+', '99.9%'])
      await expect(figures).toContainText(figure);
    await expect(
      // If another test has stored prices of today in this shop, the sentence says "updated daily".
      page.getByText(
        /^Card prices (come|are updated daily) from public price sources\. The newest are those of \d+\/\d+\/2026\.$/,
      ),
    ).toBeVisible();
    // A site without an address in the settings gets no link, as the settings page says.
    await expect(page.getByRole('link', { name: /Twitter|Facebook/ })).toHaveCount(0);
  },
);

test('“sealed” means the same everywhere: each page with the word says how packs are sealed', async ({
  page,
}) => {
  for (const path of ['/', '/how-it-works', '/about', '/fairness']) {
    await page.goto(path);
    await expect(page.getByText(sealSentence(['resealed'])).first(), path).toBeVisible();
  }
  await page.goto('/pack/magic-mid-draft');
  await page.getByText('Before you buy', { exact: true }).click();
  await expect(page.getByText(sealSentence(['resealed']))).toBeVisible();
  await page
    .getByRole('link', { name: /certification/i })
    .first()
    .click();
  // Only the page of certifications has this list, so no link of the page before is pressed by mistake.
  await page.getByText('All packs', { exact: true }).click();
  await page.getByRole('group').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Pack certification' })).toBeVisible();
  await expect(page.getByText(sealSentence(['resealed']))).toBeVisible();
  await expect(page.getByText('nobody learns')).toHaveCount(0);
});
