import { expect, type Page } from '@playwright/test';
import { CONFIRMATION, PROVIDER, loseResponses, loseCalls } from './answers.ts';
import { test } from './kept-page.ts';
import { holdTheClock, passTimeUntil } from './hold-the-clock.ts';
import { expectNoBarriers } from './barriers.ts';
import { callAs, noteTexts, signUp } from './shopper.ts';

/** Opens the checkout of one pack, chooses to pay by card, and waits for the card form. */
async function openCardForm(page: Page): Promise<void> {
  await page.goto('/checkout?packId=pokemon-sv1');
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByRole('timer')).toContainText(/^Your pack is reserved(10:00|09:\d\d)$/);
  await expect(page.getByLabel('Card number')).toBeVisible();
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration (MM/YY)').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('M5V 2T6');
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay CAD/ });
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Payment Failed' });

test(
  'a buyer of several packs reads that all of them are reserved',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/checkout?packId=pokemon-sv1&quantity=2');
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(page.getByRole('timer')).toContainText(/^Your 2 packs are reserved/);
  },
);

test('a card pays, and the packs stay sealed', async ({ page }) => {
  const stood = await noteTexts(page);
  await signUp(page);
  await openCardForm(page);
  await expect(page.getByText('Test mode: no real money')).toBeVisible();
  await expect(pay(page)).toHaveText('Pay CAD 6.43'); // The price is 5.49, plus 8% tax and the fee of 0.50.
  const summary = page.getByRole('region', { name: 'Order summary' });
  for (const amount of ['CAD 5.49', 'CAD 0.44', 'CAD 0.50', 'CAD 6.43']) {
    await expect(summary).toContainText(amount);
  }
  await typeCard(page, '4242424242424242');
  await pay(page).click();
  await stood('Payment completed successfully! Opening your packs...');
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible();

  await page.goto('/my-account');
  await page.getByRole('link', { name: /^Open now/ }).click();
  await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible();
});

test('Back and Forward keep what a buyer chose and typed at the checkout, but never a card number', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  const heading = page.getByRole('heading', { name: 'Checkout', exact: true });
  const card = page.getByRole('radio', { name: /Credit or Debit Card/ });
  const leaveAndReturn = async () => {
    await page.goBack();
    await expect(heading).toHaveCount(0);
    await page.goForward();
    await expect(heading).toBeVisible();
  };
  await page.getByRole('button', { name: 'Buy now' }).click();
  await card.check();
  await typeCard(page, '4242424242424242');
  await page.getByText('Add discount code').click();
  await page.getByLabel('Discount code').fill('welcome10');

  await leaveAndReturn();
  await expect(card).toBeChecked();
  await expect(page.getByLabel('Postal code')).toHaveValue('M5V 2T6');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await expect(page.getByLabel('Discount code')).toHaveValue('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(pay(page)).toHaveText('Pay CAD 5.84');

  await leaveAndReturn();
  await expect(page.getByText('Code WELCOME10 applied')).toBeVisible();
  await expect(pay(page)).toHaveText('Pay CAD 5.84');
  await page.getByRole('radio', { name: /Account Balance/ }).check();
  await page.getByRole('button', { name: 'Pay CAD 5.34 with Balance' }).click();
  await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();

  // What was chosen for a paid order does not stay for the next one.
  await page.goto('/checkout?packId=pokemon-sv1');
  await expect(pay(page)).toHaveText('Pay CAD 5.93 with Balance');
  await page.getByText('Add discount code').click();
  await expect(page.getByLabel('Discount code')).toHaveValue('');
});

test(
  'a clock that is twelve minutes fast does not end a reservation',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install({ time: Date.now() + 12 * 60_000 });
    await signUp(page);
    await openCardForm(page);
    await expect(page.getByText('Reservation Expired')).toHaveCount(0);
  },
);

test('an incomplete form names each missing field', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await openCardForm(page);
  await pay(page).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await typeCard(page, '4242424242424242');
  await page.getByLabel('Expiration (MM/YY)').fill('1329');
  await pay(page).click();
  await expect(page.getByText("Your card's expiration month is invalid.")).toBeVisible();
});

