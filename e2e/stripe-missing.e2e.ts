// Stripe's script does not load, because an ad blocker, a filter or the network blocks it.
import { expect, type Page, type Request } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { giveFile, holdResponses, loseCalls, rewriteResponses } from './answers.ts';
import { expectNoBarriers } from './barriers.ts';
import { holdTheClock, passTimeUntil } from './hold-the-clock.ts';
import { test } from './kept-page.ts';
import { ADDRESS } from './own-cards.ts';
import { callAs, goToShipping, signUp } from './shopper.ts';

const STRIPE = { address: 'https://js.stripe.com/**' };

/** A stand-in for Stripe's script, with only the parts that the card form needs to appear. */
const STAND_IN = `
  const element = {
    mount: (place) => { place.textContent = 'Stripe’s own fields'; },
    on: () => element, once: () => element, off: () => element, update: () => {}, destroy: () => {}, unmount: () => {},
  };
  window.Stripe = () => ({
    elements: () => ({ create: () => element, getElement: () => null, update: () => {}, on: () => {} }),
    createToken: () => {}, createPaymentMethod: () => {}, confirmCardPayment: () => {}, registerAppInfo: () => {},
    _registerWrapper: () => {},
  });
  window.Stripe.version = 'endive';`;

/**
 * Makes pages use Stripe itself, as in a shop with real keys. The request for Stripe's script is refused, or gets no
 * response until the caller calls the returned function.
 */
async function withholdStripe(page: Page, how: 'refused' | 'unanswered'): Promise<() => void> {
  const say = (html: string) => {
    const withStripe = html.replaceAll('sandbox:!0', 'sandbox:!1');
    expect(withStripe).not.toBe(html);
    return withStripe;
  };
  const when = (asked: Request) => asked.resourceType() === 'document';
  await rewriteResponses(page, { address: '**/*' }, say, { when });
  if (how === 'refused') return loseCalls(page, STRIPE);
  await giveFile(page, STRIPE, 'text/javascript', STAND_IN);
  return (await holdResponses(page, STRIPE)).release;
}

const missing = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Stripe has not loaded yet' });

async function reserveByCard(page: Page, packId = 'pokemon-sv1'): Promise<void> {
  await page.goto(`/checkout?packId=${packId}`);
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByRole('timer')).toBeVisible();
}

test('a buyer who blocks Stripe reads so, and pays with credits or releases the packs', async ({
  page,
}) => {
  await signUp(page);
  await withholdStripe(page, 'refused');
  await reserveByCard(page);
  await expect(missing(page)).toContainText('allow js.stripe.com and try again');
  await expectNoBarriers(page);
  await missing(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(missing(page)).toBeVisible();

  const open = async () =>
    (await callAs<{ availablePacksCount: number }>(page, '/pack-types/pokemon-sv1'))
      .availablePacksCount;
  await missing(page).getByRole('button', { name: 'Release the packs' }).click();
  await expect(page.getByRole('timer')).toHaveCount(0);
  const free = await open();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(missing(page)).toBeVisible();
  expect(await open()).toBeLessThanOrEqual(free);
  await missing(page).getByRole('button', { name: 'Pay with credits' }).click();
  await page.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();

  if (isLong) {
    // For a parcel, for credits and for a card to save, the page shows the same message and a way on.
    await page.getByRole('dialog').press('Escape');
    await goToShipping(page);
    for (const [label, value] of [
      ['First name', ADDRESS.firstName],
      ['Last name', ADDRESS.lastName],
      ['Address line 1', ADDRESS.addressLine1],
      ['City', ADDRESS.city],
    ] as const)
      await page.getByLabel(label).fill(value);
    await page.getByLabel('Country').selectOption('CA');
    await page.getByRole('combobox', { name: 'State or province' }).selectOption('ON');
    await page.getByLabel('Postal code').fill(ADDRESS.postalCode);
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(missing(page).getByRole('button', { name: 'Pay with credits' })).toBeVisible();
    await missing(page).getByRole('button', { name: 'Release the cards' }).click();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();

    await page.goto('/top-up');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(missing(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change amount' })).toBeVisible();

    await page.goto('/my-account');
    await page.getByRole('button', { name: 'Add a card' }).click();
    await expect(missing(page)).toBeVisible();
    await missing(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(missing(page)).toHaveCount(0);
  }
});

test(
  'a buyer reads within ten seconds that Stripe does not load',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await signUp(page);
    const release = await withholdStripe(page, 'unanswered');
    await reserveByCard(page);
    await holdTheClock(page);
    await page.clock.runFor(9_000);
    await expect(missing(page)).toHaveCount(0);
    await passTimeUntil(page, missing(page), 250);

    // If the script loads late, the form replaces the message.
    await page.clock.resume();
    release();
    await expect(page.getByText('Stripe’s own fields')).toBeVisible();
    await expect(missing(page)).toHaveCount(0);
  },
);
