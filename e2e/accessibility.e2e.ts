// axe finds nothing on any screen, in both themes and three widths.
import { expect, test, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import {
  callAs,
  logIn,
  newEmail,
  PASSWORD,
  signInAsAdmin,
  signUp,
  turnOnTwoFactor,
} from './shopper.ts';

const WIDTHS = [390, 768, 1280];

/** `open`: what leads from the page to what is looked at. */
async function expectNothing(page: Page, open?: () => Promise<void>): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => localStorage.setItem('ui-theme', name), theme);
    await page.reload();
    await page.waitForLoadState('networkidle');
    await open?.();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoBarriers(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, `${page.url()} is wider than ${width}`).toBeLessThanOrEqual(0);
    }
  }
}

for (const path of [
  '/',
  '/packs',
  '/pack/magic-mid-draft',
  '/pack/magic-mid-draft/certification',
  '/about',
  '/nowhere',
  '/auth',
  '/auth?mode=signup',
  '/auth?mode=forgot',
  '/auth?mode=reset',
]) {
  test(`${path} can be used by everybody`, async ({ page }) => {
    await page.goto(path);
    await expectNothing(page);
  });
}

for (const path of [
  '/my-cards',
  '/my-cards?tab=history',
  '/my-account',
  '/shipments',
  '/transactions',
  '/top-up',
  '/checkout?packId=pokemon-sv1',
  '/auth?mode=verify',
]) {
  test(`${path} can be used by everybody who is signed in`, async ({ page }) => {
    await signUp(page);
    await callAs(page, '/payments/purchase-with-balance', {
      packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
      paymentMethod: 'balance',
    });
    await page.goto(path);
    await expectNothing(page);
  });
}

for (const path of [
  '/admin',
  '/admin/orders',
  '/admin/shipping',
  '/admin/locked-cards',
  '/admin/stock',
  '/admin/stock/intake',
  '/admin/transactions',
  '/admin/discount-codes',
  '/admin/users',
  '/admin/audit',
  '/admin/audit?view=promises',
  '/admin/catalogue',
  '/admin/prices',
  '/admin/jobs',
  '/admin/mail',
]) {
  test(`the operators' page ${path} can be used by everybody who may open it`, async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectNothing(page);
  });
}

test('the states of a list can be used by everybody', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto('/transactions?type=shipping_fee');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await expectNothing(page);

  // What is never answered keeps loading, what is refused has failed, and then the network goes away.
  await page.route('**/api/transactions*', () => {});
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByText('Loading transactions...')).toBeVisible();
  await expectNothingHere(page);
  await page.unroute('**/api/transactions*');
  const error = { code: 'VALIDATION_ERROR', message: 'Bad request - please check your input' };
  await page.route('**/api/transactions*', (route) =>
    route.fulfill({ status: 400, json: { success: false, error, timestamp: '' } }),
  );
  await page.reload();
  await expect(page.getByText('Failed to load transactions')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expectNothingHere(page);
});

test('a pack type can be changed by everybody who may open it', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/catalogue');
  await page.getByRole('table', { name: 'Pack types' }).getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByLabel('Price (CAD)')).toBeVisible();
  await expectNothing(page);
});

test('a mail can be read by everybody who may open it', async ({ page }) => {
  await signUp(page);
  await page.evaluate(() => localStorage.clear());
  await signInAsAdmin(page);
  await page.goto('/admin/mail');
  await page
    .getByRole('link', { name: /verification code/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('Your verification code is');
  await expectNothing(page);
});

async function openTransaction(page: Page): Promise<void> {
  await signUp(page);
  await page.goto('/transactions');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'View receipt' })).toBeVisible();
}

test('a transaction can be used by everybody', async ({ page }) => {
  await openTransaction(page);
  await expectNothing(page);
});

test('a receipt can be used by everybody', async ({ page }) => {
  await openTransaction(page);
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectNothing(page);
});

/** A shopper who ships the first card of a pack; answers its id. */
async function signUpToShip(page: Page): Promise<{ id: string; packOpeningId: string }> {
  await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  const { cards } = await callAs<{ cards: { card: { id: string }; packOpeningId: string }[] }>(
    page,
    '/cards/my?status=available',
  );
  const [{ card, packOpeningId }] = cards as [(typeof cards)[number]];
  return { id: card.id, packOpeningId };
}

test('the shipping page can be used by everybody, also with its errors', async ({ page }) => {
  const { id } = await signUpToShip(page);
  await page.goto(`/shipping/${id}`);
  await expect(page.getByLabel('First name')).toBeVisible();
  await expectNothing(page);
  await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
  await expect(page.getByText('first name is required')).toBeVisible();
  await expectNoBarriers(page);

  for (const [label, text] of Object.entries(TYPED)) await page.getByLabel(label).fill(text);
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectNoBarriers(page);
});

