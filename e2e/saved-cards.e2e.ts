import { expect } from '@playwright/test';
import { CONFIRMATION, loseResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { callAs, noteTexts, goToShipping, signUp } from './shopper.ts';

test('a saved card can be named, pays for packs with one press, and can be removed', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/my-account');
  const panel = page.getByRole('region', { name: 'Saved cards' });
  await expect(panel).toContainText('No cards are saved.');
  await panel.getByRole('button', { name: 'Add a card' }).click();
  await panel.getByRole('button', { name: 'Save card' }).click();
  await expect(panel).toContainText('Visa ending in 4242');
  await expect(panel.getByText('Default')).toBeVisible();

  await panel.getByRole('button', { name: 'Add a card' }).click();
  await panel.getByLabel('Test card').selectOption({ label: 'Mastercard 4444' });
  await panel.getByRole('button', { name: 'Save card' }).click();
  await panel.getByRole('button', { name: 'Make default Mastercard ending in 4444' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mastercard' })).toContainText(
    'Default',
  );
  await panel.getByRole('button', { name: 'Rename Mastercard ending in 4444' }).click();
  await panel.getByLabel('Nickname').fill('Work');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toContainText('Work (Mastercard ending in 4444)');

  // Any of the saved cards can pay for packs, and so can a newly typed card.
  await page.goto('/checkout?packId=pokemon-sv1');
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  const payWith = page.getByLabel('Pay with');
  await expect(payWith).toContainText('Work (Mastercard ending in 4444)');
  await payWith.selectOption({ label: 'A new card' });
  await expect(page.getByLabel('Card number')).toBeVisible();
  await payWith.selectOption({ label: 'Visa ending in 4242' });
  await page.getByRole('button', { name: 'Pay CAD 6.43 with Visa ending in 4242' }).click();
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);

  await page.goto('/my-account');
  await panel.getByRole('button', { name: /^Remove Work/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this card?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText('Mastercard');
  await panel.getByRole('button', { name: /^Remove Work/ }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(panel).not.toContainText('Mastercard');
});

test(
  'a saved card pays for credits and for a parcel with one press',
  { tag: '@long' },
  async ({ page }) => {
    const stood = await noteTexts(page);
    await signUp(page);
    await page.goto('/my-account');
    const panel = page.getByRole('region', { name: 'Saved cards' });
    await panel.getByRole('button', { name: 'Add a card' }).click();
    await panel.getByRole('button', { name: 'Save card' }).click();
    await expect(panel).toContainText('Visa ending in 4242');

    await page.goto('/top-up');
    await expect(page.getByLabel('Pay with')).toContainText('Visa ending in 4242');
    await page.getByLabel('Credits', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    // The response gets lost, so the page asks the card provider for the state of the payment.
    const goOn = await loseResponses(page, CONFIRMATION);
    await page.getByRole('button', { name: /^Pay CAD 21\.20 with Visa/ }).click();
    await expect(page.getByText('CAD 20.00 is in your balance.')).toBeVisible();
    goOn();

    await callAs(page, '/packs/purchase', { packId: 'pokemon-sv1' });
    await goToShipping(page);
    await page.getByLabel('First name').fill('Mira');
    await page.getByLabel('Last name').fill('Holt');
    await page.getByLabel('Address line 1').fill('12 Harbour Street');
    await page.getByLabel('City').fill('Halifax');
    await page.getByLabel('Country').selectOption('CA');
    await page.getByRole('combobox', { name: 'State or province' }).selectOption('NS');
    await page.getByLabel('Postal code').fill('B3H 1A1');
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    const payShipping = page.getByRole('button', { name: /^Pay CAD 8\.00 with Visa/ });
    const begin = page.getByRole('button', { name: 'Continue to Payment' });
    await expect(payShipping.or(begin)).toBeVisible();
    if (await begin.isVisible()) await begin.click();
    await payShipping.click();
    await stood('Payment confirmed!');
    await page.goto('/my-account');
    await expect(page.getByRole('region', { name: 'Account Balance' })).toContainText('CAD 114.07');
  },
);

test(
  'a card typed in to pay is saved only if the buyer ticks that, and only if it pays',
  { tag: '@long' },
  async ({ page }) => {
    const pay = page.getByRole('button', { name: /^Pay CAD/ });
    const tick = page.getByRole('checkbox', { name: 'Keep this card for next time' });
    const cards = page.getByRole('region', { name: 'Saved cards' });
    const typeCard = async (number: string) => {
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expiration (MM/YY)').fill('1230');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel('Postal code').fill('M5V 2T6');
    };

    await signUp(page);
    await page.goto('/top-up');
    await page.getByLabel('Credits', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(tick).not.toBeChecked();
    await typeCard('4242424242424242');
    await pay.click();
    await expect(page.getByText('CAD 20.00 is in your balance.')).toBeVisible();
    await page.goto('/my-account');
    await expect(cards).toContainText('No cards are saved.');

    await page.goto('/checkout?packId=pokemon-sv1');
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(tick).not.toBeChecked();
    await expect(page.getByText('You can remove it in My account.')).toBeVisible();
    await tick.check();
    await typeCard('4000000000000002');
    await pay.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toBeVisible();
    await expect(tick).toBeChecked();
    await typeCard('5555555555554444');
    await pay.click();
    await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
    await page.goto('/my-account');
    await expect(cards.getByRole('listitem')).toHaveCount(1);
    await expect(cards).toContainText('Mastercard ending in 4444');
  },
);
