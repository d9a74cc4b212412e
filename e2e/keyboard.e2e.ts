// Using the shop with the keyboard alone: after each action the focus is at the result, or at the next thing to do.
import { expect, type Locator, type Page } from '@playwright/test';
import { failRefund } from './failed-refund.ts';
import { test } from './kept-page.ts';
import { ship, signUpWithCards } from './own-cards.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { callAs, signInAsAdmin, signUp } from './shopper.ts';

const CARDS_OF_A_PACK = 11;

const rows = (page: Page) => page.getByRole('table', { name: 'Available cards' }).getByRole('row');

test('a screen reader announces the checkout after a purchase by keyboard', async ({ page }) => {
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  await pressByKey(page, 'BUY NOW');
  await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
});

test(
  'a user saves, names, prefers and removes cards by keyboard without losing the focus',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/my-account');
    const panel = page.getByRole('region', { name: 'Saved cards' });
    const button = (name: string) => panel.getByRole('button', { name, exact: true });
    const press = async (name: string) => {
      await button(name).focus();
      await page.keyboard.press('Enter');
    };
    await press('Add a card');
    await expect(panel.getByRole('form', { name: 'Add a card' })).toBeFocused();
    await press('Cancel');
    await expect(button('Add a card')).toBeFocused();
    for (const card of ['Visa 4242', 'Mastercard 4444']) {
      await press('Add a card');
      await panel.getByLabel('Test card').selectOption({ label: card });
      await press('Save card');
      await expect(button('Add a card')).toBeFocused();
    }

    const rename = button('Rename Mastercard ending in 4444');
    await press('Make default Mastercard ending in 4444');
    await expect(rename).toBeFocused();
    for (const wayOut of ['Escape', 'Tab Tab Enter']) {
      await press('Rename Mastercard ending in 4444');
      await expect(panel.getByLabel('Nickname')).toBeFocused();
      for (const key of wayOut.split(' ')) await page.keyboard.press(key);
      await expect(rename).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('Work');
    await page.keyboard.press('Enter');
    await expect(button('Rename Work (Mastercard ending in 4444)')).toBeFocused();

    const remove = button('Remove Work (Mastercard ending in 4444)');
    await press('Remove Work (Mastercard ending in 4444)');
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(panel).not.toContainText('Mastercard');
    await expect(button('Add a card')).toBeFocused();
  },
);

test(
  'after a discount code the focus moves to the applied code, back to the field, or to a wrong code',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/checkout?packId=pokemon-sv1');
    const add = page.getByText('Add discount code');
    const code = page.getByLabel('Discount code');
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await tabTo(page, code);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter a discount code')).toBeVisible();
    await expect(code).toBeFocused();

    await page.keyboard.type('nonsense');
    await pressByKey(page, 'Apply');
    await expect(page.getByText('This discount code is not valid.')).toBeVisible();
    await expect(code).toBeFocused();

    await code.fill('welcome10');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Code WELCOME10 applied')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(add).toBeFocused();
  },
);

test(
  'after a pack is removed at the checkout, the focus moves to the remaining packs',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
    for (const [pack, words] of [
      ['pokemon-sv1', 'Cart, 1 pack'],
      ['pokemon-sv2', 'Cart, 2 packs'],
    ] as const) {
      await page.goto(`/pack/${pack}`);
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await expect(cart).toHaveAccessibleName(words);
    }
    await cart.click();
    const packs = page.getByRole('list', { name: 'Packs to buy' });
    await expect(packs.getByRole('listitem')).toHaveCount(2);
    await pressByKey(page, 'Remove Paldea Evolved Booster Pack');
    await expect(packs.getByRole('listitem')).toHaveCount(1);
    await expect(packs).toBeFocused();
  },
);

