import { expect, type Page } from '@playwright/test';
import {
  CONFIRMATION,
  changeResponses,
  holdResponses,
  loseResponses,
  refuseRequests,
} from './answers.ts';
import { test } from './kept-page.ts';
import { ship, signUpWithCards } from './own-cards.ts';
import { payByCard } from './pack-to-open.ts';
import { callAs, goToShipping, signInAsAdmin, signUp } from './shopper.ts';

/** Goes to the shipping page with the first cards, and checks that they can be sent. */
async function shipFirst(page: Page, count: number): Promise<void> {
  await goToShipping(page, count);
  await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
}

async function typeAddress(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Shipping Information' });
  await form.getByLabel('First name').fill('Mira');
  await form.getByLabel('Last name').fill('van der Berg');
  await form.getByLabel('Address line 1').fill('12 Queen St W');
  await form.getByLabel('City').fill('Toronto');
  await form.getByLabel('Country').selectOption({ label: 'Canada' });
  await form.getByRole('combobox', { name: 'State or province' }).selectOption('ON');
  await form.getByLabel('Postal code').fill('M5H 2N2');
}

async function typeCard(page: Page, number = '4242424242424242'): Promise<void> {
  const form = page.getByRole('form', { name: 'Card payment' });
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration (MM/YY)').fill('1230');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('Postal code').fill('M5V 2T6');
}

const submit = (page: Page) =>
  page.getByRole('button', {
    name: /^(Submit Shipping Request|Retry Shipping Request|Complete Payment Above|Processing\.\.\.)$/,
  });
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const cost = (page: Page) => page.getByRole('region', { name: 'Shipping Cost' });

test(
  'cards that are worth less than their parcel are named next to its fee',
  { tag: '@long' },
  async ({ page }) => {
    let marketValue = 3;
    await changeResponses(page, 'quoteShipment', (data: object) =>
      Object.assign(data, { marketValue }),
    );
    await signUpWithCards(page);
    await shipFirst(page, 1);
    const warning = cost(page).getByText('less than the parcel costs');
    await expect(warning).toHaveText(
      '1 card worth CAD 3.00 on the market: less than the parcel costs.',
    );
    marketValue = 300;
    await page.getByLabel('Country').selectOption('US');
    await expect(cost(page)).toContainText('Total FeeCAD 14.00');
    await expect(warning).toHaveCount(0);
  },
);

test('cards are shipped with credits, and leave the list of sellable cards', async ({ page }) => {
  await signUpWithCards(page);
  await shipFirst(page, 6);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail).toHaveText(/6 Cards.*Shipping/);
  // The form starts with Canada, the country of the browser's language. A parcel of six cards costs 8.00, and a weight
  // fee because it has one card more than five.
  await expect(page.getByLabel('Country')).toHaveValue('CA');
  await expect(cost(page)).toContainText('Base FeeCAD 8.00');
  await expect(cost(page)).toContainText('Weight FeeCAD 0.15');
  await page.getByLabel('Country').selectOption('US');
  await expect(cost(page)).toContainText('Total FeeCAD 14.15');
  await expect(cost(page)).toContainText('5-8 business days');
  await typeAddress(page);
  await expect(cost(page)).toContainText('Total FeeCAD 8.15');
  await expect(cost(page)).toContainText('3-5 business days');
  await expect(page.getByRole('radio', { name: /Account Balance/ })).toBeChecked();
  const before = await callAs<{ account_balance: number }>(page, '/users/credits');

  await expect(submit(page)).toHaveText('Submit Shipping Request');
  await submit(page).click();
  await expect(notices(page)).toContainText('Shipping Request Created!');
  await expect(notices(page)).toContainText(
    /6 cards from 1 pack opening\. Request ID: [0-9a-f-]{36}/,
  );
  // A notice stays as long as the pointer is over it, even if the list takes long to load.
  await notices(page).getByText('Shipping Request Created!').hover();
  await expect(page).toHaveURL(/\/my-cards$/);
  const left = page.getByRole('list', { name: 'Available cards' }).getByRole('listitem');
  await expect(left).toHaveCount(5);
  await expect(notices(page).getByRole('listitem')).toHaveCount(1); // No other notice appeared.

  const after = await callAs<{ account_balance: number }>(page, '/users/credits');
  expect(Math.round((before.account_balance - after.account_balance) * 100)).toBe(815);
  await page.getByRole('tab', { name: 'History' }).click();
  const gone = page.getByRole('table').getByRole('row');
  await expect(gone).toHaveCount(1 + 6);
  await expect(gone.nth(1)).toContainText(/Shipped–$/);

  // The form is gone from the history.
  for (const before of ['/my-cards', '/my-cards?tab=available']) {
    await page.goBack();
    await expect(page).toHaveURL(before);
  }
});

