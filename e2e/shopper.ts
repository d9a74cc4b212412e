// What every journey needs: a person, and eyes on the console.
import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { databaseUrl } from '../src/embedded-postgres/connection.ts';
import { look } from '../src/embedded-postgres/find-or-start.ts';

export const PASSWORD = 'correct horse';

export function newEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.test`;
}

/**
 * Opens a public page as a visitor, and waits until the browser has taken it over: before that a link
 * loads the next page anew. Only then the page says who is looking.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).waitFor();
}

/** Signs a new person up through the pages; they end on the home page. Answers their address. */
export async function signUp(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();
  return email;
}

/** Signs a new person up in a browser of their own. */
export async function signUpElsewhere(browser: Browser): Promise<{ page: Page; email: string }> {
  const page = await (await browser.newContext()).newPage();
  return { page, email: await signUp(page) };
}

/** Logs in through the pages, as far as the password leads. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth?mode=login');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

/** Logs out by the menu in the header. */
export async function logOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email.split('@')[0]! }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
}

/** The text of the newest mail of a kind to an address, as the shop under test keeps it. */
export async function readMail(email: string, kind: string): Promise<string> {
  const port = Number(new URL(test.info().project.use.baseURL!).port);
  const shop = await look(await realpath(`.cache/e2e-shop-${port}`));
  if (shop.state !== 'living') throw new Error('The shop under test has no database');
  const client = new Client({ connectionString: databaseUrl(shop.port, shop.password) });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(
      'select text from mails where to_address = $1 and kind = $2 order by created_at desc limit 1',
      [email, kind],
    );
    if (rows[0] === undefined) throw new Error(`No mail ${kind} for ${email}`);
    return rows[0].text;
  } finally {
    await client.end();
  }
}

/** The code of six digits in a mail. */
export function codeIn(mail: string): string {
  return /^ {4}(\d{6})$/m.exec(mail)![1]!;
}

/** Turns two-factor on through the pages. Answers the secret and the recovery codes. */
export async function turnOnTwoFactor(
  page: Page,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/my-account');
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = key!.replaceAll(' ', '');
  await dialog.getByLabel('Verification code').fill(generateSync({ secret }));
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await list.getByRole('listitem').allTextContents();
  return { secret, recoveryCodes };
}

/** Signs the demo's operator in through the pages. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('admin@feltandfoil.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill('admin1234');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'admin' })).toBeVisible();
}

/** Calls the API as the person who is signed in on the page. Answers the data of a success. */
export async function callAs<Data>(page: Page, path: string, body?: object): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const response = await page.request.fetch(`/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { data: body }),
  });
  const answer = (await response.json()) as { success: boolean; data: Data };
  expect(answer, path).toMatchObject({ success: true });
  return answer.data;
}

/** "CAD 1,234.50" anywhere in a text, as cents. */
export function cad(text: string | null): number {
  const amount = /CAD ([\d,]+)\.(\d\d)/.exec(text ?? '');
  if (amount === null) throw new Error(`No amount in: ${text}`);
  return Number(amount[1]!.replaceAll(',', '')) * 100 + Number(amount[2]);
}

/** Collects what the page complains about: errors, warnings, failed hydration. Empty is good. */
export function watchForErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}