test(
  'a buyer of credits by keyboard gets the focus on the payment, and back on the amount',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/top-up');
    await page.getByRole('textbox', { name: 'Credits' }).fill('75.50');
    await pressByKey(page, 'Continue to payment');
    await expect(page.getByRole('heading', { level: 2, name: 'Payment' })).toBeFocused();
    await pressByKey(page, 'Change amount');
    await expect(page.getByRole('textbox', { name: 'Credits' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Credits' })).toHaveValue('75.5');
  },
);

test(
  'after the only allowed pack is in the cart, the focus moves to the link to the cart',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/pack/pokemon-sv4');
    await pressByKey(page, 'Add to cart');
    await expect(page.getByRole('main').getByRole('link', { name: 'In your cart' })).toBeFocused();
  },
);

test('the focus ring around the quantity is fully visible', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  const quantity = page.getByRole('textbox', { name: 'Quantity' });
  await tabTo(page, quantity);
  const cut = await quantity.evaluate((field) => {
    const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(field);
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const ring = field.getBoundingClientRect();
    const cuts = (element: Element) => {
      const edge = element.getBoundingClientRect();
      return (
        getComputedStyle(element).overflow !== 'visible' &&
        (ring.top - reach < edge.top || ring.bottom + reach > edge.bottom)
      );
    };
    let around = field.parentElement;
    while (around !== null && !cuts(around)) around = around.parentElement;
    return { outlineStyle, by: around?.tagName ?? null };
  });
  expect(cut).toEqual({ outlineStyle: 'solid', by: null });

  // On a phone the purchase bar covers the bottom of the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await tabTo(page, quantity);
  const bar = page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true });
  const foot = (one: Locator) => one.boundingBox().then((box) => box!.y + box!.height);
  await expect
    .poll(async () => (await bar.boundingBox())!.y - (await foot(quantity)))
    .toBeGreaterThan(0);
});

test('after a sale by keyboard the focus moves to the next card, and after the last one to the empty list', async ({
  page,
}) => {
  await signUpWithCards(page);
  await page.goto('/my-cards?size=50');
  const sellIn = (row: number) => rows(page).nth(row).getByRole('button', { name: /^Sell/ });
  const sell = async (left: number) => {
    await page.keyboard.press('Enter');
    await pressByKey(page, 'Confirm Sell');
    await expect(rows(page)).toHaveCount(1 + left);
  };
  await tabTo(page, sellIn(3));
  const next = await sellIn(4).textContent();
  await sell(CARDS_OF_A_PACK - 1);
  await expect(sellIn(3)).toBeFocused();
  await expect(sellIn(3)).toHaveText(next!);

  // After the last row is sold, the focus moves to the row before it.
  await tabTo(page, sellIn(CARDS_OF_A_PACK - 1));
  await sell(CARDS_OF_A_PACK - 2);
  await expect(sellIn(CARDS_OF_A_PACK - 2)).toBeFocused();

  // Sells all ticked cards together, until none is left.
  await page.getByRole('tab', { name: 'Available' }).focus();
  await tabTo(page, page.getByRole('table').getByRole('checkbox', { name: 'Select all' }));
  await page.keyboard.press('Space');
  await page.getByRole('tab', { name: 'Available' }).focus();
  await pressByKey(page, 'Sell all');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No cards available')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Available cards' })).toBeFocused();
});

test('after a sale by keyboard from the wall the focus moves to the card that takes the place of the sold one', async ({
  page,
}) => {
  await signUpWithCards(page);
  await page.goto('/my-cards?view=cards');
  const wall = page.getByRole('list', { name: 'Available cards' }).getByRole('link');
  await expect(wall).toHaveCount(CARDS_OF_A_PACK);
  const next = (await wall.nth(1).textContent())!;
  await tabTo(page, wall.first());
  await page.keyboard.press('Enter');
  await pressByKey(page, 'Sell');
  await pressByKey(page, 'Confirm Sell');
  await expect(wall).toHaveCount(CARDS_OF_A_PACK - 1);
  // The panel of the sold card says what it brought. Closing it leads on.
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Sold for/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wall.first()).toBeFocused();
  await expect(wall.first()).toHaveText(next);
});

test(
  'after a sale of several cards the focus moves to the list of the others',
  { tag: '@long' },
  async ({ page }) => {
    await signUpWithCards(page);
    await page.goto('/my-cards?size=50');
    for (const row of [1, 2]) {
      await tabTo(page, rows(page).nth(row).getByRole('checkbox'));
      await page.keyboard.press('Space');
    }
    await page.getByRole('tab', { name: 'Available' }).focus();
    await pressByKey(page, 'Sell all');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1 + CARDS_OF_A_PACK - 2);
    await expect(page.getByRole('region', { name: 'Available cards' })).toBeFocused();
  },
);

