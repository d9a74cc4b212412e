// What every journey needs: a person, and eyes on the console.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'correct horse';

export function newEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.test`;
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