test(
  'a card that was just sent is shown as sent until the list reloads, or returns with an error',
  { tag: '@long' },
  async ({ page }) => {
    await signUpWithCards(page);
    await shipFirst(page, 1);
    await typeAddress(page);
    const row = page.getByRole('table').getByRole('row').nth(1);
    // Delays one response, then refuses the request with an error that the shop never sends to a signed-in shopper.
    const available = { of: 'listMyCards', where: 'available' } as const;
    const loadAgain = await refuseRequests(page, available, 'FORBIDDEN');
    const { release } = await holdResponses(page, available);
    await submit(page).click();
    await expect(row).toContainText('Shipped');
    await expect(row.getByRole('button', { name: /^Sell/ })).toHaveCount(0);
    release();
    await expect(notices(page)).toContainText('Failed to load cards. Please try again.');
    await expect(row.getByRole('button', { name: /^Sell/ })).toBeVisible();

    loadAgain();
    await page.reload();
    await expect(page.getByText('Failed to load cards')).toHaveCount(0);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 2);
  },
);

test('cards are shipped after a card payment', async ({ page }) => {
  await signUpWithCards(page);
  await shipFirst(page, 2);
  await typeAddress(page);
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByRole('timer')).toContainText(
    /^Your cards are reserved for you(30:00|29:\d\d)$/,
  );
  await expect(submit(page)).toHaveText('Complete Payment Above');
  await expect(submit(page)).toBeDisabled();

  await typeCard(page, '4000000000000002');
  await page.getByRole('button', { name: 'Pay CAD 8.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await typeCard(page);
  // The page requests the shipment by itself after the payment. Here that request fails, and the button stays for a
  // retry.
  const letThrough = await refuseRequests(page, 'requestShipment', 'FORBIDDEN');
  // The payment's response gets lost too, so the page queries the payment's state.
  await loseResponses(page, CONFIRMATION);
  await page.getByRole('button', { name: 'Pay CAD 8.00' }).click();
  await expect(
    page.getByText('Payment confirmed! You can now submit your shipping request.'),
  ).toBeVisible();
  await expect(notices(page)).toContainText('Shipping Request Failed');
  await expect(submit(page)).toHaveText('Retry Shipping Request');
  await expect(page.getByLabel('Country')).toHaveAttribute('readonly');

  // After a reload between payment and request, the page still knows that the fee was paid, and still has the whole
  // request.
  letThrough();
  await page.reload();
  await expect(page.getByText('Payment confirmed!')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Mira');
  await page.getByLabel('Address line 2 (optional)').fill('Unit 5');
  await expect(submit(page)).toHaveText('Submit Shipping Request');
  await submit(page).click();
  await expect(notices(page)).toContainText('Shipping Request Created!');

  const { shipments } = await callAs<{
    shipments: { paymentMethod: string; shippingAddress: { addressLine2: string } }[];
  }>(page, '/shipping/requests');
  expect(shipments).toHaveLength(1);
  expect(shipments[0]).toMatchObject({
    paymentMethod: 'stripe',
    shippingAddress: { addressLine2: 'Unit 5' },
  });
});

test(
  'the next parcel goes to the same address as the last one, and is requested by the payment itself',
  { tag: '@long' },
  async ({ page }) => {
    const { cards } = await signUpWithCards(page);
    await ship(page, cards.slice(0, 2));
    await shipFirst(page, 1);
    await page.getByRole('radio', { name: /^Ship separately/ }).check();
    await expect(page.getByText('Your last parcel went to')).toContainText(
      '12 Queen St W, Toronto',
    );
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');
    await expect(page.getByRole('button', { name: 'Use this address' })).toHaveCount(0);
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await typeCard(page);
    await page.getByRole('button', { name: 'Pay CAD 8.00' }).click();
    await expect(page).toHaveURL(/\/my-cards$/);
    await page.getByRole('link', { name: 'Follow your parcel' }).click();
    await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/);
    await expect(page.getByText('Requested', { exact: true }).first()).toBeVisible();

    // After Back, the page shows the link to the parcel again. The link disappears once the parcel is cancelled.
    await page.goBack();
    const follow = page.getByRole('link', { name: 'Follow your parcel' });
    await expect(follow).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('Shipped', { exact: true }).first()).toBeVisible();
    await follow.click();
    await page.getByRole('button', { name: 'Cancel shipment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel shipment' }).click();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(follow).toHaveCount(0);
  },
);