const TYPED = {
  'First name': 'Mira',
  'Last name': 'Berg',
  'Address line 1': '12 Queen St W',
  City: 'Buffalo',
  'State or province': 'NY',
  'Postal code': '14201',
};

test('shipments can be used by everybody', async ({ page }) => {
  const { id, packOpeningId } = await signUpToShip(page);
  await page.goto('/shipments');
  await expect(page.getByText('No shipments yet')).toBeVisible();
  await expectNothing(page);
  const shipment = await callAs<{ id: string }>(page, '/shipping/requests', {
    cardGroups: [{ packOpeningId, cardIds: [id] }],
    shippingAddress: ADDRESS,
    paymentMethod: 'balance',
  });
  await page.goto('/shipments');
  await expect(page.getByText('Requested').first()).toBeVisible();
  await expectNothing(page);
  await page.goto(`/shipments/${shipment.id}`);
  await expect(page.getByRole('button', { name: 'Cancel shipment' })).toBeVisible();
  await expectNothing(page);
});

const ADDRESS = {
  firstName: 'Mira',
  lastName: 'Berg',
  addressLine1: '12 Queen St W',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5H 2N2',
  country: 'CA',
};

async function expectNothingHere(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await expectNoBarriers(page);
  }
}

test('editing one’s details, and leaving, can be used by everybody', async ({ page }) => {
  const email = await signUp(page);
  await page.goto('/my-account');
  const details = page.getByRole('region', { name: 'Personal details' });
  await details.getByRole('button', { name: 'Edit' }).click();
  await details.getByLabel('City').fill('Halifax');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('state is required')).toBeVisible();
  await expectNothingHere(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox', { name: 'Your password' }).fill('wrong horse');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Invalid password. Please try again.')).toBeVisible();
  await expectNothingHere(page);
  await question.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Account deletion' })).toBeVisible();
  await expectNothing(page);
});

test('dialogs can be used by everybody', async ({ page }) => {
  await signUp(page);
  await page.goto('/checkout?packId=pokemon-sv1');
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  await page.getByRole('button', { name: 'Skip Animation' }).click();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'View Collection' }).click();
  await page.getByRole('button', { name: /^Sell/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarriers(page);
});

test('what guards an account can be used by everybody', async ({ page }) => {
  test.slow(); // Each state in two themes and three widths.
  await signUp(page);
  await page.goto('/my-account');
  const dialog = page.getByRole('dialog');
  const typePassword = async () => {
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
  };
  await expectNothing(page, async () => {
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Password is required').first()).toBeVisible();
  });
  await expectNothing(page, async () => {
    await page.getByRole('button', { name: 'Set up two-factor' }).click();
    await typePassword();
    await dialog.getByLabel('Verification code').fill('000000');
    await expect(dialog.getByText('Invalid verification code')).toBeVisible();
  });
  await expectNothing(page, async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
});

test('changing an address can be used by everybody', async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto('/my-account');
  await expectNothing(page, async () => {
    await page.getByRole('button', { name: 'Edit e-mail' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password is required')).toBeVisible();
  });
  await expectNothing(page, async () => {
    await callAs(page, '/users/email', { email: newEmail() });
    await page.reload();
    await expect(page.getByLabel('Confirmation code')).toBeVisible();
  });
});

test('a second factor can be used by everybody', async ({ page }) => {
  test.slow();
  const signOut = () =>
    page.evaluate(() => {
      for (const name of ['access_token', 'refresh_token', 'felt-and-foil'])
        localStorage.removeItem(name);
    });
  let email = '';
  await page.goto('/');
  await expectNothing(page, async () => {
    await signOut();
    email = await signUp(page);
    await turnOnTwoFactor(page);
  });
  await page.getByRole('button', { name: 'I have saved my codes' }).click();
  await expectNothing(page, async () => {
    await page.getByRole('button', { name: 'Turn off two-factor' }).click();
    await expect(page.getByLabel('Verification code')).toBeVisible();
  });
  for (const kind of ['app', 'paper']) {
    await expectNothing(page, async () => {
      await signOut();
      // Asked for again, a page of the browser's history stays at its step.
      await page.goto('/about');
      await logIn(page, email);
      await expect(page.getByLabel('Verification code')).toBeVisible();
      if (kind === 'paper') await page.getByRole('button', { name: 'Use a recovery code' }).click();
    });
  }
});
