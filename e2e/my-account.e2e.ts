// Users manage their details, preferences and data in My account, and delete the account.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { callAs, codeIn, logOut, PASSWORD, readMail, signUp, watchForErrors } from './shopper.ts';

const ADDRESS = {
  firstName: 'Mira',
  lastName: 'Holt',
  addressLine1: '12 Harbour Street',
  city: 'Halifax',
  state: 'NS',
  postalCode: 'B3H 1A1',
  country: 'CA',
};

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openAccount(page: Page): Promise<string> {
  const email = await signUp(page);
  await page.goto('/my-account');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  return email;
}

/** Opens the form of the personal details, and returns their panel. */
async function editDetails(page: Page): Promise<Locator> {
  const details = panel(page, 'Personal details');
  await details.getByRole('button', { name: 'Edit' }).click();
  return details;
}

test(
  'the list of sections leads to each of them, and opens those that a phone folds',
  { tag: '@long' },
  async ({ page }) => {
    await openAccount(page);
    const list = page.getByRole('navigation', { name: 'On this page' });
    await list.getByRole('link', { name: 'Sessions' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeInViewport();
    await expect(page).toHaveURL('/my-account#sessions');
    // A user without packs has nothing to show in either of these sections, so the list of sections omits both links.
    await expect(list.getByRole('link', { name: 'Spent and returned' })).toBeHidden();
    await expect(list.getByRole('link', { name: 'Your packs' })).toBeHidden();
    const names = await list.getByRole('link').allTextContents();
    for (const name of names) await expect(panel(page, name)).toBeVisible();
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 800 });
    await list.getByRole('link', { name: 'Preferences' }).click();
    const fold = page.getByRole('button', { name: 'Preferences' });
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(fold).toBeInViewport();
    await page.setViewportSize({ width, height });
  },
);

test('name and address are saved, and are still there after a reload', async ({ page }) => {
  const problems = watchForErrors(page);
  await openAccount(page);
  const details = await editDetails(page);
  await expect(details.getByLabel('Full name')).toBeFocused();
  await details.getByLabel('Full name').fill('Mira Holt');
  await details.getByLabel('City').fill('Halifax');
  await details.getByLabel('Zip code').fill('!');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('address line 1 is required')).toBeVisible();
  await expect(details.getByText('state is required')).toBeVisible();
  await expect(details.getByText('Please fill in your street and house number.')).toBeVisible();
  await expect(details.getByText('Invalid postal code format')).toBeVisible();
  await expect(details.getByLabel('Address line 1')).toBeFocused();

  await details.getByLabel('Address line 1').fill('12 Harbour Street');
  await expect(details.getByText('address line 1 is required')).toBeHidden();
  await details.getByLabel('Country').selectOption({ label: 'Canada' });
  await details.getByRole('combobox', { name: 'State or province' }).selectOption('NS');
  await details.getByLabel('Zip code').fill('M5H 2N2');
  await expect(details.getByText('Postal codes there begin with B.')).toBeVisible();
  await details.getByLabel('Zip code').fill('B3H 1A1');
  await details.getByLabel('Phone number').fill('+1 902 555 0100');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details saved')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.reload();
  for (const text of [
    'Mira Holt',
    '+1 902 555 0100',
    '12 Harbour Street',
    'Halifax, NS, B3H 1A1',
  ]) {
    await expect(details).toContainText(text);
  }
  await expect(details).toContainText('Canada');
  expect(problems).toEqual([]);
});

test('a phone shows balance, cards, profile, security and danger zone; the rest is folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const problems = watchForErrors(page);
  await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  await page.goto('/my-account');
  const summary = panel(page, 'Collection Summary');
  await expect(summary).toContainText(/Total value MarketCAD [\d.]+Sells forCAD [\d.]+/);
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(
    [
      'Account Balance',
      'Collection Summary',
      'Profile',
      'Personal details',
      'Spent and returned',
      'Spending, last 7 days',
      'Recent transactions',
      'Your packs',
      'Saved cards',
      'Account Security',
      'Sessions',
      'Limits and breaks',
      'Preferences',
      'Data & export',
      'Danger Zone',
    ],
    { useInnerText: true },
  );
  // The headings have the same order on the screen as in the document, in which screen readers read them.
  const tops = await headings.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top),
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await expect(panel(page, 'Account Security').getByText('Last updated')).toBeVisible();
  // Regression: the page was 4,474 pixels high while it still had pictures in it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(3_040);

  const preferences = panel(page, 'Preferences');
  const switches = preferences.getByRole('checkbox', { name: 'Pack recommendations' });
  await expect(switches).toBeHidden();
  await preferences.getByRole('button', { name: 'Preferences', expanded: false }).press('Enter');
  await expect(switches).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(preferences.getByRole('button', { name: 'Preferences' })).toBeHidden();
  await expect(panel(page, 'Sessions').getByText('This device')).toBeVisible();
  expect(problems).toEqual([]);
});