test(
  'a started payment restarts for another address, and ends after thirty minutes',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await signUpWithCards(page);
    await shipFirst(page, 2);
    await typeAddress(page);
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(page.getByRole('button', { name: 'Pay CAD 8.00' })).toBeVisible();
    const { release } = await holdResponses(page, 'quoteShipment');
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await expect(page.getByRole('button', { name: /^Pay CAD/ })).toHaveCount(0);
    // The page still shows the price for the previous place. The button is disabled until the price for the new place
    // arrives.
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeDisabled();
    release();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay CAD 24.00' })).toBeVisible();

    await expect(page.getByRole('timer')).toBeVisible();
    // Only the browser's clock advances. The server's tests cover what the shop does at that time.
    await page.clock.fastForward('29:00');
    await expect(page.getByText('Less than 2 minutes left')).toBeVisible();
    await page.clock.fastForward('01:00');
    await expect(page.getByText('Reservation Expired')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Restart Payment' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');

    // By the shop's own clock the cards are still reserved. The page shows their number above the list of the other
    // cards.
    await page.goto('/my-cards');
    await expect(
      page.getByText('2 cards are locked: kept while their shipping is paid.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'See shipments' }).click();
    await expect(page).toHaveURL(/\/shipments$/);
  },
);

test(
  'an insufficient balance shows the missing sum, and leaves the card payment',
  { tag: '@long' },
  async ({ page }) => {
    await signUpWithCards(page);
    // Spends all but a few credits.
    const { account_balance: balance } = await callAs<{ account_balance: number }>(
      page,
      '/users/credits',
    );
    await callAs(page, '/payments/purchase-with-balance', {
      packs: [{ packId: 'pokemon-sv1', quantity: Math.floor((balance - 1) / 5.93) }],
      paymentMethod: 'balance',
    });
    await shipFirst(page, 1);
    const method = page.getByRole('radio', { name: /Account Balance/ });
    await expect(method).toBeDisabled();
    await expect(page.getByText('Insufficient balance (need CAD 8.00)')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Credit or Debit Card/ })).toBeChecked();
    // Nothing is paid yet, so the button leads to the payment and does not submit the request.
    await expect(submit(page)).toHaveText('Complete Payment Above');
    await submit(page).press('Enter');
    await expect(page.getByText('first name is required')).toBeVisible();
    await typeAddress(page);
    await submit(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Pay CAD 8.00' })).toBeVisible();
  },
);

test(
  'if credits were spent elsewhere, the form keeps its input and the next try succeeds',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    await signUpWithCards(page);
    await shipFirst(page, 1);
    await typeAddress(page);
    await expect(cost(page)).toContainText('Total FeeCAD 8.00');
    // In another tab the shopper spends nearly the whole balance on packs.
    const { account_balance: balance } = await callAs<{ account_balance: number }>(
      page,
      '/users/credits',
    );
    await callAs(page, '/payments/purchase-with-balance', {
      packs: [{ packId: 'pokemon-sv1', quantity: Math.floor((balance - 1) / 5.93) }],
      paymentMethod: 'balance',
    });
    await submit(page).click();
    const refusal = "You don't have enough balance to pay for shipping. Please use Stripe payment.";
    await expect(notices(page)).toContainText('Insufficient Balance');
    await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');
    await expect(submit(page)).toHaveText('Retry Shipping Request');

    // An operator gives the shopper enough credits again.
    const { id } = await callAs<{ id: string }>(page, '/users/profile');
    const office = await elsewhere();
    await signInAsAdmin(office);
    await callAs(office, `/users/credits?userId=${id}`, { amount: 50, reason: 'Sorry' });
    await submit(page).click();
    await expect(notices(page)).toContainText('Shipping Request Created!');
  },
);

