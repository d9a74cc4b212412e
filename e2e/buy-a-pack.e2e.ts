import { expect } from '@playwright/test';
import { loseResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { holdTheClock, passTimeUntil } from './hold-the-clock.ts';
import { showAll, showRarities } from './pack-to-open.ts';
import { callAs, cad, newEmail, noteTexts, PASSWORD, signUp, watchForErrors } from './shopper.ts';

test('a visitor signs up, buys a pack with credits, sees the cards and sells one', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).click();
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Felt & Foil' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^All Packs \(\d+\)$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Buy Now' }).first()).toContainText(
    / · \d+\+? left/,
  );
  await page
    .getByRole('link', { name: /Scarlet & Violet Booster/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByText('Each pack contains 11 cards')).toBeVisible();
  const pay = page.getByRole('button', { name: /^Pay CAD [\d.]+ with Balance$/ });
  await expect(pay).toBeEnabled();
  const total = cad(await pay.textContent());
  await showRarities(page);
  const odds = page.getByText(/^On average a pack’s cards sell back for CAD/);
  const oddsBefore = (await odds.textContent())!;
  const recount = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/pack-types');
  // After the cards have appeared one by one, the button changes its label.
  await holdTheClock(page);
  await pay.click();

  const results = page.getByRole('dialog', { name: 'Pack Opening Results' });
  await passTimeUntil(page, results, 10);
  // The odds of the packs without this one would tell what it holds.
  await (await recount).finished();
  await expect(results.getByRole('button', { name: 'Tear it open' })).toBeVisible();
  await expect(odds).toHaveText(oddsBefore);
  await showAll(page);
  await expect(results).toContainText('You opened 11 card(s) from 1 pack(s)');
  await results.getByRole('button', { name: 'Skip Animation' }).click();
  await page.clock.resume();
  await expect(results.getByText('Total Value', { exact: true })).toBeVisible();
  // Regression: the second word of a rarity was once hidden under the next card's picture, and the badge of a rarity
  // with four pips overlapped that picture by half a pixel.
  const overhang = await results.locator('li:has(.badge)').evaluateAll((cards) =>
    cards.map((card) => {
      const badge = card.querySelector('.badge')!;
      return badge.getBoundingClientRect().right - card.getBoundingClientRect().right;
    }),
  );
  expect(overhang).toHaveLength(11);
  expect(Math.max(...overhang)).toBeLessThanOrEqual(0);
  await results.getByRole('button', { name: 'View Collection' }).click();

  await expect(page.getByRole('heading', { name: 'My cards', level: 1 })).toBeVisible();
  // After Back, the checkout shows the result of the purchase at once, and does not sell the pack again.
  await page.goBack();
  await expect(results.getByText('Your best card')).toBeVisible();
  await results.getByRole('button', { name: 'View Collection' }).click();
  await expect(page.getByRole('heading', { name: 'My cards', level: 1 })).toBeVisible();
  await page.goto('/my-cards?tab=available');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Sell/ }) })
    .first();
  const offer = cad(await row.getByText(/^Sells for CAD/).textContent());
  await row.getByRole('button', { name: /^Sell/ }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Instant Buyback');
  await expect(dialog.getByText('Illustration', { exact: true })).toBeVisible();
  const before = cad(
    await dialog.getByText('Current balance').locator('xpath=following-sibling::dd').textContent(),
  );
  expect(before).toBe(100_00 - total);
  await dialog.getByRole('button', { name: 'Confirm Sell' }).click();
  await expect(page.getByText('Card Sold Successfully!')).toBeVisible();

  await page.goto('/my-account');
  const balance = page.getByRole('region', { name: 'Account Balance' });
  await expect(balance).toContainText('CAD');
  expect(cad(await balance.getByText(/^CAD/).textContent())).toBe(before + offer);
  expect(problems).toEqual([]);
});

