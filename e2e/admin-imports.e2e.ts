// An operator changes prices by a file: a preview, progress that survives a reload, and wrong lines that come back.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

const choose = (page: Page, lines: string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });

test('an admin changes prices by a CSV file, reloads meanwhile, repairs the wrong line, and undoes a file', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  const mark = Date.now().toString(36);
  const types = [`csv-${mark}-a`, `csv-${mark}-b`];
  for (const id of types) {
    // oxlint-disable-next-line no-await-in-loop -- New types get their places one after another.
    await callAs(page, '/pack-types', {
      id,
      name: `CSV ${id}`,
      set_id: 'yugioh-DIFO',
      price: 400,
      card_count: 9,
    });
  }
  await page.goto('/admin/imports');
  await page.getByLabel('What it holds').selectOption('Prices');
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the template' }).click();
  const heads = readFileSync(await (await template).path(), 'utf8').split('\r\n')[0];
  expect(heads).toBe('\uFEFFid,price');

  await choose(page, ['price;id', `410,50;${types[0]}`, `420;${types[1]}`, '430;no-such-type']);
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('no-such-type');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('price 400.00 → 410.50');
  await page.getByRole('button', { name: 'Take in 2 prices, leave out 1 line' }).click();
  await expect(page.getByText('2 prices changed.')).toBeVisible();
  const wrong = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the wrong lines' }).click();
  expect(readFileSync(await (await wrong).path(), 'utf8')).toContain('430,no-such-type,');

  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(page.getByRole('list', { name: 'Recent imports' })).toContainText('Done, 3 lines');
  await choose(page, ['id,price', `${types[0]},410.50`, `${types[1]},420`]);
  await expect(page.getByText('2 lines change nothing.')).toBeVisible();

  // Another shop's file: the admin says what its columns are.
  await page.getByRole('link', { name: 'All imports' }).click();
  await choose(page, ['Artikel;Preis;Farbe', `${types[0]};411;rot`]);
  await expect(page.getByText('Still needed: id, price.')).toBeVisible();
  await page.getByLabel('Column “Artikel”').selectOption('id');
  await page.getByLabel('Column “Preis”').selectOption('price');
  await page.getByRole('button', { name: 'Send the file' }).click();
  await expect(page.getByText('“Artikel” is read as id, “Preis” is read as price.')).toBeVisible();
  await expect(page.getByText('Columns that are not read: Farbe.')).toBeVisible();
  await page.getByRole('button', { name: 'Take in all 1 price' }).click();
  await expect(page.getByText('1 price changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 pack type changed back')).toBeVisible();
  await expect(page.getByText('It is undone already')).toBeVisible();

  // A price far below what the cards are worth waits for a yes, and the preview says so of the line.
  await page.getByRole('link', { name: 'All imports' }).click();
  await choose(page, ['id,price', `${types[0]},0.01`]);
  await expect(page.getByText('1 line of these is left out unless you accept it')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('may be a slip');
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText('a guess from');
  await expect(page.getByRole('button', { name: /^Take in/ })).toHaveCount(0);
  await page.getByLabel('Take in this line all the same').check();
  await page.getByRole('button', { name: 'Take in all 1 price' }).click();
  await expect(page.getByText('1 price changed.')).toBeVisible();
  expect(problems).toEqual([]);
});
