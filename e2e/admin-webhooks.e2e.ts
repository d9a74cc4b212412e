// An operator connects a program to the shop: adds an endpoint, tests it, sees what it got, and changes its secret.
import { expect } from '@playwright/test';
import { startReceiver } from '../src/testing/receiver.ts';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { signInAsAdmin, watchForErrors } from './shopper.ts';

test('an operator adds an endpoint by keyboard, sends it a test event, and sees its answer', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const receiver = await startReceiver();
  await signInAsAdmin(page);
  await page.goto('/admin/webhooks');
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();

  await pressByKey(page, 'Add an endpoint');
  const drawer = page.getByRole('dialog', { name: 'New endpoint' });
  await tabTo(page, drawer.getByLabel('Name'));
  await page.keyboard.type('Books');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://10.0.0.1/hooks');
  await pressByKey(page, 'Add endpoint');
  await expect(drawer.getByText('Choose at least one event')).toBeVisible();
  const all = drawer.getByRole('checkbox', { name: 'All of them' });
  await tabTo(page, all);
  await page.keyboard.press('Space');
  await expect(drawer.getByRole('checkbox', { name: 'order.paid' })).toBeChecked();
  await pressByKey(page, 'Add endpoint');
  await expect(drawer.getByText('It leads into a private network')).toBeVisible();
  await expectNoBarriers(page);
  await drawer.getByLabel('Address').fill(receiver.url);
  await pressByKey(page, 'Add endpoint');
  const shown = page.getByRole('dialog', { name: 'Secret of Books' });
  receiver.secret = await shown.getByText(/^whsec_/).textContent();
  await expectNoBarriers(page);
  await pressByKey(page, 'Done');
  await expect(shown).toBeHidden();

  const endpoints = page.getByRole('list', { name: 'Endpoints' });
  await expect(endpoints.getByRole('listitem')).toContainText('22 kinds of events · 0 waiting');
  await pressByKey(page, 'Send a test event Books');
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByRole('row', { name: /webhook\.tested/ })).toContainText('Delivered');
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.tested']);

  await table.getByRole('link', { name: 'webhook.tested' }).press('Enter');
  const delivery = page.getByRole('dialog', { name: 'webhook.tested' });
  await expect(delivery.getByText(receiver.received[0]!.id)).toBeVisible();
  await expect(delivery.getByRole('region', { name: 'Body' })).toContainText('"endpointId"');
  await expect(delivery.getByRole('region', { name: 'Answer' })).toContainText('thanks');
  await pressByKey(page, 'Send again');
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id);
  await page.keyboard.press('Escape');

  await endpoints.getByRole('button', { name: 'New secret Books' }).click();
  await page.getByRole('button', { name: 'Make secret' }).click();
  receiver.secret = await shown.getByText(/^whsec_/).textContent();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(endpoints.getByRole('listitem')).toContainText('the old secret signs too until');
  await endpoints.getByRole('button', { name: 'Send a test event Books' }).click();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.forged).toBe(0);

  await endpoints.getByRole('button', { name: 'Pause Books' }).click();
  await expect(endpoints.getByRole('listitem')).toContainText('An operator paused it.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoBarriers(page);
  await endpoints.getByRole('button', { name: 'Remove Books' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await expect(page.getByText('Books removed')).toBeVisible();
  await expect(endpoints).toBeHidden();
  await receiver.close();
  // The browser itself logs the request that the shop refused.
  expect(problems).toEqual([expect.stringContaining('400')]);
});