test('the same, by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await page.goto('/pack/pokemon-sv1');
  await page.getByRole('button', { name: 'BUY NOW', exact: true }).focus();
  await page.keyboard.press('Enter');
  const pay = page.getByRole('button', { name: /^Pay CAD/ });
  await expect(pay).toBeEnabled();
  await pay.focus();
  await holdTheClock(page);
  await page.keyboard.press('Space');
  const results = page.getByRole('dialog', { name: 'Pack Opening Results' });
  await passTimeUntil(page, results, 10);
  await expect(results.getByRole('button', { name: 'Tear it open' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('button', { name: 'Skip Animation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await expect(results.getByRole('button', { name: 'View Collection' })).toBeFocused();
  await page.keyboard.press('Escape');
  // After the dialog is closed, the page links to the cards. A reload must not buy the pack again.
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload();
    await expect(page.getByText('Your packs are open')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'View Collection' }).click();
  await expect(page).toHaveURL('/my-cards');
});

test('a shopper can’t buy a pack twice that is sold once a person, and learns it before paying', async ({
  page,
}) => {
  await signUp(page);
  // Without motion, the page offers nothing to skip.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/checkout?packId=pokemon-sv4');
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  await showAll(page);
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Your packs are open')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/checkout?packId=pokemon-sv4');
  await expect(page.getByRole('alert')).toContainText('You can only purchase this pack once');
  const back = page.getByRole('button', { name: 'Return to Catalog' });
  await expect(back).not.toHaveClass(/bg-danger/);
  await back.click();
  await expect(page).toHaveURL('/packs');

  // In place of each button that would buy the pack again, there is a link to the cards of the bought pack.
  const name = 'Paradox Rift Booster Pack';
  const seeCards = page
    .locator('main')
    .getByRole('link', { name: `Bought: see its cards, ${name}` });
  await expect(seeCards.first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Buy Now, ${name}` })).toHaveCount(0);
  await page.goto('/pack/pokemon-sv4');
  await expect(seeCards.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await page.goto('/');
  await page.getByRole('tab', { name }).click();
  await seeCards.first().click();
  await expect(page.getByRole('heading', { name: 'My cards', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Sells for CAD/).first()).toBeVisible();
});

test('a purchase whose response is lost happens once, even after a reload', async ({ page }) => {
  await signUp(page);
  const { account_balance: before } = await callAs<{ account_balance: number }>(
    page,
    '/users/profile',
  );
  await page.goto('/checkout?packId=pokemon-sv1');
  const pay = page.getByRole('button', { name: 'Pay CAD 5.93 with Balance' });
  await expect(pay).toBeEnabled();
  const goOn = await loseResponses(page, 'purchaseWithBalance');
  await pay.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Network connection failed.');
  await expect(alert).toContainText('nothing is charged again');

  goOn();
  await page.reload();
  await expect(page.getByText('its packs open, and nothing is charged twice.')).toBeVisible();
  await pay.click();
  await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
  const { account_balance: after } = await callAs<{ account_balance: number }>(
    page,
    '/users/profile',
  );
  expect(before - after).toBeCloseTo(5.93, 5);

  // A reload shows what was bought. A user who types the address of this checkout wants to buy again.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your packs wait for you' })).toBeVisible();
  await page.goto('/checkout?packId=pokemon-sv1');
  await expect(pay).toBeEnabled();
});

test(
  'a discount code lowers the total, and a wrong one shows an error',
  { tag: '@long' },
  async ({ page }) => {
    const stood = await noteTexts(page);
    await signUp(page);
    // An address with the id of a physical pack selects that pack's type.
    const { packs } = await callAs<{ packs: { id: string }[] }>(
      page,
      '/pack-types/pokemon-sv1/available-packs?limit=1',
    );
    await page.goto(`/checkout?packId=${packs[0]!.id}`);
    await expect(page.getByText('Each pack contains 11 cards')).toBeVisible();
    await expect(
      page.getByText(
        'Your pack is opened in our books as soon as you have paid, so it can’t be returned.',
      ),
    ).toBeVisible();
    // Until the shop has calculated the total, the button shows no amount.
    await stood('Pay with Balance');
    await expect(page.getByRole('button', { name: 'Pay CAD 5.93 with Balance' })).toBeEnabled();
    const texts = await page.evaluate(() => [
      ...(window as unknown as { texts: Set<string> }).texts,
    ]);
    expect(texts.filter((text) => text.includes('Pay CAD 0.00'))).toEqual([]);
    await expect(page.getByText(/^Sold by Felt & Foil, hello@/)).toBeVisible();
    await page.getByText('Before you buy').click();
    const told = page.locator('details').filter({ hasText: 'Before you buy' });
    for (const line of [
      'CAD 5.93 with tax, CAD 6.43 by card.',
      'Cards are yours for 30 days to sell or ship.',
      'Shipping starts at CAD 8.00 a parcel. All ',
      'Opened packs can’t be returned.',
    ]) {
      await expect(told).toContainText(line);
    }
    await expect(told.getByRole('link', { name: 'How it works' })).toHaveAttribute(
      'href',
      '/how-it-works',
    );
    await page.getByText('Add discount code').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please enter a discount code')).toBeVisible();
    await page.getByLabel('Discount code').fill('welcome10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Discount (WELCOME10)')).toBeVisible();
    await expect(told).toContainText('CAD 5.34 with tax, CAD 5.84 by card.');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Add discount code').click();
    await page.getByLabel('Discount code').fill('nonsense');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('This discount code is not valid.')).toBeVisible();
    const field = (await page.getByLabel('Discount code').boundingBox())!;
    const apply = (await page.getByRole('button', { name: 'Apply' }).boundingBox())!;
    expect([apply.y, apply.height]).toEqual([field.y, field.height]);
    // The buyer can still pay the old total, and the code stays in its field to be corrected.
    await expect(page.getByLabel('Discount code')).toHaveValue('nonsense');
    await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeEnabled();
  },
);

test('on a phone of any width a buyer sees at once that the pack can’t be returned, and what they have spent', async ({
  page,
}) => {
  await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [430, 932],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/checkout?packId=pokemon-sv1');
    await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeInViewport({ ratio: 1 });
    const bar = page.locator('.pay-bar');
    const told = [
      bar.getByText(/so it can’t be returned\. The cards are yours for 30 days to sell or ship\.$/),
      page.getByText(/^Last 30 days: you spent CAD 5\.93 and got CAD 0\.00 back\.$/),
    ];
    for (const one of told) await expect(one).toBeInViewport({ ratio: 1 });
    const [top, spent] = [(await bar.boundingBox())!.y, (await told[1]!.boundingBox())!];
    expect(spent.y + spent.height).toBeLessThanOrEqual(top);
    // By key, the order comes before the payment, as the page shows it.
    const summary = page.getByRole('button', { name: /^Order summary/ });
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Tab');
    await expect(summary).toBeFocused();
  }
});

test(
  'on a phone the order is folded, and all payment methods are in view above the button',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/checkout?packId=pokemon-sv1');
    const summary = page.getByRole('button', {
      name: 'Order summary 1 × Scarlet & Violet Booster Pack · CAD 5.93 incl. tax 0.44',
    });
    await expect(summary).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByText('Each pack contains 11 cards')).toBeHidden();
    const pay = page.getByRole('button', { name: 'Pay CAD 5.93 with Balance' });
    await expect(pay).toBeInViewport({ ratio: 1 });
    const top = (await pay.boundingBox())!.y;
    for (const method of ['Account Balance', 'Credit or Debit Card']) {
      const row = page.getByText(method, { exact: true });
      await expect(row).toBeInViewport({ ratio: 1 });
      expect((await row.boundingBox())!.y).toBeLessThan(top);
    }
    await summary.click();
    await expect(page.getByText('Each pack contains 11 cards')).toBeVisible();
  },
);

test(
  'on a phone the total and the pay button stay on the screen, wherever the page is scrolled to',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    for (const height of [844, 568]) {
      await page.setViewportSize({ width: height === 844 ? 390 : 320, height });
      await page.goto('/checkout?packId=pokemon-sv1&quantity=16');
      await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
      const pay = page.getByRole('button', { name: /^Pay CAD/ });
      await expect(pay).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.pay-bar').getByText('Total')).toBeInViewport({ ratio: 1 });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(pay).toBeInViewport({ ratio: 1 });
      // The pay bar does not cover the end of the page.
      const last = page.getByRole('contentinfo').getByText(/^©/);
      await last.scrollIntoViewIfNeeded();
      const [end, bar] = [await last.boundingBox(), await page.locator('.pay-bar').boundingBox()];
      expect(end!.y + end!.height).toBeLessThanOrEqual(bar!.y);
    }
  },
);
