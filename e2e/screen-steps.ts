// Steps that lead from a page to one of the `SCREENS`.
import { expect, type Page } from '@playwright/test';
import { proofFiles } from '../src/testing/proofs/proof-folder.ts';
import { comeToRest } from './come-to-rest.ts';
import { ADDRESS } from './own-cards.ts';
import {
  arrive,
  boughtBeforeLimits,
  card,
  openPack,
  packsOf,
  payByCard,
  showAll,
  standStill,
  type Intent,
} from './pack-to-open.ts';
import { callAs, logIn, PASSWORD, signIn, signUp, turnOnTwoFactor } from './shopper.ts';

/** Waits for a text on the page. */
export async function said(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('main').getByText(text).first().waitFor();
}

/** Follows a link of a hydrated page. */
export async function follow(page: Page, link: string, text: string): Promise<void> {
  await comeToRest(page); // Before hydration, a link loads the next page in full.
  await page.evaluate((name) => {
    const found = [...document.querySelectorAll('a')].find(
      (one) => one.ariaLabel === name || one.textContent === name,
    );
    found!.click();
  }, link);
  await said(page, text);
}

/** Closes the open dialog with Escape. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

/** Unfolds a part of My account that takes only one line on a phone. */
export async function unfold(page: Page, title: string): Promise<void> {
  const fold = page.getByRole('button', { name: title, exact: true, expanded: false });
  if (await fold.isVisible()) await fold.click();
}

/** Buys two kinds of packs, leaves them sealed, and shows them on My cards. */
export async function paySealedPacks(page: Page): Promise<void> {
  await packsOf(page, await payByCard(page, 'magic-mid-draft'));
  await packsOf(page, await payByCard(page, 'pokemon-sv1', { quantity: 12 }));
  await page.goto('/my-cards?tab=sealed');
  await page.getByText('12 sealed packs').first().waitFor();
  await page.getByRole('button', { name: 'Show each pack' }).first().click();
  await page
    .getByText(/^Bought/)
    .first()
    .waitFor();
  await untilLoaded(page);
}

/** Sells all cards of a pack at once, and opens the page of that sale, which lists the cards. */
export async function sellAllCards(page: Page): Promise<void> {
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  type Mine = { cards: { card: { id: string }; packOpeningId: string }[] };
  const { cards } = await callAs<Mine>(page, '/cards/my?pageSize=100');
  await callAs(page, '/cards/sell/bulk', {
    cards: cards.map(({ card: { id: cardId }, packOpeningId }) => ({ cardId, packOpeningId })),
  });
  await page.goto('/transactions');
  await page.getByRole('link', { name: '11 cards' }).filter({ visible: true }).click();
  await page.getByRole('table').waitFor();
  await untilLoaded(page);
}

/** Refunds a pack that was paid by card, and opens the credit note. */
export async function refundPack(page: Page): Promise<void> {
  const payment = await payByCard(page, 'magic-mid-draft');
  await packsOf(page, payment);
  await boughtBeforeLimits(payment);
  type Mine = { transactions: { id: string; type: string }[] };
  const [paid] = (await callAs<Mine>(page, '/transactions')).transactions;
  await callAs(page, `/transactions/${paid!.id}/refund`, { reason: 'To look at it' });
  await page.goto('/transactions?type=refund');
  await page.getByText('Refund').filter({ visible: true }).first().waitFor();
  const link = page.locator('main a[href^="/transactions/"]').filter({ visible: true }).first();
  await page.goto(`${await link.getAttribute('href')}/receipt`);
  await page.getByText('Credit note number').waitFor();
  await untilLoaded(page);
}

/** Opens the page of the first card in a list. */
export async function openFirstCard(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Cards' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Price history' }).waitFor();
}

/** Disconnects the network. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

/** Deletes the account of a new person, who signs in again before the deletion takes effect. */
export async function leave(page: Page): Promise<void> {
  const email = await signUp(page);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await page.request.delete('/api/users/profile', {
    headers: { authorization: `Bearer ${token}` },
    data: { password: PASSWORD },
  });
  await signIn(page, email);
  await page.goto('/my-account');
  await page.getByRole('region', { name: 'Account deletion' }).waitFor();
  await untilLoaded(page);
}

/** Begins to set up two-factor, up to the QR code. */
export async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
}

/** Signs in to an account with a second factor, up to the question for its code. */
export async function enterGuarded(page: Page): Promise<void> {
  const email = await signUp(page);
  await turnOnTwoFactor(page);
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await logIn(page, email);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

/** Leaves an expired access token and an unknown refresh token in the browser. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('access_token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`);
    localStorage.setItem('refresh_token', 'nonsense');
  });
}

/** Returns to the shop from a bank that has not decided about the payment. */
export async function comeBackUnpaid(page: Page): Promise<void> {
  const { paymentIntentId } = await callAs<Intent>(page, '/payments/create-payment-intent', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
  });
  await page.goto(`/checkout/success?payment_intent=${paymentIntentId}`);
  await page.getByText('Your payment is not confirmed yet').waitFor();
}