test(
  'a card that was sold in another tab is refused by name, and the form keeps its input',
  { tag: '@long' },
  async ({ page }) => {
    const [sold] = (await signUpWithCards(page)).cards;
    await page.goto(`/shipping/${sold!.card.id}`);
    await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
    await typeAddress(page);
    await callAs(page, '/cards/sell', {
      cardId: sold!.card.id,
      packOpeningId: sold!.packOpeningId,
    });
    await submit(page).click();
    await expect(notices(page)).toContainText('Shipping Request Failed');
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: 'Failed to create shipping request' });
    await expect(refusal).toContainText('This card is not available for shipping');
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');
    await submit(page).click();
    await expect(notices(page)).toContainText('Retry Failed');

    // After a reload the page finds out that the card can't be shipped, and returns to My cards.
    await page.reload();
    await expect(notices(page)).toContainText('Cards Not Eligible');
    await expect(notices(page)).toContainText('This card is not available for shipping');
    await expect(page).toHaveURL(/\/my-cards$/);
  },
);

test(
  'the page without cards says so and leads back to My cards',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/shipping');
    await expect(notices(page)).toContainText(
      'No cards selected for shipping. Please select cards from My Cards page.',
    );
    await expect(page).toHaveURL(/\/my-cards$/);
    await page.goto('/shipping/00000000-0000-4000-8000-000000000000');
    await expect(notices(page)).toContainText('Cards Not Eligible');
    await expect(page).toHaveURL(/\/my-cards$/);
  },
);

