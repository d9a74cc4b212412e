import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { newEmail, PASSWORD, signUp } from './shopper.ts';

test('an unknown address leads to sign-up, a known one to log-in, and a wrong password shows an error', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/auth?mode=login');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL('/');

  await page.getByRole('button', { name: email.split('@')[0]! }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();
});

test(
  'the browser’s Back goes a step back, and no step stays in the history after the sign-in',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/about');
    await page.goto('/auth');
    await page.getByLabel('Email').fill('demo@feltandfoil.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('demo@feltandfoil.test');
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('demo@feltandfoil.test');
    await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'demo' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/about');
  },
);

test(
  'a screen reader announces the last step of signing up, and a link in it leads to the right page',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/auth?mode=signup');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Welcome to Felt & Foil' })).toBeFocused();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Packs' }).click();
    await expect(page).toHaveURL('/packs');
    await expect(page.getByRole('heading', { level: 1, name: /^All Packs/ })).toBeVisible();
    await expect(page).toHaveURL('/packs');
  },
);

test('the skip link leaves the step as it is', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('demo@feltandfoil.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'demo' })).toBeVisible();
});

test('each field shows its own error', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Email').fill('mira@');
  await page.getByRole('textbox', { name: 'Password' }).fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('');
  await expect(page.getByText('Email is required')).toBeVisible();
});

test('a page for members sends visitors to the sign-in, and returns them afterwards', async ({
  page,
}) => {
  await page.goto('/my-cards');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fmy-cards/);
  await page.getByLabel('Email').fill('demo@feltandfoil.test');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/my-cards');
});

test('sign-in never leads to another site', async ({ page }) => {
  await page.goto('/auth?redirect=//evil.test');
  await page.getByLabel('Email').fill('demo@feltandfoil.test');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'demo' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test(
  'two tabs that refresh at once stay signed in',
  { tag: '@long' },
  async ({ context, page }) => {
    const email = await signUp(page);
    const other = await context.newPage();
    await other.goto('/my-cards');
    // Stores a token like one that expired overnight. The token is invalid, because its signature no longer matches.
    await page.evaluate(() => {
      const token = localStorage.getItem('access_token')!;
      const [head] = token.split('.');
      const expired = btoa(JSON.stringify({ exp: 1 }));
      localStorage.setItem('access_token', `${head}.${expired}.x`);
    });
    await Promise.all([page.goto('/my-cards'), other.goto('/my-account')]);
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/^My /);
    }
  },
);

test(
  'the animation of a step makes no page wider than its phone',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto('/auth?mode=signup');
    // Stops the animation at its first frame, where its content is farthest outside.
    await page.addStyleTag({ content: '* { animation-play-state: paused !important }' });
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBe(0);
  },
);
