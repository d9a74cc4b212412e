// An operator reads the code in a bounced mail, and runs the failed job again.
import { expect } from '@playwright/test';
import { changeResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { HURRIED_PORT, MAIL_PORT } from '../playwright.config.ts';
import { startMailServer } from '../src/testing/mail-server.ts';
import { expectNoBarriers } from './barriers.ts';
import { newEmail, register, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const SHOP = `http://localhost:${HURRIED_PORT}`;
test.use({ baseURL: SHOP });

test(
  'an operator reads a code in the mailbox, and reruns a failed job',
  { tag: '@long' },
  async ({ page, request }) => {
    const problems = watchForErrors(page);
    const post = await startMailServer(MAIL_PORT);
    const email = newEmail();
    post.unknown.add(email);
    await register(request, email);

    await signInAsAdmin(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'admin' }).click();
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Jobs' })
      .click();
    const failed = page.getByRole('table', { name: 'Failed jobs' });
    await expect(failed.getByRole('row').nth(1)).toContainText('No such user here');
    await expect(page.getByRole('table', { name: 'Jobs', exact: true })).toContainText(
      'Every 15 seconds',
    );
    await expectNoBarriers(page);

    await failed.getByRole('link', { name: 'send-urgent-mail' }).click();
    const mail = page.getByRole('dialog');
    await expect(mail).toContainText(email);
    await expectNoBarriers(page);
    const code = /\b\d{6}\b/.exec((await mail.textContent())!)![0];
    const verified = await request.post('/api/auth/verify', { data: { email, code } });
    expect(verified.status()).toBe(200);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`${SHOP}/admin/mail`);

    post.unknown.clear();
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Jobs' })
      .click();
    // Delays the response until the list has refreshed. In a real shop, the list may also refresh before the response
    // arrives.
    await changeResponses(page, 'retryJob', () =>
      expect(page.getByText('No failed jobs.')).toBeVisible(),
    );
    await failed.getByRole('button', { name: 'Run again' }).click();
    await expect(page.getByText('send-urgent-mail runs again')).toBeVisible();

    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Mail' })
      .click();
    await page.getByLabel('Address or kind').fill(email);
    await expect(page).toHaveURL(/search=/);
    const row = page.getByRole('table', { name: 'E-mails' }).getByRole('row').nth(1);
    await expect(row).toContainText(email);
    await expect(row).toContainText('Sent');
    // A sent mail no longer contains the code.
    await expect(row).not.toContainText(code);
    await page.getByLabel('State').selectOption('Failed');
    await expect(page.getByText('No e-mails found')).toBeVisible();
    expect(problems).toEqual([]);
    await post.goAway();
  },
);

test(
  'shoppers can’t open the operators’ pages, and see no link to them',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    await page.goto('/');
    await page.getByRole('button', { name: email.split('@')[0]! }).click();
    await expect(page.getByRole('menuitem', { name: 'My cards' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
    for (const path of [
      '/admin',
      '/admin/orders',
      '/admin/transactions',
      '/admin/discount-codes',
      '/admin/jobs',
      '/admin/mail',
    ]) {
      await page.goto(path);
      await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
    }
  },
);

test(
  'an operator’s menu shows all pages, or scrolls with the page in a low window',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAsAdmin(page);
    await page.goto('/admin/audit');
    const menu = page.getByRole('navigation', { name: 'Admin' });
    for (const name of ['Overview', 'Audit', 'Jobs', 'Mail']) {
      await expect(menu.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 1280, height: 600 });
    // The menu must show every entry without scrolling, because on many systems a scrollbar is visible only during
    // scrolling.
    const hidden = () => menu.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden).toBe(0);
    await page.mouse.move(640, 300);
    await page.mouse.wheel(0, 1000);
    await expect(menu.getByRole('link', { name: 'Mail' })).toBeInViewport({ ratio: 1 });
  },
);