test('every field names what is missing, and a corrected one shows no error', async ({ page }) => {
  const [one] = (await signUpWithCards(page)).cards;
  await page.goto(`/shipping/${one!.card.id}`);
  await submit(page).click();
  for (const field of [
    'first name',
    'last name',
    'address line 1',
    'city',
    'state',
    'postal code',
  ]) {
    await expect(page.getByText(`${field} is required`)).toBeVisible();
  }
  await expect(page.getByRole('alert')).toContainText(['Please fill in all required fields']);
  await expect(notices(page)).toContainText('Validation Error');
  await expect(notices(page)).toContainText('Please fill in all required fields correctly');
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByLabel('First name').pressSequentially('M');
  await expect(page.getByText('first name is required')).toHaveCount(0);
  await typeAddress(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Postal code').fill('M5#');
  // The field shows its error when it loses the focus. The error must not push the button away from a slow finger, even
  // if the page is too short to scroll.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await submit(page).click({ delay: 300, position: { x: 40, y: 4 } });
  await expect(page.getByText('Invalid postal code format')).toBeVisible();
  await expect(page.getByLabel('Postal code')).toBeFocused();
});

test(
  'typed input survives a reload, and a saved address fills in the next form',
  { tag: '@long' },
  async ({ page }) => {
    const [first, second] = (await signUpWithCards(page)).cards;
    await page.goto(`/shipping/${first!.card.id}`);
    await expect(page.getByRole('list', { name: 'Cards to ship' })).toContainText(first!.card.name);
    await typeAddress(page);
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');
    await expect(page.getByLabel('Country')).toHaveValue('CA');
    await expect(cost(page)).toContainText('Total FeeCAD 8.00');
    await page.getByRole('checkbox', { name: 'Save this address to my profile' }).check();
    await submit(page).click();
    await expect(notices(page)).toContainText('Shipping Request Created!');
    await expect
      .poll(() => callAs<{ fullName: string }>(page, '/users/profile'))
      .toMatchObject({ fullName: 'Mira van der Berg', zipCode: 'M5H 2N2', country: 'CA' });

    await page.goto(`/shipping/${second!.card.id}`);
    await page.getByRole('radio', { name: /^Ship separately/ }).check();
    await expect(page.getByLabel('First name')).toHaveValue('Mira');
    await expect(page.getByLabel('Last name')).toHaveValue('van der Berg');
    await expect(page.getByLabel('Postal code')).toHaveValue('M5H 2N2');
    await expect(page.getByLabel('Country')).toHaveValue('CA');
    // All fields are filled in, so choosing the card starts the payment.
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(page.getByRole('button', { name: 'Pay CAD 8.00' })).toBeVisible();
  },
);

test(
  'a user cancels a shipment, and gets the cards and the fee back',
  { tag: '@long' },
  async ({ page }) => {
    await signUpWithCards(page);
    await shipFirst(page, 2);
    await typeAddress(page);
    await submit(page).click();
    await expect(notices(page)).toContainText('Shipping Request Created!');
    const before = await callAs<{ account_balance: number }>(page, '/users/credits');

    await page.getByRole('banner').getByRole('button', { expanded: false }).last().click();
    await page.getByRole('menuitem', { name: 'Shipments' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible();
    const row = page.getByRole('table').getByRole('row').nth(1);
    await expect(row).toContainText('Requested');
    await row.getByRole('link', { name: /and 1 more$/ }).click();
    await expect(page.getByText('Mira van der Berg')).toBeVisible();
    await expect(page.getByText('Toronto, ON M5H 2N2')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel shipment' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Your 2 cards come back to your collection, and CAD 8.00 goes back to your balance.',
    );
    await expect(question.getByRole('button', { name: 'Keep shipment' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel shipment' }).click();
    await expect(notices(page)).toContainText('Shipment cancelled');
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel shipment' })).toHaveCount(0);
    // The notice shows the returned amount only for a moment. The page shows it permanently.
    await expect(page.getByRole('region', { name: 'Cost' })).toContainText(
      /Returned to your balance\s*CAD 8\.00/,
    );

    const after = await callAs<{ account_balance: number }>(page, '/users/credits');
    expect(Math.round((after.account_balance - before.account_balance) * 100)).toBe(800);
    await page.goto('/my-cards?size=50');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 11);
  },
);

test(
  'a parcel on its way shows its stages and a tracking link',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    await signUpWithCards(page);
    await shipFirst(page, 1);
    await typeAddress(page);
    await submit(page).click();
    await expect(notices(page)).toContainText('Shipping Request Created!');
    const { shipments } = await callAs<{ shipments: { id: string }[] }>(page, '/shipping/requests');
    const { id } = shipments[0]!;
    await page.goto(`/shipments/${id}`);
    await page.getByRole('button', { name: 'Cancel shipment' }).click();

    const operator = await elsewhere();
    await signInAsAdmin(operator);
    const move = async (data: object) => {
      const token = await operator.evaluate(() => localStorage.getItem('access_token'));
      const moved = await operator.request.patch(`/api/admin/shipments/${id}`, {
        headers: { authorization: `Bearer ${token}` },
        data,
      });
      expect(moved.ok()).toBe(true);
    };
    await move({ status: 'packed' });
    // The page refetches the parcel long before its other data, and still shows why the cancellation was refused.
    const { release } = await holdResponses(page, { address: /\/api\/(?!shipping)/ });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel shipment' }).click();
    await expect(notices(page)).toContainText('This shipment is being packed already');
    await expect(page.getByText('Packed', { exact: true }).first()).toBeVisible();
    release();

    await move({ status: 'shipped', carrier: 'Canada Post', trackingNumber: 'RN123456785CA' });
    await page.reload();
    await expect(page.getByRole('link', { name: /RN123456785CA/ })).toHaveAttribute(
      'href',
      'https://www.canadapost-postescanada.ca/track-reperage/en#/details/RN123456785CA',
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'Delivered' })).toContainText(
      'Still to come',
    );
    await expect(page.getByRole('button', { name: 'Cancel shipment' })).toHaveCount(0);
  },
);

test(
  'another user’s shipment and a malformed id are not found',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/shipments');
    await expect(page.getByText('No shipments yet')).toBeVisible();
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
      await page.goto(`/shipments/${id}`);
      await expect(page.getByText('Shipment not found')).toBeVisible();
    }
    await page.goto('/shipping/nonsense');
    await expect(page.getByText('Card not found')).toBeVisible();
    await expect(page).toHaveURL('/my-cards');
  },
);

