// Notices in the corner are above everything else that is open, and screen readers announce them.
import { expect, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { test } from './kept-page.ts';
import { PASSWORD, proveAddress, register, signInAsAdmin, signUp } from './shopper.ts';

/**
 * Expects a notice whose centre is visible and that is in the accessibility tree. Holds the pointer over the notice
 * during this check, so that the notice doesn't time out.
 */
async function expectNotice(page: Page, text: string): Promise<void> {
  const words = page
    .getByRole('region', { name: 'Notifications' })
    .getByText(text, { exact: true });
  await words.hover();
  const liesOnTop = () =>
    words.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(liesOnTop, text).toBe(true);
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  const read = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'StaticText');
  expect(read.map(({ name }) => name?.value)).toContain(text);
  await browser.detach();
}

for (const width of isLong ? [390, 1280] : [390]) {
  test(
    `at ${width} px a notice is visible and announced in front of a dialog, and stays when the dialog closes`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed'));
      });
      await signUp(page);
      await proveAddress(page);
      await page.goto('/my-account');
      await page.getByRole('button', { name: 'Set up two-factor' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Copy key' }).click();
      await expectNotice(page, 'Not copied');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText('Not copied')).toHaveCount(0);
      await expect(dialog).toBeVisible();

      await dialog.getByRole('button', { name: 'Copy key' }).click();
      await expectNotice(page, 'Not copied');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expectNotice(page, 'Not copied');
      // Moves the pointer away, so that the notice times out by itself.
      await page.mouse.move(width / 2, 800);
      await expect(page.getByText('Not copied')).toHaveCount(0);
    },
  );
}

test(
  'a notice of a dialog is visible and announced in front of the next dialog',
  { tag: '@long' },
  async ({ page, request }) => {
    const email = await register(request);
    await signInAsAdmin(page);
    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('button', { name: 'Lock account', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel('Reason').fill('Paid with a stolen card');
    await question.getByRole('button', { name: 'Lock account', exact: true }).click();
    await expect(question).toHaveCount(0);
    await expectNotice(page, 'Account locked');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Account locked')).toHaveCount(0);
    await expect(drawer).toBeVisible();
  },
);
