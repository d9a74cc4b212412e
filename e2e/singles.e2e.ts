// Cards that came back are bought one by one: out of a binder on a phone, and in a cart with a pack by keyboard.
import { expect, type Locator, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { ADDRESS, signUpWithCards } from './own-cards.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { typeAddress } from './screen-steps.ts';
import { callAs, signUp, watchForErrors } from './shopper.ts';
import { ownCards, putOneOnSale } from './singles-on-sale.ts';

const PHONE = { width: 390, height: 844 };

type Binder = { pockets: { number: string }[]; pagination: { totalPages: number } };

/** The page of a binder that has a card number. */
async function leafOf(page: Page, setId: string, number: string): Promise<number> {
  for (let leaf = 1; ; leaf += 1) {
    const binder = await callAs<Binder>(page, `/cards/my/binder?setId=${setId}&page=${leaf}`);
    if (binder.pockets.some((pocket) => pocket.number === number)) return leaf;
    expect(leaf, `the binder has ${number}`).toBeLessThan(binder.pagination.totalPages);
  }
}

/** Reloads the page until it shows a change, which every page does after about a second. */
async function untilShown(page: Page, change: Locator): Promise<void> {
  await expect(async () => {
    if (!(await change.isVisible())) await page.reload();
    await expect(change).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a collector on a phone buys the missing card of a binder with credits and has it sent', async ({
  page,
  elsewhere,
}) => {
  await page.setViewportSize(PHONE);
  const problems = watchForErrors(page);
  const seller = await elsewhere();
  await signUpWithCards(page);
  const had = new Set((await ownCards(page)).map(({ card }) => card.number));
  const { card } = await putOneOnSale(seller, (one) => !had.has(one.card.number), 3.2);

  // Search engines read the offer from the first response, without a script.
  const offers = async () => {
    const html = await (await page.request.get(`/card/${card.catalogueCardId}`)).text();
    const [, written] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!;
    return (JSON.parse(written!) as { offers?: unknown }).offers;
  };
  await expect.poll(offers).toMatchObject({
    '@type': 'AggregateOffer',
    priceCurrency: 'CAD',
    offers: expect.arrayContaining([
      expect.objectContaining({
        '@type': 'Offer',
        sku: card.id,
        price: '3.20',
        description: card.condition,
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
      }),
    ]) as unknown[],
  });

  const { sets } = await callAs<{ sets: { id: string }[] }>(page, '/cards/my/sets');
  const leaf = await leafOf(page, sets[0]!.id, card.number);
  await page.goto(`/my-cards?view=binder&set=${sets[0]!.id}&leaf=${leaf}`);
  await page
    .getByRole('link', {
      name: new RegExp(`^${RegExp.escape(card.number)}.*On sale CAD 3\\.20$`),
    })
    .click();
  const copies = page.getByRole('region', { name: 'Buy this card' });
  await expect(copies).toContainText('CAD 3.20');
  await expect(copies).toContainText(card.condition);
  await copies.getByRole('button', { name: /^Buy now.* CAD 3\.20$/ }).click();
  await expect(
    page.getByText('A single can be returned until it leaves').filter({ visible: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Order summary/ }).click();
  await expect(page.getByRole('list', { name: 'Cards to buy' })).toContainText(card.name);
  await page.getByRole('button', { name: 'Pay CAD 3.46 with Balance' }).click();
  await expect(page.getByRole('heading', { name: 'The card is yours' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Cards bought' }).getByRole('link', { name: card.name }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Ship it' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoBarriers(page);

  await page.getByRole('main').getByRole('link', { name: 'My cards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My cards' })).toBeVisible();
  const [bought] = (
    await callAs<{ cards: { card: { id: string }; boughtFor: number | null }[] }>(
      page,
      '/cards/my?pageSize=50',
    )
  ).cards.filter(({ boughtFor }) => boughtFor !== null);
  await page.goto(`/my-cards?card=${bought!.card.id}`);
  const drawer = page.getByRole('dialog', { name: card.name });
  await expect(drawer.getByText('Bought', { exact: true }).first()).toBeVisible();
  await expect(drawer.getByText('Expires')).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Return for CAD 3.46' })).toBeVisible();
  await expect(drawer).toContainText('You paid, with taxCAD 3.46');
  if (isLong) {
    await drawer.getByRole('link', { name: 'Ship' }).click();
    await typeAddress(page);
    await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
    await expect(page.getByText(ADDRESS.addressLine1)).toHaveCount(0);
    await page.getByRole('link', { name: 'Follow your parcel' }).click();
    await expect(page.getByRole('main').getByText(card.name).first()).toBeVisible();
    await page.goto(`/my-cards?card=${bought!.card.id}`);
    await expect(drawer).toContainText('so it can’t be returned any more');
  }
  expect(problems).toEqual([]);
});

test('a buyer by keyboard pays a pack and a single by card, and returns the single', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  const { card } = await putOneOnSale(await elsewhere(), () => true, 4.8);
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  await pressByKey(page, 'Add to cart');
  await page.goto(`/card/${card.catalogueCardId}`);
  // The shop may have other copies of this card, at other prices.
  const add = page.getByRole('button', { name: /^Add to cart.* CAD 4\.80$/ });
  await untilShown(page, add);
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const inCart = page.getByRole('main').getByRole('link', { name: /^In your cart/ });
  await expect(inCart).toBeFocused();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Cart, 2: 1 pack and 1 card' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  const order = page.getByRole('list', { name: 'Packs and cards to buy' });
  await expect(order.getByRole('listitem')).toHaveCount(2);
  await expect(order).toContainText(card.name);
  await expectNoBarriers(page);

  await tabTo(page, page.getByRole('radio', { name: /Account Balance/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('timer')).toContainText(/^Your pack and card are reserved/);
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiration (MM/YY)', '1230'],
    ['Security code', '123'],
    ['Postal code', 'M5V 2T6'],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
  await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0);

  const { cards } = await callAs<{ cards: { card: { id: string } }[] }>(page, '/cards/my');
  await page.goto(`/my-cards?card=${cards[0]!.card.id}`);
  const drawer = page.getByRole('dialog', { name: card.name });
  const give = drawer.getByRole('button', { name: /^Return for CAD/ });
  await tabTo(page, give);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('goes back to your card');
  await expectNoBarriers(page);
  await tabTo(page, question.getByRole('button', { name: 'Return it' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `${card.name} returned`,
  );
  await expect(drawer).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a shopper reads which single somebody else bought, and removes it by a press', async ({
  page,
  elsewhere,
}) => {
  const other = await elsewhere();
  const { card } = await putOneOnSale(other, () => true, 2.4);
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.goto(`/card/${card.catalogueCardId}`);
  const add = page.getByRole('button', { name: /^Add to cart.* CAD 2\.40$/ });
  await untilShown(page, add);
  await add.click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^In your cart/ })
    .click();
  const pay = page.getByRole('button', { name: /^Pay CAD .* with Balance$/ });
  await expect(pay).toBeEnabled();

  await signUp(other);
  await callAs(other, '/payments/purchase-with-balance', {
    packs: [],
    singles: [card.id],
    paymentMethod: 'balance',
  });
  await pay.click();
  await expect(page.getByRole('alert')).toContainText(/is no longer available/);
  await page.getByRole('button', { name: 'See Your Cart' }).click();
  await page
    .getByRole('button', { name: new RegExp(`^Remove ${RegExp.escape(card.name)}`) })
    .click();
  await expect(pay).toBeEnabled();
  await expect(page.getByRole('list', { name: 'Packs to buy' })).toBeVisible();
});