test(
  'a user who enters their code from My account returns there, and reads about no mail that was not sent now',
  { tag: '@long' },
  async ({ page }) => {
    const email = await openAccount(page);
    await page.getByRole('link', { name: 'Enter your code' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const step = page.getByRole('main');
    await expect(step).toContainText(`Enter the 6-digit code that we sent to ${email}.`);
    await expect(step).toContainText('A code works for 10 minutes');
    await expect(step).not.toContainText('It expires in');
    // A new code voids the typed one, and clears the error about it.
    const mailed = codeIn(await readMail(email, 'verify_email'));
    const code = page.getByLabel('Verification code');
    await code.fill(mailed === '000000' ? '000001' : '000000');
    await expect(step.locator('.text-danger')).toBeVisible();
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(step).toContainText('We sent a new 6-digit code');
    await expect(step.locator('.text-danger')).toHaveCount(0);
    await expect(code).toHaveValue('');
    await page.getByLabel('Verification code').fill(codeIn(await readMail(email, 'verify_email')));
    await expect(page).toHaveURL('/my-account');
    await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
    await expect(page.getByText('This address is not verified yet.')).toHaveCount(0);
  },
);

test(
  'typed personal details are there again after Back, until they are saved or cancelled',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/my-account');
    const details = await editDetails(page);
    await details.getByLabel('Full name').fill('Mira Holt');
    await details.getByLabel('Country').selectOption('NZ');
    await page.goto('/packs');
    await page.goBack();
    await expect(details.getByLabel('Full name')).toHaveValue('Mira Holt');
    await expect(details.getByLabel('Country')).toHaveValue('NZ');
    await details.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(details.getByRole('button', { name: 'Edit' })).toBeVisible();
  },
);

test(
  'fields that a user did not edit follow the profile, even if it changed meanwhile',
  { tag: '@long' },
  async ({ page, context }) => {
    await openAccount(page);
    const details = await editDetails(page);
    await details.getByLabel('Phone number').fill('+1 902 555 0100');
    await page.goto('/packs');

    const other = await context.newPage();
    await other.goto('/my-account');
    const theirs = await editDetails(other);
    await theirs.getByLabel('Full name').fill('Mira Holt');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Details saved')).toBeVisible();

    await page.goto('/my-account');
    await expect(details.getByLabel('Phone number')).toHaveValue('+1 902 555 0100');
    await expect(details.getByLabel('Full name')).toHaveValue('Mira Holt');
  },
);

test('logging out deletes all typed personal details', { tag: '@long' }, async ({ page }) => {
  const email = await openAccount(page);
  const details = await editDetails(page);
  await details.getByLabel('Full name').fill('Mira Holt');
  const left = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await left()).toContain('Mira Holt');
  await logOut(page, email);
  expect(await left()).not.toContain('Mira');
});

test(
  'a browser without tab storage can show an account and pay by card',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('The user denied access', 'SecurityError');
        },
      });
    });
    await openAccount(page);
    const details = await editDetails(page);
    await details.getByLabel('Full name').fill('Mira Holt');
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details).toContainText('Mira Holt');
    await page.goto('/checkout?packId=pokemon-sv1');
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
);

test(
  'an edit that is canceled changes nothing; a name alone needs no address',
  { tag: '@long' },
  async ({ page }) => {
    await openAccount(page);
    const details = await editDetails(page);
    await details.getByLabel('Full name').fill('Somebody Else');
    await details.getByRole('button', { name: 'Cancel' }).click();
    await expect(details).not.toContainText('Somebody Else');
    await details.getByRole('button', { name: 'Edit' }).click();
    await details.getByLabel('Full name').fill('Mira Holt');
    await details.getByLabel('Username').fill('');
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('Username is required')).toBeVisible();
    await details.getByLabel('Username').fill('mira');
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('Mira Holt')).toBeVisible();
  },
);

