// If the shop refuses a checkout, the page states the reason and offers a way on.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { STRICT_PORT } from '../playwright.config.ts';
import {
  askDatabase,
  callAs,
  codeIn,
  readMail,
  goToShipping,
  signInAsAdmin,
  signUp,
} from './shopper.ts';

const STRICT = `http://localhost:${STRICT_PORT}`;
const CARDS_OF_PACK = 9;

/**
 * Creates a separate pack type with packs in stock, at CAD 400.00. Other tests don't use this type, so they don't
 * see its price change.
 */
async function stockOwnType(page: Page): Promise<string> {
  const id = `raised-${Date.now().toString(36)}`;
  await callAs(page, '/pack-types', {
    id,
    name: `Raised ${id}`,
    set_id: 'yugioh-DIFO',
    price: 400,
    card_count: CARDS_OF_PACK,
  });
  const { cards } = await callAs<{ cards: { id: string }[] }>(
    page,
    `/cards/market?game=yugioh&setName=Dimension&pageSize=${CARDS_OF_PACK}`,
  );
  await callAs(page, '/admin/stock/intake', {
    packs: ['1', '2'].map((number) => ({
      packTypeId: id,
      serial: `${id}-${number}`,
      certificationNumber: `FF-${id}-${number}`,
      cards: cards.map((card) => ({ cardId: card.id })),
    })),
  });
  return id;
}

/** Enters the verification code that was mailed at sign-up. */
async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Verify Email' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const mail = await readMail(email, 'verify_email', STRICT_PORT);
  await page.getByLabel('Verification code').fill(codeIn(mail));
}