test(
  'a card is shipped from the opening, after the confirmation to leave it',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    const payment = await payByCard(page, 'pokemon-sv1');
    await page.goto(`/card-opening?payment_intent=${payment}`);
    await page.getByRole('button', { name: 'Open now' }).click();
    const card = page.getByRole('button', { name: /^Card 1 of 11, face/ });
    await expect(card).toBeFocused();
    await card.press('Enter');
    const row = page.getByRole('table', { name: 'Cards Opened' }).locator('tbody tr').first();
    await expect(row).toBeVisible();
    await card.press('Enter');
    // If the first card is rare, a dialog praises it, and the test must close that dialog.
    const { packs } = await callAs<{ packs: { packOpeningId: string }[] }>(page, '/packs/history');
    const { cards } = await callAs<{ cards: { rarity: string; isHighValue: boolean }[] }>(
      page,
      `/packs/openings/${packs[0]!.packOpeningId}`,
    );
    if (['rare', 'mythic'].includes(cards[0]!.rarity) || cards[0]!.isHighValue) {
      await page.getByRole('button', { name: 'Keep in collection' }).click();
    }
    await row.getByRole('link', { name: /^Ship/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Exit Card Opening?' });
    await question.getByRole('button', { name: 'Exit' }).click();
    await expect(page).toHaveURL(/\/shipping\/[0-9a-f-]{36}$/);
    await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
  },
);

test(
  'a failed check can be retried, and so can a fee and a payment',
  { tag: '@long' },
  async ({ page }) => {
    const [one] = (await signUpWithCards(page)).cards;
    // Fakes the refusals, because the shop refuses neither request of a shopper with cards to ship.
    const check = await refuseRequests(page, 'checkShippingEligibility', 'FORBIDDEN');
    // Fakes the refusal of the quote too, because the page never requests a quote that the shop would refuse.
    const quote = await refuseRequests(page, 'quoteShipment', 'VALIDATION_ERROR');
    await page.goto(`/shipping/${one!.card.id}`);
    await expect(notices(page)).toContainText('Initialization Error');
    await expect(
      page.getByRole('heading', { name: 'Failed to check shipping eligibility' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Retry Eligibility Check' }).click();
    await expect(notices(page)).toContainText('Retry Failed');
    check();
    await page.getByRole('button', { name: 'Retry Eligibility Check' }).click();
    await expect(notices(page)).toContainText('Eligibility Confirmed');

    await expect(notices(page)).toContainText('Calculation Failed');
    const unpriced = page.getByRole('heading', { name: 'Failed to calculate shipping fee' });
    await expect(unpriced).toBeVisible();
    quote();
    await page.getByRole('button', { name: 'Retry Fee Calculation' }).click();
    await expect(cost(page)).toContainText('Total FeeCAD 8.00');
    await expect(unpriced).toHaveCount(0);

    await typeAddress(page);
    const begin = await refuseRequests(page, 'createShippingPaymentIntent', 'FORBIDDEN');
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(notices(page)).toContainText('Payment Intent Failed');
    begin();
    await page.getByRole('button', { name: 'Retry Payment Intent' }).click();
    await expect(page.getByRole('button', { name: 'Pay CAD 8.00' })).toBeVisible();
  },
);

test(
  'the sell dialog and a row of My cards lead to shipping that card, by keyboard alone too',
  { tag: '@long' },
  async ({ page }) => {
    const cards = (await signUpWithCards(page)).cards;
    await page.goto('/my-cards?tab=available');
    await page.getByRole('table').getByRole('button', { name: /^Sell/ }).first().click();
    await page.getByRole('link', { name: 'Prefer to keep it? Ship this card instead' }).click();
    await expect(page).toHaveURL(`/shipping/${cards[0]!.card.id}`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/Card.*Shipping/);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/my-cards\?tab=available$/);
    const ship = page.getByRole('table').getByRole('link', { name: /^Ship/ }).first();
    await ship.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/shipping$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeFocused();
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.getByLabel('First name').focus();
    for (const text of ['Mira', 'Berg', '12 Queen St W', '']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByLabel('Country')).toBeFocused();
    await page.keyboard.type('Cana');
    await expect(cost(page)).toContainText('Total FeeCAD 8.00');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Toronto');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Onta');
    await expect(page.getByLabel('State or province')).toHaveValue('ON');
    await page.keyboard.press('Tab');
    await page.keyboard.type('M5H 2N2');
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('checkbox', { name: 'Save this address to my profile' }),
    ).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: /Account Balance/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notices(page)).toContainText('Shipping Request Created!');
  },
);
