// An admin takes in packs with their cost, corrects the cost, sees what is earned and what loses money, lists singles
// in another shop, and records their sales there.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { showMargins } from './made-up-answers.ts';
import { signUpWithCards } from './own-cards.ts';
import { tabTo } from './press-by-key.ts';
import { callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

const CARDS_OF_PACK = 9;

type CatalogueCard = { set_id: string; number: string; nativeRarity: string; finish: string };

/** Creates a pack type for this test alone, and returns the lines of an intake file with its packs. */
async function packsOf(page: Page, name: string, count: number): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-');
  await callAs(page, '/pack-types', {
    id,
    name,
    set_id: 'yugioh-DIFO',
    price: 4,
    card_count: CARDS_OF_PACK,
  });
  const { cards } = await callAs<{ cards: CatalogueCard[] }>(
    page,
    `/cards/market?game=yugioh&setName=Dimension&pageSize=${CARDS_OF_PACK}`,
  );
  const named = cards.map(({ set_id: set, number, nativeRarity: rarity, finish }) => ({
    set: set.slice('yugioh-'.length),
    number,
    rarity,
    finish,
  }));
  return Array.from({ length: count }, (_, at) => `${id}-${at}`)
    .map((serial) =>
      JSON.stringify({
        pack: { packType: id, serial, certification: `FF-${serial}`, cards: named },
      }),
    )
    .join('\n');
}

test('packs come in with what they cost, it is corrected, and a price below it is a warning', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  const name = `Costly ${Date.now().toString(36)}`;
  const lines = await packsOf(page, name, 3);
  await page.goto('/admin/stock/intake');
  await page.getByRole('tab', { name: 'From JSON' }).click();
  await page.getByLabel('Pack file').setInputFiles({
    name: 'packs.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines),
  });
  const cost = page.getByRole('group', { name: 'What they cost' });
  await cost.getByLabel('Invoice number').fill('R-77');
  await page.getByRole('button', { name: 'Take in 3 packs' }).click();
  await expect(cost.getByText('Enter an amount such as 125.40')).toBeVisible();
  await expectNoBarriers(page);
  await cost.getByLabel('Amount before taxes').fill('10.00');
  await cost.getByLabel('Taxes', { exact: true }).fill('0.50');
  await cost.getByLabel('Supplier').fill('Acme');
  await page.getByRole('button', { name: 'Take in 3 packs' }).click();
  await expect(page.getByRole('heading', { name: '3 packs taken in' })).toBeVisible();

  await page.getByRole('tab', { name: 'Costs' }).click();
  await page.getByLabel('Pack type').selectOption({ label: name });
  const intakes = page.getByRole('list', { name: 'Intakes' });
  await expect(intakes).toContainText('3 packs');
  await expect(intakes).toContainText('CAD 10.00 and CAD 0.50 taxes');
  await expect(intakes).toContainText('Acme, invoice R-77');
  const correct = intakes.getByRole('button', { name: /^Correct the cost/ });
  await tabTo(page, correct);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expectNoBarriers(page);
  await dialog.getByLabel('Amount before taxes').fill('15.00');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('3 packs cost CAD 15.00')).toBeVisible();
  await expect(intakes).toContainText('CAD 15.00');

  await page.goto(`/admin/catalogue?id=${name.toLowerCase().replaceAll(' ', '-')}`);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText('This price loses money')).toBeVisible();
  await expect(
    drawer.getByText('The packs in stock cost CAD 5.00 each, before taxes.'),
  ).toBeVisible();
  expect(problems).toEqual([]);
});

test('an admin reads what was earned by keyboard, and exports it', async ({ page }) => {
  await showMargins(page);
  await signInAsAdmin(page);
  const problems = watchForErrors(page);
  await page.goto('/admin/margin');
  await expect(page.getByRole('heading', { level: 1, name: 'Margin' })).toBeVisible();
  await expect(
    page.getByText('Some prices lose money').or(page.getByText('A price loses money')),
  ).toBeVisible();
  const margins = page.getByRole('table', { name: 'Margins' });
  await expect(margins.getByRole('row', { name: /^Midnight Hunt/ })).toContainText(
    'unknown for 12 packs',
  );
  await expect(margins.getByRole('row', { name: /^Total/ })).toContainText('Unknown');
  const byType = page.getByRole('tab', { name: 'By pack type' });
  await tabTo(page, byType);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/by=drop/);
  await expect(page.getByRole('tab', { name: 'By drop' })).toBeFocused();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('margin.csv');
  expect(problems).toEqual([]);
});

type Single = { id: string; cardNumber: string; name: string };

test('singles leave for another shop, can’t be bought here meanwhile, and come back sold', async ({
  page,
  elsewhere,
}) => {
  const { cards } = await signUpWithCards(page);
  const { card, packOpeningId } = cards[0]!;
  await callAs(page, '/cards/sell', { cardId: card.id, packOpeningId });
  const admin = await elsewhere();
  await signInAsAdmin(admin);
  const problems = watchForErrors(admin);
  const single = await callAs<Single>(admin, `/admin/singles/${card.id}`);
  await callAs(admin, '/admin/singles/take-in-hand', {
    shelf: 'E-1',
    cards: [{ number: single.cardNumber, condition: 'Near Mint' }],
  });
  await callAs(admin, '/admin/singles/price', { ids: [single.id], price: 77_001 });

  await admin.goto('/admin/singles/elsewhere');
  await admin.getByLabel('Price from').fill('0,5O');
  await expect(admin.getByText('An amount such as 0.50')).toBeVisible();
  await admin.getByLabel('Price from').fill('77000.50');
  await admin.getByLabel('Price up to').fill('77001');
  const list = admin.getByRole('button', { name: 'List 1 card there' });
  await expect(list).toBeEnabled();
  await admin.getByLabel('Other shop').fill('');
  await list.click();
  await expect(admin.getByText('Enter the name of the other shop')).toBeVisible();
  await admin.getByLabel('Other shop').fill('Fair');
  await list.click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'List 1 card' }).click();
  await expect(admin.getByText('1 card listed in Fair. Export them there')).toBeVisible();
  const fair = admin.getByRole('region', { name: 'Fair' });
  await expect(fair).toContainText('1 card listed there for CAD 77,001.00');
  await expectNoBarriers(admin);

  const download = admin.waitForEvent('download');
  await fair.getByRole('button', { name: 'Export for Shopify' }).click();
  expect((await download).suggestedFilename()).toBe('shopify-products.csv');

  const orders = (sku: string) =>
    [
      'Name,Financial Status,Created at,Lineitem quantity,Lineitem price,Lineitem sku',
      `#1001,paid,2026-01-05 10:00:00 -0500,1,76000.00,${sku}`,
    ].join('\n');
  const choose = (file: string) =>
    admin.getByLabel('File of sales').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
  await admin.getByLabel('Sold in').fill('Fair');
  await choose(orders('FF-NONE-1'));
  await expect(admin.getByRole('list', { name: 'Problems' })).toHaveText(
    'Line 2the shop has no card FF-NONE-1',
  );
  await choose(orders(single.cardNumber));
  await expect(admin.getByRole('list', { name: 'New sales' })).toContainText(single.name);
  await expectNoBarriers(admin);
  await admin.getByRole('button', { name: 'Take in 1 sale for CAD 76,000.00' }).click();
  await expect(admin.getByText('1 card sold for CAD 76,000.00.')).toBeVisible();
  await choose(orders(single.cardNumber));
  await expect(admin.getByText('1 sale taken in before.')).toBeVisible();
  expect(problems).toEqual([]);
});