test('a price that was raised meanwhile is not charged, and the page offers the new total', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const id = await stockOwnType(page);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const changePrice = (price: number) =>
    page.request.patch(`/api/admin/pack-types/${id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { price },
    });
  const { id: me } = await callAs<{ id: string }>(page, '/users/profile');
  await callAs(page, `/users/credits?userId=${me}`, { amount: 2000, reason: 'For a journey' });

  await page.goto(`/checkout?packId=${id}`);
  const pay = page.getByRole('button', { name: /^Pay CAD .* with Balance$/ });
  await expect(pay).toHaveText('Pay CAD 432.00 with Balance');
  await expect(pay).toBeEnabled();
  expect((await changePrice(1000)).ok()).toBe(true);
  await pay.click();
  await expect(
    page.getByText('The total has changed. Please check your order and try again.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'See New Total' }).click();
  await expect(pay).toHaveText('Pay CAD 1,080.00 with Balance');
  await expect(page.getByText('CAD 1,000.00').first()).toBeVisible();
  await pay.click();
  await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
});

test(
  'an insufficient balance shows the missing sum, and can be chosen as soon as it suffices',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    await signUp(page);
    // With tax, 17 packs at 5.49 cost 80 cents more than the credits of a new account.
    await page.goto('/checkout?packId=pokemon-sv1&quantity=17');
    const balance = page.getByRole('radio', { name: /Account Balance/ });
    const pay = page.getByRole('button', { name: /with Balance$/ });
    const isShort = async () => {
      await expect(page.getByText('Insufficient balance (need CAD 100.80)')).toBeVisible();
      await expect(balance).toBeDisabled();
    };
    await isShort();
    await expect(
      page.getByText('Insufficient balance. You have CAD 100.00 but need CAD 100.80'),
    ).toBeVisible();

    // A discount code makes the balance sufficient.
    await page.getByText('Add discount code').click();
    await page.getByLabel('Discount code').fill('WELCOME10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await balance.check();
    await expect(pay).toHaveText('Pay CAD 90.72 with Balance');
    await expect(pay).toBeEnabled();
    await page.getByRole('button', { name: 'Remove' }).click();
    await isShort();
    await expect(pay).toBeDisabled();

    // A smaller cart makes the balance sufficient too.
    const packs = page.getByRole('group', { name: /^Packs of/ });
    await packs.getByRole('button', { name: 'One less' }).click();
    await expect(pay).toHaveText('Pay CAD 94.87 with Balance');
    await expect(pay).toBeEnabled();
    await packs.getByRole('button', { name: 'One more' }).click();
    await isShort();
    await expect(page).toHaveURL(/quantity=17/);

    // Credits that arrive while the shopper is in another tab make the balance sufficient too.
    const { id } = await callAs<{ id: string }>(page, '/users/profile');
    const operator = await elsewhere();
    await signInAsAdmin(operator);
    await callAs(operator, `/users/credits?userId=${id}`, { amount: 1, reason: 'For a journey' });
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(balance).toBeEnabled();
    await expect(pay).toHaveText('Pay CAD 100.80 with Balance');
    await expect(pay).toBeEnabled();
  },
);

test('a buyer with too few credits can buy some, and returns to the checkout', async ({ page }) => {
  await signUp(page);
  await page.goto('/checkout?packId=pokemon-sv1&quantity=19');
  await page.getByRole('link', { name: 'Buy credits' }).click();
  await expect(page.getByRole('heading', { name: 'Buy credits' })).toBeVisible();
  // The order costs 112.65, and the balance is 100.
  await expect(page.getByLabel('Credits', { exact: true })).toHaveValue('13');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration (MM/YY)').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('M5V 2T6');
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  await expect(page).toHaveURL('/checkout?packId=pokemon-sv1&quantity=19');
  const pay = page.getByRole('button', { name: 'Pay CAD 112.65 with Balance' });
  await expect(pay).toBeEnabled();
});

test.describe('in a shop that requires verified addresses', () => {
  test.use({ baseURL: STRICT });

  test(
    'the checkout leads to the code, and back to the cart',
    { tag: '@long' },
    async ({ page }) => {
      const email = await signUp(page);
      await page.goto('/pack/pokemon-sv1');
      await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
      const refusal = page.getByText('Please verify your email address to continue.');
      await expect(refusal).toBeVisible();
      await enterCode(page, email);

      const pay = page.getByRole('button', { name: /^Pay CAD .* with Balance$/ });
      await expect(pay).toBeEnabled();
      await expect(refusal).toBeHidden();
      await pay.click();
      await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
    },
  );

  test('shipping leads to the code, and back to the cards', { tag: '@long' }, async ({ page }) => {
    const email = await signUp(page);
    const setVerified = (at: 'now()' | 'null') =>
      askDatabase(
        `update users set email_verified_at = ${at} where email = $1`,
        [email],
        STRICT_PORT,
      );
    // Fakes a shop that began to demand verification after the pack was opened.
    await setVerified('now()');
    await callAs(page, '/packs/purchase', { packId: 'pokemon-sv1' });
    await setVerified('null');
    await goToShipping(page);
    await expect(
      page.getByRole('alert').getByText('Please verify your email address to continue.'),
    ).toBeVisible();
    await enterCode(page, email);
    await expect(page).toHaveURL('/shipping');
    await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
  });

  test(
    'after unpaid carts a buyer has to wait, and reads until when',
    { tag: '@long' },
    async ({ page }) => {
      const email = await signUp(page);
      await callAs(page, '/auth/verify', {
        email,
        code: codeIn(await readMail(email, 'verify_email', STRICT_PORT)),
      });
      for (const quantity of [1, 2, 3]) {
        await callAs(page, '/payments/create-payment-intent', {
          packs: [{ packId: 'pokemon-sv1', quantity }],
        });
      }
      // On a phone the payment methods are below the order.
      await page.setViewportSize({ width: 390, height: 700 });
      await page.goto('/checkout?packId=pokemon-sv1&quantity=4');
      await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
      const words = page.getByText(
        /^Your last carts were not paid, and what was in them is on sale again\. You can pay by card again from \d+:\d\d [ap]\.m\., and with your balance at any time\.$/,
      );
      await expect(words).toBeInViewport();
      await page.getByRole('button', { name: 'Change Payment Method' }).click();
      await expect(page.getByRole('button', { name: /with Balance$/ })).toBeEnabled();
      await expect(words).toBeHidden();
    },
  );
});
