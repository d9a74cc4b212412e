import { expect, type Page } from '@playwright/test';
import { changeResponses, rewriteResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { comeToRest } from './come-to-rest.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { cad, callAs, signUp, watchForErrors } from './shopper.ts';

async function buy(page: Page, packId: string, quantity: number): Promise<void> {
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId, quantity }],
    paymentMethod: 'balance',
  });
}

type Card = { card: { id: string; name: string }; packOpeningId: string; sellPrice: number };

test(
  'a worthless card is not offered for sale, and stays with its owner',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await buy(page, 'pokemon-sv1', 1);
    await changeResponses(page, 'listMyCards', ({ cards }: { cards: { sellPrice: number }[] }) => {
      for (const [at, card] of cards.entries()) card.sellPrice = at === 0 ? 0 : 0.5;
    });
    // The shop of these tests has no price sources, so its page first says that it has some.
    const stopRewriting = await rewriteResponses(page, { address: '**/my-cards?*' }, (text) =>
      text.replace(/refreshesPrices:(!1|false)/, 'refreshesPrices:!0'),
    );
    await page.goto('/my-cards?tab=available');
    const row = (at: number) => page.getByRole('table').getByRole('row').nth(at);
    await expect(row(1)).toContainText('Not bought back');
    await expect(row(1).getByRole('button', { name: /^Sell/ })).toHaveCount(0);
    await row(1).getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Sell all' })).toBeDisabled();
    await row(2).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sell all' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Sell 1 card(s)?' })).toContainText(
      'for approximately CAD 0.50? This action cannot be undone. 1 card worth nothing stays yours.',
    );

    // The dialogs of a sale announce the next change of prices only in the last hour before it, and only in a shop that
    // reads prices.
    const words = 'Prices change at 21:00 UTC.';
    const bulk = page.getByRole('alertdialog');
    const single = page.getByRole('dialog');
    for (const [time, says] of [
      ['19:59', false],
      ['20:00', true],
    ] as const) {
      await page.keyboard.press('Escape');
      await expect(bulk).toHaveCount(0);
      await page.clock.setFixedTime(`2026-11-01T${time}:00Z`);
      await row(2).getByRole('button', { name: /^Sell/ }).click();
      await expect(single).toBeVisible();
      await expect(single.getByText(words)).toHaveCount(says ? 1 : 0);
      await page.keyboard.press('Escape');
      await expect(single).toHaveCount(0);
      await page.getByRole('button', { name: 'Sell all' }).click();
      await expect(bulk).toContainText(says ? words : 'stays yours.');
      if (!says) await expect(bulk).not.toContainText(words);
    }
    stopRewriting();
    await page.reload();
    await row(2).getByRole('button', { name: /^Sell/ }).click();
    await expect(single.getByRole('button', { name: 'Confirm Sell' })).toBeVisible();
    await expect(single.getByText(words)).toHaveCount(0);
  },
);

test(
  'fifty cards are sold at once, and those that were already gone are named',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await buy(page, 'pokemon-sv1', 5);
    await page.goto('/my-cards?size=50');
    await page.getByRole('checkbox', { name: 'Select all' }).first().check();
    await expect(page.getByText('Selected all (50)')).toBeVisible();

    // Meanwhile the shopper sells two of the cards on another device.
    const { cards } = await callAs<{ cards: Card[] }>(
      page,
      '/cards/my?status=available&pageSize=50',
    );
    // The shop doesn't buy cards without a value.
    const bought = cards.filter(({ sellPrice }) => sellPrice > 0);
    for (const { card, packOpeningId } of bought.slice(0, 2)) {
      await callAs(page, '/cards/sell', { cardId: card.id, packOpeningId });
    }

    await page.getByRole('button', { name: 'Sell all' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      new RegExp(
        `Are you sure you want to sell ${bought.length} card\\(s\\) for approximately CAD [\\d.]+\\? This action cannot be undone\\.`,
      ),
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: `Sell ${bought.length}`, exact: true }).click();

    const notice = page.getByRole('region', { name: 'Notifications' });
    await expect(notice).toContainText('Partial Success');
    await expect(notice).toContainText(`${bought.length - 2} sold`);
    await expect(notice).toContainText('This card has already been sold');
    await expect(page.getByText('Selected all')).toHaveCount(0);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 55 - bought.length);

    // The wallet shows the sale as one transaction, with its cards.
    await page.goto('/transactions?type=card_sale');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3);
    const sold = `${bought.length - 2} cards`;
    const sale = page.getByRole('link', { name: sold });
    const amount = cad(await page.getByRole('row').filter({ has: sale }).textContent());
    await sale.click();
    const words = page.getByRole('region', { name: sold });
    await expect(words).toContainText(`+CAD ${(amount / 100).toFixed(2)}`);
    const behind = page.getByRole('table', { name: 'The cards of this transaction' });
    await expect(behind.getByRole('row')).toHaveCount(1 + bought.length - 2);
    await expect(behind.getByRole('columnheader', { name: 'Sold for' })).toBeVisible();
    let sum = 0;
    for (const text of (await behind.getByRole('row').allTextContents()).slice(1)) sum += cad(text);
    expect(sum).toBe(amount);
  },
);

