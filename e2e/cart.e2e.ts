// A shopper buys packs of several types together in one cart.
import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { showAll } from './pack-to-open.ts';
import { callAs, logOut, signUp, visit } from './shopper.ts';

test('a shopper puts packs of several kinds into a cart, changes it, and pays for all at once', async ({
  page,
}) => {
  // A visitor can fill a cart without signing in.
  await visit(page, '/pack/pokemon-sv1');
  const add = page.getByRole('button', { name: 'Add to cart' });
  const cart = (words: string) => page.getByRole('banner').getByRole('link', { name: words });
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'One more' }).click();
  await add.click();
  await expect(cart('Cart, 2 packs')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Packs' }).click();
  await page
    .getByRole('link', { name: /^Mystic Fighters/ })
    .first()
    .click();
  // The user can't add a second pack of a type that is sold only once.
  await expect(page.getByRole('button', { name: 'One more' })).toHaveCount(0);
  await add.click();
  await expect(page.getByRole('main').getByRole('link', { name: 'In your cart' })).toBeVisible();
  await expect(cart('Cart, 3 packs')).toBeVisible();

  // Signing in through the API replaces everything that the browser stored, including the cart. So the test restores
  // the cart.
  const stored = await page.evaluate(() => localStorage.getItem('felt-and-foil'));
  const email = await signUp(page);
  await page.evaluate((before) => {
    const { state } = JSON.parse(before) as { state: { cart: object[] } };
    const now = JSON.parse(localStorage.getItem('felt-and-foil')!) as { state: object };
    const both = { ...now, state: { ...now.state, cart: state.cart } };
    localStorage.setItem('felt-and-foil', JSON.stringify(both));
  }, stored!);

  // BUY NOW buys only one pack, without the packs in the cart.
  await page.goto('/pack/pokemon-sv2');
  await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
  const summary = page.getByRole('region', { name: /^Order summary/ });
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await cart('Cart, 3 packs').click();
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  const pay = page.getByRole('button', { name: /^Pay CAD [\d.]+ with Balance$/ });
  await expect(pay).toBeEnabled();

  await summary.getByRole('button', { name: 'One less' }).click();
  await expect(cart('Cart, 2 packs')).toBeVisible();
  const total = await pay.textContent();
  await summary.getByRole('button', { name: /^Remove Mystic Fighters/ }).click();
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await expect(pay).toHaveText('Pay CAD 5.93 with Balance');
  expect(total).not.toBe('Pay CAD 5.93 with Balance');
  // If a buyer who pays by card changes the cart, the shop reserves the packs only after the buyer confirms the change.
  await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
  await expect(page.getByRole('timer')).toBeVisible();
  await summary.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay CAD 12.36' })).toBeVisible();
  await page.getByRole('radio', { name: /Account Balance/ }).check();
  await page.goto('/pack/yugioh-mystic-fighters');
  await add.click();
  await cart('Cart, 3 packs').click();
  await pay.click();
  const results = page.getByRole('dialog', { name: 'Pack Opening Results' });
  await expect(results).toContainText('3 packs');
  await showAll(page);
  await expect(results).toContainText('from 3 pack(s)');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your packs are open')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0);
  const { packs } = await callAs<{ packs: { packTypeId: string }[] }>(page, '/packs/history');
  expect(packs.map(({ packTypeId }) => packTypeId).toSorted()).toEqual([
    'pokemon-sv1',
    'pokemon-sv1',
    'yugioh-mystic-fighters',
  ]);

  // Logging out removes the cart.
  await page.goto('/pack/pokemon-sv1');
  await add.click();
  await expect(cart('Cart, 1 pack')).toBeVisible();
  await logOut(page, email);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0);
});
