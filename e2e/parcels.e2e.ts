// An admin sets the costs of parcels, and a shopper chooses among them. Uses a country to which no other test ships,
// because all tests use the same shop.
import { expect } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { callAs, goToShipping, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

test('an admin prices parcels to a country, and a shopper chooses a service, and adds a card', async ({
  page,
  elsewhere,
}) => {
  const operator = await elsewhere();
  const problems = watchForErrors(operator);
  await signInAsAdmin(operator);
  await operator.goto('/admin/parcels');
  await operator.getByRole('button', { name: 'Add a zone' }).click();
  const zone = operator.getByRole('region', { name: 'Zone 4' });
  await zone.getByLabel('Zone name').fill('New Zealand');
  await zone.getByLabel('Countries').fill('nz');
  await zone.getByRole('button', { name: 'Add a service to zone 4' }).click();
  const [first, second] = [
    zone.getByRole('group', { name: 'Service 1' }),
    zone.getByRole('group', { name: 'Service 2' }),
  ];
  await first.getByLabel('Service', { exact: true }).fill('Letter');
  await first.getByLabel('Delivery time').fill('15-30 business days');
  await first.getByLabel('Price (CAD)', { exact: true }).fill('12');
  await second.getByLabel('Service', { exact: true }).fill('Courier');
  await second.getByLabel('Delivery time').fill('4-6 business days');
  await operator.getByRole('button', { name: 'Save prices' }).click();
  await expect(second.getByText('Amount must be a number')).toBeVisible();
  await second.getByLabel('Price (CAD)', { exact: true }).fill('45');
  await second.getByLabel('Each additional card (CAD)').fill('0.25');
  await second.getByLabel('Cards included').fill('1');
  await expectNoBarriers(operator);
  await operator.getByRole('button', { name: 'Save prices' }).click();
  await expect(operator.getByText('Prices saved').first()).toBeVisible();
  await expect(operator.getByText(/, and in force\.$/)).toBeVisible();
  expect(problems).toEqual([]);

  await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  await goToShipping(page, 2);
  const form = page.getByRole('form', { name: 'Shipping Information' });
  await expect(page.getByRole('region', { name: 'Delivery' })).toHaveCount(0);
  await form.getByLabel('Country').selectOption('NZ');
  for (const [label, text] of [
    ['First name', 'Mira'],
    ['Last name', 'Holt'],
    ['Address line 1', '4 Quay Street'],
    ['City', 'Auckland'],
    ['Postal code', '1010'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
  // Envelopes to New Zealand have no state or province.
  await expect(form.getByLabel('State or province')).toHaveCount(0);
  const cost = page.getByRole('region', { name: 'Shipping Cost' });
  await expect(cost).toContainText('Total FeeCAD 12.00');
  const ways = page.getByRole('region', { name: 'Delivery' });
  await ways.getByRole('radio', { name: /^Courier/ }).check();
  await expect(cost).toContainText('Total FeeCAD 45.25');
  await expect(cost).toContainText('4-6 business days');
  await expect(ways).toContainText('If your parcel is lost, we pay each card');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
  await expect(page).toHaveURL(/\/my-cards$/);

  if (isLong) {
    await goToShipping(page, 1);
    // The waiting parcel is chosen at first. Its address is fixed, so it is not asked for.
    await expect(ways.getByRole('radio', { name: /^Add to your parcel of 2 cards/ })).toBeChecked();
    await expect(form).toContainText('4 Quay Street');
    await expect(form.getByRole('textbox')).toHaveCount(0);
    await expect(form.getByRole('checkbox')).toHaveCount(0);
    await expect(cost).toContainText('Paid with the parcel−CAD 45.25');
    await expect(cost).toContainText('Total FeeCAD 0.25');
    await expect(page.getByText('You pay CAD 0.25')).toBeVisible();
    await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
    await expect(page).toHaveURL(/\/my-cards$/);
    await expect(page.getByRole('main')).toContainText('Added to your parcel. We pack it next.');
    await page.getByRole('link', { name: 'Follow your parcel' }).click();
    await expect(page.getByText('These cards go with')).toBeVisible();
    await page.getByRole('link', { name: 'your other parcel' }).click();
    await expect(page.getByText('Total FeeCAD 45.25')).toBeVisible();
    await expect(page.getByText('1 more card goes with it.')).toBeVisible();
    // Cancelling the parcel also returns the cards that were added to it.
    await page.getByRole('button', { name: 'Cancel shipment' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Your 3 cards, with those added later, come back to your collection, and CAD 45.50 goes back to your balance.',
    );
    await question.getByRole('button', { name: 'Cancel shipment' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      '3 cards are back in your collection. CAD 45.50 goes back to your balance.',
    );
  }
});