test(
  'after a parcel is cancelled by keyboard, the focus moves to its state',
  { tag: '@long' },
  async ({ page }) => {
    const { cards } = await signUpWithCards(page);
    const id = await ship(page, cards.slice(0, 1));
    await page.goto(`/shipments/${id}`);
    await pressByKey(page, 'Cancel shipment');
    await expect(page.getByRole('button', { name: 'Keep shipment' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel shipment' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Shipment' })).toBeFocused();
  },
);

test(
  'after an operator refunds an order by keyboard, the focus moves to the result',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    await packsOf(page, await payByCard(page, 'pokemon-sv1', { quantity: 2 }));
    await signInAsAdmin(page);
    await page.goto(`/admin/orders?search=${encodeURIComponent(email)}`);
    await tabTo(page, page.getByRole('table', { name: 'Orders' }).getByRole('link').first());
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    const giveBack = async (words: string) => {
      await pressByKey(page, words);
      await expect(drawer.getByLabel('Reason')).toBeFocused();
      await page.keyboard.type('Dented');
      await page.keyboard.press('Enter');
    };
    // After a cancelled refund, the focus is on the button that began it.
    await pressByKey(page, 'Refund 2 unopened packs');
    await pressByKey(page, 'Cancel');
    await expect(drawer.getByRole('button', { name: 'Refund 2 unopened packs' })).toBeFocused();
    await page.keyboard.press('Enter');
    await drawer.getByLabel('Packs of Scarlet & Violet Booster Pack').selectOption('1');
    await drawer.getByLabel('Reason').fill('Dented');
    await page.keyboard.press('Enter');
    await expect(drawer.getByRole('heading', { name: 'Refund', exact: true })).toBeFocused();
    await giveBack('Refund 1 unopened pack');
    await expect(drawer).toContainText('2 returned');
    await expect(drawer.getByRole('heading', { name: 'Refunds' })).toBeFocused();
  },
);

test(
  'after an operator pays a returned refund by keyboard, the focus moves to the remaining ones',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const row = await failRefund(page, await elsewhere());
    await tabTo(page, row.getByRole('button', { name: 'Pay in credits' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('The card was closed');
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
    // If refunds of other tests are still listed under "To look into", the focus is on that heading. Otherwise it is
    // on the page's heading.
    const left = page.getByRole('heading', { name: 'To look into' });
    const top = page.getByRole('heading', { level: 1, name: 'Overview' });
    await expect(left.or(top).and(page.locator(':focus'))).toBeVisible();
  },
);

test(
  'after a wish is removed by keyboard, the focus moves to the list of the others, and after the last one to the heading',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    const { cards } = await callAs<{ cards: { id: string }[] }>(page, '/cards/market?pageSize=2');
    for (const { id } of cards) {
      await page.goto(`/card/${id}`);
      await page.getByRole('button', { name: 'Wish for this card' }).click();
      await expect(page.getByRole('button', { name: 'Take it off your wishes' })).toBeVisible();
    }
    await page.goto('/wishes');
    const wishes = page.getByRole('list', { name: 'Cards', exact: true });
    const remove = wishes.getByRole('button', { name: /^Remove/ });
    await expect(remove).toHaveCount(2);
    await tabTo(page, remove.first());
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(1);
    await expect(wishes).toBeFocused();
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect(wishes).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Wishes' })).toBeFocused();
  },
);

test(
  'after filters are cleared by keyboard, the focus moves to the first filter, or above the whole list',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/transactions?type=shipping_fee');
    await pressByKey(page, 'Clear');
    await expect(page.getByLabel('Type', { exact: true })).toBeFocused();
    await page.goto('/transactions?type=shipping_fee');
    await pressByKey(page, 'Show all transactions');
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeFocused();
  },
);

test(
  'the focus stays in place after turning pages of cards, or requesting the shipping cost, by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/cards');
    await pressByKey(page, 'Next page');
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/page 2 of/)).toBeVisible();
    const next = page.getByRole('button', { name: 'Next page' });
    await expect(next).toBeFocused();
    const least = page.getByLabel('From, CAD');
    await tabTo(page, least);
    await page.keyboard.type('2,50');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/priceMin=2\.50/);
    await expect(least).toHaveValue('2.50');
    await expect(least).toBeFocused();
  },
);