test(
  'preferences are saved when they are pressed, and explain their effect',
  { tag: '@long' },
  async ({ page }) => {
    await openAccount(page);
    const preferences = panel(page, 'Preferences');
    const convert = preferences.getByRole('checkbox', { name: 'Convert expired cards to credits' });
    await expect(convert).toBeChecked();
    await expect(preferences.getByText(/^On: a card that you neither sell nor ship/)).toBeVisible();
    await convert.uncheck();
    await expect(
      preferences.getByText(/^Off: a card that you neither sell nor ship/),
    ).toBeVisible();
    await convert.check();
    await convert.uncheck();
    await preferences.getByRole('button', { name: 'Pokemon' }).click();
    await expect(preferences.getByRole('button', { name: 'Pokemon', pressed: true })).toBeVisible();

    await preferences.getByLabel('Auto-ship threshold (CAD)').fill('much');
    await preferences.getByRole('button', { name: 'Save threshold' }).click();
    await expect(preferences.getByText('Please enter an amount such as 49.99')).toBeVisible();
    await preferences.getByLabel('Auto-ship threshold (CAD)').fill('49.99');
    await preferences.getByRole('button', { name: 'Save threshold' }).click();
    await expect(page.getByText('Reminders list cards from CAD 49.99 first.')).toBeVisible();

    await expect
      .poll(() => callAs(page, '/users/settings'))
      .toMatchObject({
        preferences: { autoConvertExpiredCards: false, preferredCategories: ['pokemon'] },
      });
    await page.reload();
    await expect(convert).not.toBeChecked();
    await expect(preferences.getByRole('button', { name: 'Pokemon', pressed: true })).toBeVisible();
    await expect(preferences.getByLabel('Auto-ship threshold (CAD)')).toHaveValue('49.99');
  },
);

test('a user downloads their data as a file', { tag: '@long' }, async ({ page }) => {
  const email = await openAccount(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    profile: { email: string };
    transactions: { entries: { type: string; amount: number }[] };
  };
  expect(data.profile.email).toBe(email);
  const { transactions } = await callAs<{ transactions: object[] }>(page, '/transactions');
  expect(data.transactions.entries).toEqual(transactions);
  expect(data.transactions.entries.map((one) => one.type)).toEqual([
    'pack_purchase',
    'bonus_credit',
  ]);
});

test('a user deletes their account by keyboard, returns within two weeks, and keeps it', async ({
  page,
}) => {
  const email = await openAccount(page);
  await page.getByRole('button', { name: 'Delete Account' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('CreditsCAD 100.00');
  await expect(question).toContainText('Unopened packsNone');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();

  await page.keyboard.press('Enter');
  const password = question.getByRole('textbox', { name: 'Your password' });
  await password.focus();
  await page.keyboard.press('Enter');
  await expect(question.getByText('Password is required')).toBeVisible();
  await page.keyboard.type('wrong horse');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Invalid password. Please try again.')).toBeVisible();
  await expect(password).toBeFocused();

  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your account will be deleted on \d+\/\d+\/\d{4}$/)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();

  await page.goto('/auth?mode=login&redirect=/my-account');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/my-account');
  const notice = panel(page, 'Account deletion');
  await expect(notice).toContainText(/Your account will be deleted on \d+\/\d+\/\d{4}/);
  await expect(panel(page, 'Danger Zone')).toContainText('Your account will be deleted on');
  await page.goto('/packs');
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Keep my account' }).press('Enter');
  await expect(page.getByText('Your account stays')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/my-account');
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test(
  'a user with a pending card payment reads why the account can’t be deleted yet',
  { tag: '@long' },
  async ({ page }) => {
    await openAccount(page);
    await callAs(page, '/payments/create-payment-intent', {
      packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    });
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await expect(question).toContainText('A card payment that is not settled');
    await expect(question.getByRole('button', { name: 'Delete Account' })).toBeHidden();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  },
);

test(
  'a parcel that was not sent yet is not shown as on its way',
  { tag: '@long' },
  async ({ page }) => {
    await openAccount(page);
    type Bought = { packOpenings: { id: string; cards: { id: string }[] }[] };
    const { packOpenings } = await callAs<Bought>(page, '/payments/purchase-with-balance', {
      packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
      paymentMethod: 'balance',
    });
    const [opening] = packOpenings;
    await callAs(page, '/shipping/requests', {
      cardGroups: [{ packOpeningId: opening!.id, cardIds: [opening!.cards[0]!.id] }],
      shippingAddress: ADDRESS,
      paymentMethod: 'balance',
    });
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await expect(question).toContainText('A shipment of 1 card');
    await expect(question).toContainText('Requested, and not sent yet');
    await expect(question).not.toContainText('On its way');
  },
);