/** Goes to the shipping page with three cards of the collection, and waits until the form is ready. */
export async function shipThree(page: Page): Promise<void> {
  await goWithThree(page);
  // The shopper's own parcel waits, and cards join it at first, so the form has no address.
  await page.getByRole('radio', { name: /^Ship separately/ }).check();
  await page.getByLabel('First name').waitFor();
}

export async function goWithThree(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: /^Select (?!all)/ }).filter({ visible: true });
  for (const at of [0, 1, 2]) await ticks.nth(at).check();
  await page.getByRole('link', { name: 'Ship all' }).click();
}

export async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel('First name').fill(ADDRESS.firstName);
  await page.getByLabel('Last name').fill(ADDRESS.lastName);
  await page.getByLabel('Address line 1').fill(ADDRESS.addressLine1);
  await page.getByLabel('City').fill(ADDRESS.city);
  await page.getByLabel('Country').selectOption(ADDRESS.country);
  await page.getByRole('combobox', { name: 'State or province' }).selectOption(ADDRESS.state);
  await page.getByLabel('Postal code').fill(ADDRESS.postalCode);
  await page.getByRole('definition').filter({ hasText: '3-5 business days' }).waitFor();
}

export async function openShipment(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /and 2 more$/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'Cancel shipment' }).waitFor();
}

export async function emptyCart(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('checkout-pack-id'));
  await page.reload();
  await page.getByText('Your cart is empty').waitFor();
}

/** Fills the cart with several packs of one type, and one of a type that is sold only once. */
export async function fillCart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const storedState = JSON.parse(localStorage.getItem('felt-and-foil')!) as { state: object };
    const cart = [
      { packId: 'pokemon-sv1', quantity: 2 },
      { packId: 'pokemon-sv2', quantity: 1 },
    ];
    localStorage.setItem(
      'felt-and-foil',
      JSON.stringify({ ...storedState, state: { ...storedState.state, cart } }),
    );
  });
  await page.reload();
  await page.getByRole('link', { name: 'Cart, 3 packs' }).waitFor();
  await page.getByRole('button', { name: /^Pay/ }).waitFor();
}

export async function openMail(page: Page): Promise<void> {
  await page.getByRole('link', { name: /code$/ }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').waitFor();
}

export async function openPurchase(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^1 x / }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'View receipt' }).waitFor();
}

/** Turns the card of the sample on the home page. */
export async function turnSample(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Try a tear' }).click();
  await page.getByRole('button', { name: 'Tear it open' }).click();
  await page.getByRole('button', { name: 'Card, face down' }).click();
  await page
    .getByText(/holds a better card/)
    .first()
    .waitFor();
}

/** Pays for a pack. The dialog then asks how to open it. */
export async function payWithCredits(page: Page): Promise<void> {
  // Switches motion off, so that the cards appear at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Tear it open' }).waitFor();
}

export async function seeAll(page: Page): Promise<void> {
  await showAll(page);
  await page.getByRole('button', { name: 'View Collection' }).waitFor();
}

export async function buy(page: Page): Promise<void> {
  await payWithCredits(page);
  await seeAll(page);
}

export async function turnRareCard(page: Page): Promise<void> {
  await openPack(page);
  await standStill(page);
  await page.getByRole('button', { name: 'Skip to next unopened' }).click();
  await standStill(page);
  await card(page).press('Enter');
  await page.getByRole('dialog').waitFor();
}

export async function fanPack(page: Page): Promise<void> {
  // Switches motion off, so that there are no pauses.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arrive(page);
  await openPack(page);
  for (let at = 1; at <= 11; at += 1) {
    await card(page).press('Enter');
    await page.keyboard.press('ArrowRight');
  }
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
}

/** Waits until a page is hydrated, and nothing on it is loading any more. */
export async function untilLoaded(page: Page): Promise<void> {
  await comeToRest(page);
  await expect(page.locator('main').getByText(/^(Loading|Verifying)/)).toHaveCount(0);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Opens a proof with one card renamed to `card`. Its check fails unless `card` is the committed name, "Ember Fox". */
export async function bringProof(page: Page, card: string): Promise<void> {
  const proof = String(proofFiles().get('packproof.json')).replace('Ember Fox', card);
  const file = { name: `${card}.json`, mimeType: 'application/json', buffer: Buffer.from(proof) };
  await page.getByLabel('Files of a proof').setInputFiles(file);
  await page.getByText(file.name).waitFor();
  await page.getByText('Checked in your browser').waitFor();
}
