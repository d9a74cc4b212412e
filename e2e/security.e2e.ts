// Users protect their accounts: they use two-factor, end sessions, and change their password and address.
import { expect, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { test } from './kept-page.ts';
import { generateSync } from 'otplib';
import {
  codeIn,
  logIn,
  logOut,
  newEmail,
  PASSWORD,
  readMail,
  register,
  signUp,
  turnOnTwoFactor,
  watchForErrors,
} from './shopper.ts';

const NEW_PASSWORD = 'battery staple';

const isSignedIn = (page: Page, email: string) =>
  expect(page.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** The code of the next time step, because the current one may have been used. */
const nextCode = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

test('two-factor can be turned on, protects the sign-in, and can be turned off', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const email = await signUp(page);
  const { secret, recoveryCodes } = await turnOnTwoFactor(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  // Escape does not close the dialog before the shopper has confirmed that the codes are saved, however often it is
  // pressed.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have saved my codes' }).click();
  const security = panel(page, 'Account Security');
  await expect(security.getByText('Enabled', { exact: true })).toBeVisible();
  await expect(security.getByText('10 recovery codes are left.')).toBeVisible();

  await logOut(page, email);
  await logIn(page, email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('Verification code').fill('000000');
  await expect(page.getByText('Invalid verification code. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(nextCode(secret));
  await isSignedIn(page, email);

  if (isLong) {
    await logOut(page, email);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]!.toLowerCase());
    await page.keyboard.press('Enter');
    await isSignedIn(page, email);
  }
  await page.goto('/my-account');
  await expect(security.getByText(`${isLong ? 9 : 10} recovery codes are left.`)).toBeVisible();
  await security.getByRole('button', { name: 'Turn off two-factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await dialog.getByLabel('Verification code').fill(recoveryCodes[1]!);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Invalid password. Please try again.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(security.getByText('Not Enabled')).toBeVisible();
  await logOut(page, email);
  await logIn(page, email);
  await isSignedIn(page, email);
  // The console has a line for each of the refused requests above, and no other line.
  expect(problems.filter((line) => !/status of 40[013]/.test(line))).toEqual([]);
});

test('a link in the mail resets a forgotten password', async ({ page, request, elsewhere }) => {
  const email = await register(request);
  await page.goto('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  // Another code leaves everything as it was typed, and the next digits replace the old code.
  await page.getByLabel('Verification code').fill('123456');
  await page.getByRole('textbox', { name: 'New password' }).fill('half-typed');
  await page.getByRole('button', { name: 'Send another' }).click();
  await expect(page.getByText('Code sent')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('half-typed');
  await expect(page.getByLabel('Verification code')).toHaveValue('123456');
  await page.keyboard.type('7');
  await expect(page.getByLabel('Verification code')).toHaveValue('7');

  const mail = await readMail(email, 'reset_password');
  const link = new URL(/^http.*$/m.exec(mail)![0]);
  // Opens the link in another browser, where the mail is read.
  const other = await elsewhere();
  const sent: string[] = [];
  other.on('request', (request) => void sent.push(request.url()));
  await other.goto(link.pathname + link.search + link.hash);
  await expect(other.getByLabel('Email')).toHaveValue(email);
  await expect(other.getByLabel('Verification code')).toHaveValue(codeIn(mail));
  await expect(other).toHaveURL(/\/auth\?mode=reset$/);
  await other.getByRole('textbox', { name: 'New password' }).fill('12345');
  await other.keyboard.press('Enter');
  await expect(other.getByText('Password must be at least 6 characters long')).toBeVisible();
  await other.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await other.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
  await other.keyboard.press('Enter');
  await isSignedIn(other, email);
  expect(sent.filter((url) => url.includes(codeIn(mail)))).toEqual([]);
});

test(
  'a code typed by hand resets a forgotten password, by keyboard alone',
  { tag: '@long' },
  async ({ page, request }) => {
    const email = await register(request);
    await page.goto('/auth?mode=forgot');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await page.keyboard.type(codeIn(await readMail(email, 'reset_password')));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused();
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await isSignedIn(page, email);
  },
);

test(
  'a user changes the password by keyboard alone, and the page says when',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    await page.goto('/my-account');
    const security = panel(page, 'Account Security');
    await expect(security.getByText('Last updated: Never')).toBeVisible();
    const button = security.getByRole('button', { name: 'Change Password' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
    await page.keyboard.type('not this one');
    await page.keyboard.press('Tab'); // Moves past the button that makes the password visible.
    await page.keyboard.press('Tab');
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Invalid password. Please try again.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await expect(security.getByText(/^Last updated: \d+\/\d+\/\d{4}$/)).toBeVisible();
    await logOut(page, email);
    await logIn(page, email, NEW_PASSWORD);
    await isSignedIn(page, email);
  },
);

test(
  'another address takes effect once its code is entered',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    const next = newEmail();
    await page.goto('/my-account');
    const profile = panel(page, 'Profile');
    await profile.getByRole('button', { name: 'Edit e-mail' }).click();
    await profile.getByLabel('E-mail').fill('mira@');
    await page.keyboard.press('Enter');
    await expect(profile.getByText('Please enter a valid email address')).toBeVisible();
    await profile.getByRole('button', { name: 'Cancel' }).click();
    await expect(profile.getByRole('button', { name: 'Edit e-mail' })).toBeFocused();
    await expect(profile.getByLabel('E-mail')).toHaveValue(email);

    await page.keyboard.press('Enter');
    await profile.getByLabel('E-mail').fill(next);
    await profile.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(profile.getByLabel('Confirmation code')).toBeFocused();
    await expect(profile.getByLabel('E-mail')).toHaveValue(email);
    expect(await readMail(email, 'email_changing')).toContain(next);

    // The page still waits for the code of the pending change, even after a reload.
    await page.reload();
    await profile
      .getByLabel('Confirmation code')
      .fill(codeIn(await readMail(next, 'change_email')));
    await expect(profile.getByLabel('E-mail')).toHaveValue(next);
    await expect(profile.getByLabel('Confirmation code')).toBeHidden();
    await expect(profile.getByRole('button', { name: 'Edit e-mail' })).toBeFocused();
    await isSignedIn(page, next);
    await expect(page.getByText('not verified yet')).toBeHidden();
    await logOut(page, next);
    await logIn(page, next);
    await isSignedIn(page, next);
  },
);

test(
  'signing out everywhere ends another browser’s session too',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const email = await signUp(page);
    const other = await elsewhere();
    await logIn(other, email);
    await isSignedIn(other, email);

    await page.goto('/my-account');
    const sessions = panel(page, 'Sessions');
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByText('This device')).toHaveCount(1);
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL('/');

    await other.goto('/my-account');
    await expect(other.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  },
);

test(
  'one other device can be signed out on its own',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const email = await signUp(page);
    const other = await elsewhere();
    await logIn(other, email);
    await isSignedIn(other, email);
    await page.goto('/my-account');
    const sessions = panel(page, 'Sessions');
    await sessions.getByRole('button', { name: /^Sign out ?:/ }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/my-account');
    await expect(other.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    await page.reload();
    await isSignedIn(page, email);
  },
);

test(
  'injected content on a page is not executed, and loads nothing',
  { tag: '@pictures' },
  async ({ page }) => {
    await page.goto('/about');
    const forbidden = await page.evaluate(async () => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        seen.push(effectiveDirective),
      );
      const put = (tag: string, fields: Record<string, string>) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(fields)) element.setAttribute(name, value);
        element.textContent = fields['text'] ?? null;
        document.body.append(element);
      };
      put('script', { text: 'document.title = "Stolen"' });
      put('script', { src: 'https://evil.test/x.js' });
      put('img', { src: '/favicon.svg', onload: 'document.title = "Stolen"' });
      put('img', { src: 'https://evil.test/x.png' });
      put('iframe', { src: 'https://evil.test/' });
      put('object', { data: 'https://evil.test/x.swf' });
      await fetch('https://evil.test/').catch(() => null);
      while (new Set(seen).size < 6) await new Promise((resolve) => setTimeout(resolve, 20));
      return [...new Set(seen)];
    });
    expect(new Set(forbidden)).toEqual(
      new Set(
        'script-src-elem script-src-attr img-src frame-src object-src connect-src'.split(' '),
      ),
    );
    await expect(page).not.toHaveTitle('Stolen');
    // The browser may list requests that the policy blocked, but none of these gets a response.
    const responded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            entry.name.includes('evil.test') &&
            (entry as PerformanceResourceTiming).responseStatus > 0,
        )
        .map(({ name }) => name),
    );
    expect(responded).toEqual([]);
  },
);
