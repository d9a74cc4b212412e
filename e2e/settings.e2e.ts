// What an admin says of the shop: seen on its pages at once. Everything is put back as it was: the other journeys read
// the same shop.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { signInAsAdmin, watchForErrors } from './shopper.ts';

// They change what every page says.
test.describe.configure({ mode: 'serial' });

/** Holds the next readings of an address back; `asked`: one has come. */
async function holdGet(page: Page, url: string): Promise<{ asked: Promise<void>; go: () => void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') {
      asked.resolve();
      await held.promise;
    }
    await route.continue();
  });
  return { asked: asked.promise, go: held.resolve };
}

async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
}

test('an admin changes the copyright’s first year, and a colour that can’t be read is refused', async ({
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
  await expect(page.getByRole('contentinfo')).toContainText('© 2025');
  expect(problems).toEqual([]);
});

test('an admin sees what they have changed, because their page asks past what another process has cached', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  const year = page.getByLabel('First copyright year');
  await expect(year).toHaveValue('2025');
  const before = await (await page.request.get('/api/config')).text();
  await page.route('**/api/config', (route) =>
    route.request().headers()['cache-control'] === 'no-cache'
      ? route.continue()
      : route.fulfill({ body: before, contentType: 'application/json' }),
  );
  await year.fill('2023');
  await saveSettings(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2023');
  await year.fill('2025');
  await saveSettings(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2025');
});

test('nobody is told that settings are saved, and types on, while the form of before is still there', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  const sender = page.getByLabel('Sender’s name');
  await sender.fill('Customer care');
  const letIn = await holdGet(page, '**/api/admin/settings');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await letIn.asked;
  await expect(page.getByText('Settings saved')).toBeHidden();
  // Nobody gets into a field while its form is about to go.
  await sender.focus();
  await expect(sender).not.toBeFocused();
  letIn.go();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await sender.fill('');
  await saveSettings(page);
  await expect(sender).toHaveValue('');
});

test('who saves settings that somebody else has changed is told so, and sees what holds now', async ({
  page,
  elsewhere,
}) => {
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
});

test('a moderator’s text is seen before it is saved, and what was there can be taken up again', async ({
  page,
}) => {
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
});