test('a declined card shows the reason, and the buyer can try another', async ({ page }) => {
  await signUp(page);
  await openCardForm(page);
  await typeCard(page, '4000000000000002');
  await pay(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' });
  await expect(alert).toContainText('Your card was declined.');
  await expect(alert).toContainText('Please check your card details and try again');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await typeCard(page, '4242424242424242');
  await pay(page).click();
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
});

test('a buyer whose payment succeeded without a response continues to the packs once the network is back', async ({
  page,
}) => {
  await page.clock.install();
  const stood = await noteTexts(page);
  await signUp(page);
  await openCardForm(page);
  await typeCard(page, '4242424242424242');
  const goOn = await loseResponses(page, PROVIDER);
  await pay(page).click();
  const unsure = page.getByRole('status').filter({ hasText: 'Your payment is not confirmed yet' });
  await expect(unsure).toBeFocused();
  await expect(unsure).toContainText('please don’t pay again');
  await expect(failed(page)).toHaveCount(0);
  await expect(pay(page)).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /Account Balance/ })).toBeDisabled();
  await expectNoBarriers(page);
  // While the result of the payment is unknown, the page doesn't offer to pay again, even after the reservation has
  // ended.
  await page.clock.fastForward('11:00');
  await expect(page.getByRole('timer')).toContainText('00:00');
  await expect(page.getByText('Reservation Expired')).toHaveCount(0);

  // The page's clock stands still, so the page asks for the result only when the shopper presses the button.
  await holdTheClock(page);
  goOn();
  await unsure.getByRole('button', { name: 'Look Again' }).click();
  await stood('Payment completed successfully! Opening your packs...');
  await page.clock.resume();
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  const { packs } = await callAs<{ packs: unknown[] }>(page, '/packs/history');
  expect(packs).toHaveLength(1);
});

test(
  'a payment that never reached the bank is shown as not charged, and another try pays',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await openCardForm(page);
    await typeCard(page, '4242424242424242');
    await loseCalls(page, CONFIRMATION, { times: 1 });
    await pay(page).click();
    await expect(failed(page)).toContainText('Your card was not charged.');
    await expect(failed(page)).not.toContainText('check your card details');
    await failed(page).getByRole('button', { name: 'Try Again' }).click();
    await pay(page).click();
    await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  },
);

test(
  'a cart that was paid in one tab is recognised as paid in another',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/pack/pokemon-sv1');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('link', { name: 'Cart, 1 pack' })).toBeVisible();
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/checkout?cart=true');
      await tab.getByRole('radio', { name: /Credit or Debit Card/ }).check();
      await typeCard(tab, '4242424242424242');
    }
    await pay(page).click();
    await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
    await pay(other).click();
    await expect(other).toHaveURL(page.url());
    const { packs } = await callAs<{ packs: unknown[] }>(page, '/packs/history');
    expect(packs).toHaveLength(1);
  },
);

test('the bank can authenticate the cardholder, who passes or fails', async ({ page }) => {
  await signUp(page);
  await openCardForm(page);
  await typeCard(page, '4000002500003155');
  await pay(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'We are unable to authenticate your payment method.',
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await pay(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
});

test(
  'the message about a declined card disappears when the next try begins',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await openCardForm(page);
    await typeCard(page, '4000000000000002');
    await pay(page).click();
    await expect(failed(page)).toContainText('Your card was declined.');
    await typeCard(page, '4242424242424241');
    await pay(page).click();
    await expect(page.getByText('Your card number is invalid.')).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  },
);

test(
  'a discount code can’t be changed while a card is charged, but can after a refusal',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await openCardForm(page);
    await page.getByText('Add discount code').click();
    const code = page.getByLabel('Discount code');
    await expect(code).toBeEnabled();
    await typeCard(page, '4000002500003155');
    await pay(page).click();
    const bank = page.getByRole('dialog');
    await expect(bank).toBeVisible();
    await expect(code).toBeDisabled();
    await bank.getByRole('button', { name: 'Fail' }).click();
    await expect(code).toBeEnabled();
  },
);

test(
  'a buyer can choose the balance instead, and buys once',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await openCardForm(page);
    await page.getByRole('radio', { name: /Account Balance/ }).check();
    await page.getByRole('button', { name: /with Balance$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
    const { packs } = await callAs<{ packs: unknown[] }>(page, '/packs/history');
    expect(packs).toHaveLength(1);
  },
);

test('a reload in the middle of a payment ends in exactly one order', async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await openCardForm(page);
  await typeCard(page, '4242424242424242');
  // The page shows this message only for a moment before it continues by itself, so the test stops the clock.
  await holdTheClock(page);
  await pay(page).click();
  await passTimeUntil(page, page.getByText('Payment completed successfully!'), 10);
  await page.clock.resume();
  await page.goto('/checkout?packId=pokemon-sv1');
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  const { packs } = await callAs<{ packs: { status: string }[] }>(page, '/packs/history');
  expect(packs.map((pack) => pack.status)).toEqual(['purchased']);
});

test(
  'after several refusals of a card, the page offers another method',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await openCardForm(page);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await typeCard(page, '4000000000000002');
      await pay(page).click();
      const again = page.getByRole('button', { name: 'Try Again' });
      if (attempt < 4) await again.click();
    }
    await expect(page.getByText('Maximum retry attempts reached')).toBeVisible();
    await page.getByRole('button', { name: 'Change Payment Method' }).click();
    await expect(page.getByRole('radio', { name: /Account Balance/ })).toBeChecked();
    await expect(page.getByRole('button', { name: /with Balance$/ })).toBeEnabled();
  },
);
