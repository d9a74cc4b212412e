// An admin makes an API key without a pointer. A program uses the key, until the admin revokes it.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { signInAsAdmin, watchForErrors } from './shopper.ts';

/** The status with which the shop responds to a program that sends a key. */
async function statusOf(page: Page, path: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await page.request.get(`/api${path}`, { headers })).status();
}

for (const { where, width } of [
  { where: 'on a phone', width: 390 },
  { where: 'on a desk', width: 1280 },
]) {
  test(`an admin makes a key by keyboard ${where}, a program uses it, and revoking it ends it at once`, async ({
    page,
  }) => {
    const problems = watchForErrors(page);
    const name = `Parcels ${width} ${Date.now()}`;
    await signInAsAdmin(page);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/keys');

    await pressByKey(page, 'New key');
    const form = page.getByRole('dialog', { name: 'New API key' });
    await pressByKey(page, 'Make key');
    await expect(form).toContainText('Name must not be empty');
    await tabTo(page, form.getByLabel('Name'));
    await page.keyboard.type(name);
    await pressByKey(page, 'Make key');
    await expect(form).toContainText('A key has at least one right');
    await tabTo(page, form.getByLabel('Packing'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, form.getByLabel('Networks'));
    await page.keyboard.type('10.0.0.0/33');
    await pressByKey(page, 'Make key');
    await expect(form).toContainText('A network is like');
    await tabTo(page, form.getByLabel('Networks'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('127.0.0.0/8, ::1');
    await expectNoBarriers(page);
    await pressByKey(page, 'Make key');

    const made = page.getByRole('dialog', { name });
    await expect(made).toContainText('shown only this once');
    const [key] = /fafk_[0-9a-f]{80}/.exec((await made.textContent())!)!;
    await expectNoBarriers(page);
    await pressByKey(page, 'Done');
    expect(await statusOf(page, '/admin/shipments', key)).toBe(200);
    expect(await statusOf(page, '/admin/orders', key)).toBe(403);

    await page.reload();
    const list =
      width < 900 ? page.getByRole('list', { name: 'API keys' }) : page.getByRole('table');
    const row = list.locator('[data-row]').filter({ hasText: name });
    await expect(row).toContainText('Read Packing');
    await expect(row).toContainText('127.0.0.0/8');
    await expect(row).not.toContainText('Never');
    await expectNoBarriers(page);

    await tabTo(page, row.getByRole('button', { name: `Revoke ${name}` }));
    await page.keyboard.press('Enter');
    await pressByKey(page, 'Revoke key');
    await expect(row).toContainText('Revoked');
    expect(await statusOf(page, '/admin/shipments', key)).toBe(401);
    expect(problems).toEqual([]);
  });
}