test('sold cards move to the history with the amount paid, and each figure has a label', async ({
  page,
}) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await page.goto('/my-cards?tab=available');
  const uncommon = page.getByRole('row').filter({ hasText: 'Epic' }).first();
  await expect(uncommon).toContainText('Epic (Uncommon)');
  await expect(uncommon).toContainText(/Scarlet & Violet · \d+/);
  const row = page.getByRole('row').nth(1);
  const price = cad(await row.getByText(/^Sells for CAD/).textContent());
  const market = cad(await row.getByText(/^Market CAD/).textContent());
  expect(Math.floor(market / 2)).toBe(price);

  await page.setViewportSize({ width: 390, height: 844 });
  const tile = page.getByRole('list', { name: 'Available cards' }).getByRole('listitem').first();
  await expect(tile).toContainText(/Sells for CAD [\d.]+ Market CAD [\d.]+/);
  await expect(tile).toContainText(/Expires \d+\/\d+\/\d{4}/);
  await tile.getByRole('button', { name: /^Sell/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/\d\.\dx\s*CAD 10\.00 is 1x/);
  await expect(dialog).toContainText(`Market CAD ${(market / 100).toFixed(2)}`);
  // The pack cost 5.49 plus 8 % tax.
  await expect(dialog).toContainText('You paid CAD 5.93 for its pack');
  await expect(dialog).not.toContainText('pack cost');
  await page.getByRole('button', { name: 'Confirm Sell' }).click();
  await expect(page.getByText('Card Sold Successfully!')).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  const gone = page.getByRole('row').nth(1);
  await expect(gone).toContainText('Sold');
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-US'));
  await expect(page.getByRole('columnheader', { name: 'Left' })).toBeVisible();
  // The card was opened and sold on the same day, so the date appears twice.
  await expect(gone.getByText(today, { exact: true })).toHaveCount(2);
  expect(cad(await gone.getByText(/^CAD/).textContent())).toBe(price);
  await expect(page.getByRole('columnheader', { name: 'Sell for what it brought' })).toBeVisible();
  await gone.getByRole('link', { name: /^History of/ }).click();
  await expect(dialog.getByText(`Sold for CAD ${(price / 100).toFixed(2)}`).first()).toBeVisible();
  await expect(dialog).not.toContainText('Sells for');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // A phone shows each card's finish and days as well.
  await page.setViewportSize({ width: 390, height: 844 });
  const left = page.getByRole('list', { name: /^Cards that were sold/ }).getByRole('listitem');
  await expect(left).toContainText(/(?:Non-Foil|Foil|Reverse)/);
  await expect(left).toContainText(`Opened${today}`);
  await expect(left).toContainText(`Left${today}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  // The page's address contains the search and the order of the history too.
  const words = page.getByLabel('Name', { exact: true });
  await words.fill('no such card');
  await expect(page.getByText('No history found')).toBeVisible();
  await expect(words).toBeFocused();
  await words.fill('');
  await expect(gone).toContainText('Sold');
  await page.getByLabel('Sort').selectOption('Most valuable first');
  await expect(page).toHaveURL(/sort=dearest/);
  await page.reload();
  await expect(page.getByLabel('Sort')).toHaveValue('dearest');
  await expect(gone).toContainText('Sold');
});

test(
  'the history has more than a hundred cards of a status, and keeps its beginning',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await buy(page, 'pokemon-sv1', 10);
    const cards: Card[] = [];
    for (const at of [1, 2]) {
      const path = `/cards/my?status=available&pageSize=100&page=${at}`;
      cards.push(...(await callAs<{ cards: Card[] }>(page, path)).cards);
    }
    await callAs(page, '/cards/sell/bulk', {
      cards: cards
        .slice(0, 107)
        .map(({ card, packOpeningId }) => ({ cardId: card.id, packOpeningId })),
    });

    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname !== '/api/cards/my' || searchParams.get('pageSize') !== '100') return;
      asked.push(`${searchParams.getAll('status[]').join('+')} ${searchParams.get('page')}`);
    });
    await page.goto('/my-cards?tab=history&size=50');
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(1 + 50);
    expect(asked.filter((one) => !one.startsWith('locked')).toSorted()).toEqual([
      'converted 1',
      'delivered+reclaimed+lost 1',
      'shipped 1',
      'sold 1',
    ]);
    const names = new Set<string>();
    const note = async () => {
      for (const one of (await rows.allTextContents()).slice(1)) names.add(/^\d+/.exec(one)![0]);
    };
    await note();
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect(rows).toHaveCount(1 + 7);
    await expect(rows.nth(1)).toContainText(/^101/);
    await note();
    expect(names.size).toBe(57);
    await page.reload();
    await expect(rows).toHaveCount(1 + 7);

    await page
      .getByLabel('Pack', { exact: true })
      .selectOption({ label: 'Scarlet & Violet Booster Pack' });
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect(rows).toHaveCount(1 + 7);
  },
);

test('sealed packs are the first tab, counted by type, and a dot points to them', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const email = await signUp(page);
  await packsOf(page, await payByCard(page, 'pokemon-sv1', { quantity: 3 }));
  await page.goto('/packs');
  await page.getByRole('button', { name: `${email.split('@')[0]} 3 sealed packs` }).click();
  await page.getByRole('menuitem', { name: 'Sealed packs (3)' }).click();

  await expect(page.getByRole('tab').first()).toHaveText('Sealed packs (3)');
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
  const sealed = page.getByRole('list', { name: 'Sealed packs', exact: true });
  await expect(sealed.getByRole('listitem')).toHaveCount(1);
  await expect(sealed).toContainText('3 sealed packs');
  await sealed.getByRole('button', { name: 'Show each pack' }).click();
  const each = page.getByRole('list', { name: /^Packs of/ });
  await expect(each.getByRole('listitem')).toHaveCount(3);
  await expect(each.getByRole('link', { name: /^Verify certification/ })).toHaveCount(3);
  // The tab without cards says that the shopper has sealed packs, and links to them.
  await page.getByRole('tab', { name: 'Available' }).click();
  await expect(page.getByText('3 sealed packs wait to be opened.')).toBeVisible();
  await page.getByRole('link', { name: 'See your sealed packs' }).click();

  await sealed
    .getByRole('link', { name: /^Open now/ })
    .first()
    .click();
  await expect(page.getByText('Pack 1 of 3')).toBeVisible();
  await page.goto('/my-account');
  const unopened = page.getByRole('region', { name: 'Unopened packs' });
  await expect(unopened).toContainText('3 sealed packs');
  await unopened.getByRole('link', { name: 'See them on My cards' }).click();
  await expect(page).toHaveURL(/tab=sealed/);
  expect(problems).toEqual([]);
});

test('cards can be filtered to one pack, page by page', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await buy(page, 'magic-mid-draft', 1);
  await page.goto('/my-cards?tab=available');
  await expect(page.getByRole('button', { name: 'Page 4' })).toBeVisible(); // The list has 26 cards, 8 on each page.
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

test('an empty collection and an empty history say so', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/my-cards');
  await expect(page.getByText('No cards available')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Card Packs' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('No history found')).toBeVisible();
  await page.getByRole('tab', { name: 'Sealed packs' }).click();
  await expect(page.getByText('No sealed packs')).toBeVisible();
});

test('a page number beyond the end leads to the last page', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await buy(page, 'pokemon-sv1', 1);
  await page.goto('/my-cards?page=9');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3);
});

test('a long name keeps the page within a narrow phone', { tag: '@long' }, async ({ page }) => {
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
