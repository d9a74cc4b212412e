// An operator announces a drop night. Visitors see the public number arrive and set the order of the drop.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { stockType } from './drop-stock.ts';
import { test } from './kept-page.ts';
import { callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

const PACKS = 20;

test('visitors wait for the number of an announced drop, save its time, and see the same order without a reload', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  const name = `Night ${Date.now().toString(36)}`;
  const type = await stockType(page, name, PACKS);
  const { id } = await callAs<{ id: string }>(page, '/admin/drops', {
    packTypeId: type,
    opensAt: new Date().toISOString(),
    closesBy: '2099-01-01T00:00:00.000Z',
  });
  await page.goto(`/admin/drops/${id}/publish`);
  await page.getByLabel('Published').selectOption('On a drop night: at a set time, by itself');
  await page.getByLabel('Drop night').fill('2098-12-01T20:00');
  await page.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText('Drop night announced')).toBeVisible();
  await expect(page.getByText('It is published by itself at 12/1/2098')).toBeVisible();

  const visitor = await elsewhere();
  const seen = watchForErrors(visitor);
  await visitor.goto(`/pack/${type}`);
  await visitor.getByRole('link', { name: /^The next drop: / }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Drop night: ${name}`);
  await expect(visitor.getByText('The practice number comes in')).toBeVisible();
  // Nothing is fixed yet, so nothing is said to have happened.
  await expect(
    visitor.getByText(/^Until the list is fixed, we can leave a good pack out\./),
  ).toBeVisible();
  await expect(visitor.getByRole('timer')).toHaveText(/^\d+ days \d\d:\d\d:\d\d$/);
  const [file] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Add to my calendar' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('drop-night.ics');
  expect(readFileSync(await file.path(), 'utf8')).toContain(`SUMMARY:Drop night: ${name}\r\n`);
  await expectNoBarriers(visitor);

  await callAs(page, `/admin/drops/${id}/publish`, {
    publishesAt: new Date(Date.now() + 5_000).toISOString(),
    opensSoon: true,
    opensItself: true,
  });
  // The page polls, so nobody reloads it.
  await expect(visitor.getByText('It opens in')).toBeVisible();
  await expect(visitor.getByText('we could not move a pack or change what it holds')).toBeVisible();
  const order = visitor.getByRole('region', { name: 'The order' });
  await expect(order.getByRole('heading')).toHaveText(/^Practice number \d+$/);
  const row = order.getByRole('list', { name: 'The row' }).getByRole('listitem');
  await expect(row).toHaveCount(PACKS);
  await expectNoBarriers(visitor);
  // Everybody sees the same order.
  await page.goto(`/pack/${type}/drop-night`);
  await expect(page.getByRole('list', { name: 'The row' }).getByRole('listitem')).toHaveText(
    await row.allTextContents(),
  );
  expect([...problems, ...seen]).toEqual([]);
});
