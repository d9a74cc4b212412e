// An operator uses the catalogue: creates a pack type, sets its price and its picture, and accepts a price that
// jumped.
import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { sizePages } from './answers.ts';
import { isLong } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { askDatabase, callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

test(
  'an operator creates a pack type, confirms its low price, and gives it a picture',
  { tag: '@pictures' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signInAsAdmin(page);
    await page.goto('/admin/catalogue');
    const table = page.getByRole('table', { name: 'Pack types' });
    await expect(table).toContainText('On sale');
    await expect(table.getByRole('columnheader', { name: 'Expected value' })).toBeVisible();

    await page.getByRole('button', { name: 'New pack type' }).click();
    const drawer = page.getByRole('dialog', { name: 'New pack type' });
    await drawer.getByLabel('Id').fill('harbour-special');
    await drawer.getByLabel('Set', { exact: true }).selectOption({ index: 1 });
    await drawer.getByLabel('Name').fill('Harbour Special');
    await drawer.getByLabel('Price (CAD)').fill('0.50');
    await drawer.getByLabel('Cards in a pack').fill('10');
    await drawer.getByLabel('One foil card').check();
    await drawer.getByLabel('Minimum number of hits').fill('11');
    await drawer.getByRole('button', { name: 'Create pack type' }).click();
    await expect(drawer.getByText('A pack of 10 cards can’t hold 11 hits')).toBeVisible();
    await expectNoBarriers(page);
    await drawer.getByLabel('Minimum number of hits').fill('');
    await drawer.getByRole('button', { name: 'Create pack type' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sell for less than half?' });
    await expect(question).toContainText('CAD 0.50 of CAD');
    await question.getByRole('button', { name: 'Sell at this price' }).click();
    await expect(page.getByText('Pack type created')).toBeVisible();

    await page.getByLabel('Name', { exact: true }).fill('Harbour Special');
    await expect(page).toHaveURL(/search=/);
    await table.getByRole('link', { name: 'Harbour Special' }).click();
    const known = page.getByRole('dialog', { name: 'Harbour Special' });
    await expect(known.getByText('Estimated value of a pack:')).toContainText('This is too high');
    await expect(known.getByLabel('One foil card')).toBeChecked();
    await known.getByLabel('Price (CAD)').fill('400');
    await known.getByRole('button', { name: 'Save' }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('CAD 400.00');

    await table.getByRole('link', { name: 'Harbour Special' }).click();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 470 } });
    await known.getByLabel('Picture file').setInputFiles({
      name: 'pack.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(known.getByText('This is not a JPEG, PNG or WebP picture.')).toBeVisible();
    await known
      .getByLabel('Picture file')
      .setInputFiles({ name: 'pack.png', mimeType: 'image/png', buffer: picture });
    await expect(known.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await page.keyboard.press('Escape');

    // The page shows the picture in the width and format that the browser chose.
    const shown = page.locator('img[src^="/pictures/"]').first();
    // Every page shows a change within a second.
    await expect(async () => {
      await page.goto('/pack/harbour-special');
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname))
      .toMatch(/^\/pictures\/[\w-]{43}-(?:320|640)\.avif$/);

    await page.goto('/admin/catalogue?search=Harbour&id=harbour-special');
    await known.getByRole('button', { name: 'Use the default drawing' }).click();
    await expect(known.getByRole('button', { name: 'Upload picture' })).toBeVisible();
    await known.getByLabel('On sale').uncheck();
    await known.getByRole('button', { name: 'Save' }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('Off sale');
    // The browser itself logs two requests: the one that the shop refused, and the one that the shop answered with a
    // question about the price.
    expect(problems).toEqual([expect.stringContaining('400'), expect.stringContaining('409')]);
  },
);

test('the browser’s Back undoes a search in the catalogue', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/catalogue');
  const field = page.getByLabel('Name', { exact: true });
  await field.fill('Paldea');
  await expect(page).toHaveURL('/admin/catalogue?search=Paldea');
  await page.goBack();
  await expect(page).toHaveURL('/admin/catalogue');
  await expect(field).toHaveValue('');
  await field.pressSequentially('Paldea', { delay: 60 });
  await expect(page).toHaveURL('/admin/catalogue?search=Paldea');
  await page.getByRole('tab', { name: 'Cards' }).click();
  await expect(field).toHaveValue('');
});

test(
  'an operator accepts a price that jumped, and sets another by hand',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signInAsAdmin(page);
    const { cards } = await callAs<{ cards: { id: string; name: string }[] }>(
      page,
      '/cards/market?sortBy=price&sortOrder=asc&pageSize=1',
    );
    const { id, name } = cards[0]!;
    await holdPrice(id);

    await page.goto('/admin/prices');
    await expect(page.getByText('No price sources')).toBeVisible();
    await page.getByRole('tab', { name: /Held back/ }).click();
    const held = page.getByRole('table', { name: 'Prices held back' });
    await expect(held).toContainText('USD 77.00');
    await expectNoBarriers(page);
    await held.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Nothing to decide')).toBeVisible();

    await page.goto(`/admin/catalogue?view=cards&id=${id}`);
    const card = page.getByRole('dialog', { name });
    await expect(card.getByRole('img', { name: /test, USD/ })).toBeVisible();
    await expectNoBarriers(page);
    await card.getByLabel('Market value (CAD)').fill('0.11');
    await card.getByLabel('Reason').fill('The market has it wrong');
    await card.getByRole('button', { name: 'Set price' }).click();
    await expect(card.getByText('CAD 0.11', { exact: true }).first()).toBeVisible();
    await expect(card.getByRole('img', { name: /manual, CAD/ })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/catalogue');
    await expect(page.getByRole('list', { name: 'Pack types' })).toBeVisible();
    if (isLong) await expectNoBarriers(page);
    expect(problems).toEqual([]);
  },
);

/** Stores a card price of today that an operator must accept or reject. A price refresh stores such prices too. */
async function holdPrice(cardId: string): Promise<void> {
  await askDatabase(
    `with run as (
       insert into price_runs (id, source, started_at, finished_at, cards, new_prices, held_back)
       values (gen_random_uuid(), 'test', now(), now(), 1, 0, 1) returning id
     )
     insert into held_prices (card_id, source, observed_on, amount_minor, currency, before_minor, before_on, run_id)
     select $1, 'test', current_date, 7700, 'USD', 100, current_date - 1, id from run`,
    [cardId],
  );
}

test('an operator selects pack types over pages by keys, raises their prices, and takes that back', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  // Uses pack types of its own, because other tests change the demo's.
  const [known] = await askDatabase<{ set: string }>(
    'select set_id as set from pack_types order by position limit 1',
    [],
  );
  for (const price of [402, 400, 404, 401, 403]) {
    const name = `Oriel ${price}`;
    const more = { set_id: known!.set, card_count: 1, price, is_available: false };
    await callAs(page, '/pack-types', { id: `oriel-${price}`, name, ...more });
  }
  await sizePages(page, 'listAdminPackTypes', 4);
  await page.goto('/admin/catalogue?search=Oriel');
  const table = page.getByRole('table', { name: 'Pack types' });
  const price = table.getByRole('columnheader', { name: 'Price' });
  await expect(price).toHaveAttribute('aria-sort', 'none');
  await expect(table.getByRole('columnheader', { name: 'Set' })).not.toHaveAttribute('aria-sort');
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL('/admin/catalogue?search=Oriel&sort=price');
  // Keys count from the rows that are shown, and until the sorted rows come the others stay.
  await expect(table.getByRole('row').nth(1)).toContainText('Oriel 400');

  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('2 pack types selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/admin/catalogue?search=Oriel&sort=price&page=2');
  // The rows of page 1 stay until that of page 2 comes.
  await expect(table.getByRole('row').nth(1)).toContainText('Oriel 404');
  await table
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  await expect(page.getByText('3 pack types selected')).toBeVisible();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Change 3 pack types' });
  await panel.getByRole('combobox', { name: 'Prices', exact: true }).selectOption('percent');
  await panel.getByLabel('Change by (%)').fill('10');
  await panel.getByRole('textbox', { name: 'Price of Oriel 400' }).fill('777.70');
  await panel.getByRole('button', { name: 'Change 3 pack types' }).click();
  await expect(page.getByText('3 pack types changed')).toBeVisible();
  await expect(page.getByText('pack types selected')).toHaveCount(0);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(table.getByRole('row').filter({ hasText: 'Oriel 401' })).toContainText('CAD 441.10');
  await expect(table.getByRole('row').nth(4)).toContainText('CAD 444.40');

  await page.getByRole('button', { name: 'Last changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Last changes' });
  await changes.getByRole('button', { name: 'Undo' }).first().click();
  await expect(changes).toContainText('It is undone already');
  await page.keyboard.press('Escape');
  await expect(table.getByRole('row').nth(1)).toContainText('CAD 400.00');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Cheap first');
  await page.getByLabel('For all staff who see this list').check();
  await expect(page.getByText('The text in the search field is not saved')).toBeVisible();
  await page.getByLabel('For all staff who see this list').uncheck();
  await page.getByRole('button', { name: 'Save what is shown' }).click();
  await page.getByLabel('View', { exact: true }).selectOption('None');
  await expect(page).toHaveURL('/admin/catalogue');
  await page.getByLabel('View', { exact: true }).selectOption('Cheap first');
  await expect(page).toHaveURL(/search=Oriel/);

  await table.getByRole('row').nth(1).getByRole('cell').last().click();
  await expect(page.getByRole('dialog').getByLabel('Price (CAD)')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('View', { exact: true }).selectOption('None');
  await expect(page).toHaveURL('/admin/catalogue');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Cheap first', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/search=Oriel/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Remove Cheap first' }).click();
  await expect(page.getByText('Cheap first')).toHaveCount(0);
  expect(problems).toEqual([]);
});
