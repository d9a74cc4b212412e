// Helpers for every test: create and sign in a person, and watch the browser's console.
import { randomUUID } from 'node:crypto';
import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { WITHOUT_PICTURES } from '../playwright.config.ts';
import { shopDatabaseUrl } from './shop-database.ts';

export const PASSWORD = 'correct horse';

export function newEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.test`;
}

/**
 * Opens a public page as a visitor, and waits for hydration. On a page without hydration, a link loads the next page
 * in full. Only a hydrated page shows whether the visitor is signed in, so the "Sign up" link proves hydration.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).waitFor();
}

type Session = { access_token: string; refresh_token: string; user: object };

/** Registers or signs in through the API. Returns what the shop's own pages would store. */
async function ask(
  request: APIRequestContext,
  call: 'register' | 'login',
  who: { email: string; password: string },
): Promise<Session> {
  const response = await request.post(`/api/auth/${call}`, { data: who });
  const reply = (await response.json()) as { success: boolean; data: Session };
  expect(reply, `${call} ${who.email}`).toMatchObject({ success: true });
  return reply.data;
}

const PICTURE = '/favicon.svg';

/**
 * Stores a session where the shop's pages store it (src/web/api/session.ts). Afterwards the browser shows a picture,
 * where no code can send requests, and the test goes from there to its first page.
 */
async function enter(page: Page, { access_token, refresh_token, user }: Session): Promise<void> {
  const state = { user, isAuthenticated: true, packTypes: null, packTypesFetchedAt: null };
  // A reused page already shows the picture.
  if (!page.url().endsWith(PICTURE)) await page.goto(PICTURE);
  await page.evaluate(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    {
      access_token,
      refresh_token,
      'felt-and-foil': JSON.stringify({ state, version: 0 }),
    },
  );
}

/** Creates an account without signing in. */
export async function register(request: APIRequestContext, email = newEmail()): Promise<string> {
  await ask(request, 'register', { email, password: PASSWORD });
  return email;
}

/**
 * Creates a new person and signs them in through the API, because other tests cover the pages for that. Returns the
 * person's e-mail address.
 */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  await enter(page, await ask(page.request, 'register', { email, password: PASSWORD }));
  return email;
}

/** Signs in an existing account. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await enter(page, await ask(page.request, 'login', { email, password }));
}

const ADMIN = { email: 'admin@feltandfoil.test', password: 'admin1234' };

/** Signs in the demo's operator. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
}

/** Logs in through the pages, up to the password. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth?mode=login');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

/** Logs out with the menu in the header. */
export async function logOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email.split('@')[0]! }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
}

/** Queries the database of the shop under test, or of another shop of this run. */
export async function askDatabase<Row extends object>(
  text: string,
  values: unknown[],
  port = Number(new URL(base.info().project.use.baseURL!).port),
): Promise<Row[]> {
  const client = new Client({ connectionString: await shopDatabaseUrl(port) });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The text of the newest mail of a kind to an address, as stored by the shop under test or another one. */
export async function readMail(email: string, kind: string, port?: number): Promise<string> {
  const [mail] = await askDatabase<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at desc limit 1',
    [email, kind],
    port,
  );
  if (mail === undefined) throw new Error(`No mail ${kind} for ${email}`);
  return mail.text;
}

/** The six-digit code in a mail. */
export function codeIn(mail: string): string {
  return /^ {4}(\d{6})$/m.exec(mail)![1]!;
}

/**
 * Verifies the address of the signed-in person with the mailed code. Reads the code as an operator, which works in
 * any demo shop.
 */
export async function proveAddress(page: Page): Promise<void> {
  const { email } = await callAs<{ email: string }>(page, '/users/profile');
  const operator = await ask(page.request, 'login', ADMIN);
  const read = async <Data>(path: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${operator.access_token}` };
    const response = await page.request.get(`/api${path}`, { headers });
    return ((await response.json()) as { data: Data }).data;
  };
  const { mails } = await read<{ mails: { id: string; kind: string }[] }>(
    `/admin/mails?search=${encodeURIComponent(email)}`,
  );
  const { id } = mails.find(({ kind }) => kind === 'verify_email')!;
  const { text } = await read<{ text: string }>(`/admin/mails/${id}`);
  const data = { email, code: codeIn(text) };
  expect((await page.request.post('/api/auth/verify', { data })).status()).toBe(200);
}

/**
 * Turns on two-factor through the pages. For an operator, enters the `token` from the command line. Returns the
 * secret and the recovery codes.
 */
export async function turnOnTwoFactor(
  page: Page,
  token?: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  // An account with a token was created by the command line, and its address counts as verified.
  if (token === undefined) await proveAddress(page);
  await page.goto('/my-account');
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  if (token !== undefined) await dialog.getByLabel('Token').fill(token);
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

/** Calls the API as the person who is signed in on the page. Returns the data of a success. */
export async function callAs<Data>(page: Page, path: string, body?: object): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const response = await page.request.fetch(`/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { data: body }),
  });
  const reply = (await response.json()) as { success: boolean; data: Data };
  expect(reply, path).toMatchObject({ success: true });
  return reply.data;
}

/** Finds "CAD 1,234.50" in a text, and returns the amount in cents. */
export function cad(text: string | null): number {
  const amount = /CAD ([\d,]+)\.(\d\d)/.exec(text ?? '');
  if (amount === null) throw new Error(`No amount in: ${text}`);
  return Number(amount[1]!.replaceAll(',', '')) * 100 + Number(amount[2]);
}

/**
 * Records every text that appears, however briefly, from the next page on. Returns a function that waits until some
 * words have appeared, because waiting on the page would miss a text that is already gone.
 */
export async function noteTexts(page: Page): Promise<(words: string) => Promise<void>> {
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(window, { texts });
    const note = (node: Node) => {
      if (node instanceof Text) texts.add(node.data);
      else for (const child of node.childNodes) note(child);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) note(target);
        for (const added of addedNodes) note(added);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return async (words) => {
    await page.waitForFunction(
      (awaited) =>
        [...(window as unknown as { texts: Set<string> }).texts].some((text) =>
          text.includes(awaited),
        ),
      words,
    );
  };
}

/** Ticks the first `count` cards on My cards that can be sent, and goes to the shipping page with them. */
export async function goToShipping(page: Page, count = 1): Promise<void> {
  await page.goto('/my-cards?tab=available');
  const ticks = page.getByRole('table').getByRole('checkbox', { name: /^Select (?!all)/ });
  for (let at = 0; at < count; at += 1) await ticks.nth(at).check();
  await page.getByRole('link', { name: 'Ship all' }).click();
}

/** Whether a browser's message is only about pictures that the browser was configured not to fetch. */
function isAboutNoPictures(text: string): boolean {
  if (base.info().project.name !== WITHOUT_PICTURES) return false;
  return /image loading is disabled\.$|\/(art|pictures)\/\S+ was preloaded using/.test(text);
}

/** Collects the page's errors and warnings, also those about failed hydration. A test expects an empty list. */
export function watchForErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (!isAboutNoPictures(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => {
    // A browser that is too busy skips a picture's transition; the page appears nevertheless.
    if (!error.message.startsWith('Transition was aborted')) problems.push(String(error));
  });
  return problems;
}
