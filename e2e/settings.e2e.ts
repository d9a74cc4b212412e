// An admin's settings appear on the shop's pages at once. Restores every setting, because other tests use the same
// shop.
import { expect, type Page } from '@playwright/test';
import { holdResponses, fakeResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { signInAsAdmin, watchForErrors } from './shopper.ts';

// Runs these tests one after the other, because they change texts that every page shows.
test.describe.configure({ mode: 'serial' });

async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
}

test('an admin changes the copyright’s first year, and an unreadable colour is refused', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  const year = page.getByLabel('First copyright year');
  await expect(year).toHaveValue('2025');
  const colour = page.getByLabel('Brand colour', { exact: true });
  await colour.fill('#ffd400');
  await expect(page.getByText(/has a contrast of 1\.\d, and needs 4\.5/)).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(colour).toBeFocused();
  await colour.fill('#096244');
  await year.fill('2024');
  await saveSettings(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2024');
  await year.fill('2025');
  await saveSettings(page);
  // The copyright reaches to the current year.
  await expect(page.getByRole('contentinfo')).toContainText(
    `© 2025–${new Date().getUTCFullYear()}`,
  );
  expect(problems).toEqual([]);
});

test(
  'an admin sees their change at once, because their page bypasses another process’s cache',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto('/admin/settings');
    const year = page.getByLabel('First copyright year');
    await expect(year).toHaveValue('2025');
    const { data } = (await (await page.request.get('/api/config')).json()) as { data: object };
    await fakeResponses(page, 'showConfig', data, {
      when: (asked) => asked.headers()['cache-control'] !== 'no-cache',
    });
    await year.fill('2023');
    await saveSettings(page);
    await expect(page.getByRole('contentinfo')).toContainText('© 2023');
    await year.fill('2025');
    await saveSettings(page);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025');
  },
);

test(
  'a form confirms a save only after the form of the new version is there, so that no typed text is lost',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto('/admin/settings');
    const sender = page.getByLabel('Sender’s name');
    await sender.fill('Customer care');
    const { asked, release } = await holdResponses(page, 'showShopSettings');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await asked;
    await expect(page.getByText('Settings saved')).toBeHidden();
    // The fields can't get the focus while the form is being saved, because the saved version will replace them.
    await sender.focus();
    await expect(sender).not.toBeFocused();
    release();
    await expect(page.getByText('Settings saved').first()).toBeVisible();
    await sender.fill('');
    await saveSettings(page);
    await expect(sender).toHaveValue('');
  },
);

test(
  'an admin whose settings are outdated gets a message, and sees the current ones',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const other = await elsewhere();
    for (const tab of [page, other]) {
      await signInAsAdmin(tab);
      await tab.goto('/admin/settings');
      await expect(tab.getByLabel('Discord')).toBeVisible();
    }
    await other.getByLabel('Discord').fill('https://discord.test/us');
    await saveSettings(other);
    await page.getByLabel('YouTube').fill('https://youtube.test/us');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Somebody else saved this in the meantime')).toBeVisible();
    await page.getByRole('button', { name: 'Show the saved version' }).click();
    await expect(page.getByLabel('Discord')).toHaveValue('https://discord.test/us');
    await page.getByLabel('Discord').fill('');
    await saveSettings(page);
  },
);

test(
  'a moderator previews a text before saving it, and can restore an earlier version',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto('/admin/texts?text=questions');
    const text = page.getByLabel('About: questions and answers');
    await text.fill('## Is this a trial?\n\nYes, **for a moment**.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Is this a trial?' })).toBeVisible();
    await page.getByRole('button', { name: 'Save text' }).click();
    await expect(page.getByText('Text saved').first()).toBeVisible();
    await page.getByRole('button', { name: 'Use version 0' }).click();
    await expect(text).toHaveValue(/How does pack opening work/);
    await page.getByRole('button', { name: 'Save text' }).click();
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
  },
);
