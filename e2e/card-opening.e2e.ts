import { expect, type Locator, type Page } from '@playwright/test';
import { loseCalls, fakeResponses, refuseRequests } from './answers.ts';
import { test } from './kept-page.ts';
import { FLOWN_MS, tearMs } from '../src/web/opening/tear-timeline.ts';
import { holdTheClock } from './hold-the-clock.ts';
import {
  arrive,
  card,
  openNow,
  openPack,
  payByCard,
  showRarities,
  standStill,
  type Intent,
  turnAtOnce,
} from './pack-to-open.ts';
import { cad, callAs, noteTexts, signUp, watchForErrors } from './shopper.ts';

const skip = (page: Page) => page.getByRole('button', { name: 'Skip to next unopened' });
const praise = (page: Page) =>
  page.getByRole('dialog', { name: /^(Congratulations!|You opened a )/ });
const exitDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Exit Card Opening?' });
const rows = (page: Page) => page.getByRole('table', { name: 'Cards Opened' }).locator('tbody tr');

/** Turns the card on the stage and skips the motion. If a dialog praises the card, keeps the card. */
async function turn(page: Page): Promise<void> {
  await turnAtOnce(page);
  if (await praise(page).isVisible()) {
    await praise(page).getByRole('button', { name: 'Keep in collection' }).click();
    await expect(praise(page)).toBeHidden();
  }
}

test('a pack is opened by keyboard alone, and a screen reader announces each card once', async ({
  page,
}) => {
  // On a busy machine, opening eleven cards one by one takes long.
  test.slow();
  await page.clock.install();
  await arrive(page);
  const problems = watchForErrors(page);
  const opened = page.waitForResponse(/\/api\/packs\/[^/]+\/open$/);
  await holdTheClock(page);
  await openNow(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Opening...' })).toBeVisible();
  // The whole motion takes one second. The strip tears, and the cards rise out of the pack as soon as the strip is
  // torn and the response has arrived.
  await (await opened).finished();
  await page.clock.runFor(tearMs(0));
  await page.waitForFunction(
    () => document.querySelector('.tear-pack')!.getAnimations({ subtree: true }).length > 0,
  );
  await page.clock.runFor(FLOWN_MS - 1);
  await expect(page.getByText('Card 1 of 11')).toBeHidden();
  await page.clock.runFor(1);
  await expect(page.getByText('Card 1 of 11')).toBeVisible();
  await page.clock.resume();
  await expect(card(page)).toBeFocused();

  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const region = document.querySelector('main output')!;
    new MutationObserver(() => told.push(region.textContent ?? '')).observe(region, {
      childList: true,
    });
  });
  await standStill(page);
  for (let at = 1; at <= 11; at += 1) {
    await expect(card(page)).toHaveAccessibleName(`Card ${at} of 11, face down`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(card(page)).toHaveAccessibleName(`Card ${at} of 11, face up`);
    if (await praise(page).isVisible()) {
      // The dialog's heading has the focus, so a key press that was meant for the card sells nothing.
      await page.keyboard.press('Space');
      await page.keyboard.press('Escape');
      await expect(praise(page)).toBeHidden();
      await expect(card(page)).toBeFocused();
    }
    if (at < 11) {
      await page.keyboard.press('ArrowRight');
      await standStill(page);
    }
  }
  await expect(page.getByText('Collection Complete')).toBeVisible();
  await expect(rows(page)).toHaveCount(11);
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  const cards = told.filter((text) => text.includes('CAD'));
  expect(cards).toHaveLength(11);

  // The page does not ask before leaving, because the user can lose nothing: the cards are in the collection already.
  await page.getByRole('button', { name: 'View All Cards' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/my-cards');
  const { pagination } = await callAs<{ pagination: { totalItems: number } }>(page, '/cards/my');
  expect(pagination.totalItems).toBe(11);
  expect(problems).toEqual([]);
});

test(
  'a pack is torn by hand: released early it closes again, released later it opens',
  { tag: '@pictures' },
  async ({ page }) => {
    const stood = await noteTexts(page);
    await arrive(page);
    const pack = (await page.locator('.tear-pack').boundingBox())!;
    const y = pack.y + pack.height * 0.13;
    const pull = async (share: number) => {
      await page.mouse.move(pack.x + 2, y);
      await page.mouse.down();
      await page.mouse.move(pack.x + 2 + pack.width * share, y, { steps: 24 });
      await page.mouse.up();
    };
    const firstSlice = page.locator('.tear-strip > i').first();
    await pull(0.4);
    await expect(firstSlice).not.toHaveAttribute('style', /rotate/);
    await expect(openNow(page)).toBeVisible();

    await pull(0.75);
    await stood('Opening...');
    await expect(card(page)).toBeVisible();
  },
);

test('a shopper turns cards, moves between them, and skips to the next', async ({ page }) => {
  await arrive(page);
  await openPack(page);
  await card(page).click();
  // If the user presses an arrow key before the user may leave the card, the stage moves on as soon as the user may.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByText('Card 1 of 11')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Card 2 of 11')).toBeVisible();
  await standStill(page);
  if (await praise(page).isVisible()) await page.keyboard.press('Escape');

  await page.keyboard.press('Home');
  await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
  await standStill(page);
  await page.getByRole('button', { name: 'Previous card' }).click();
  await expect(card(page)).toHaveAccessibleName('Card 11 of 11, face down');
  await standStill(page);
  await page.getByRole('button', { name: 'Next card' }).click();
  await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
  await standStill(page);

  // Skip passes over common cards and goes straight to the next rare card.
  await skip(page).click();
  await standStill(page);
  await turn(page);
  await expect(page.locator('.stage-named')).toContainText(/Rare|Legendary/);
});

test('the stage reacts only to its own keys', { tag: '@long' }, async ({ page }) => {
  await showRarities(page, ['common']);
  await arrive(page);
  await openPack(page);
  await card(page).press('Space');
  await card(page).press('Space');
  await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
  await page.keyboard.press('Space');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // A single letter is no shortcut, because users who control the page by voice may say that letter as part of a word.
  await page.getByRole('link', { name: 'Packs' }).first().focus();
  await page.keyboard.press('s');
  await page.keyboard.press('End');
  await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
  await page.getByRole('button', { name: 'Next card' }).focus();
  await page.keyboard.press('s');
  await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');
  await standStill(page);
  await page.keyboard.press('End');
  await expect(card(page)).toHaveAccessibleName('Card 11 of 11, face down');
});

test('a rare card is praised, and can be sold from there or from the table', async ({ page }) => {
  await arrive(page);
  await openPack(page);
  await skip(page).click();
  await standStill(page);
  await card(page).press('Enter');
  await expect(praise(page)).toBeVisible();
  await expect(praise(page).getByRole('heading')).toBeFocused();
  await expect(praise(page)).toContainText(/You opened a (Rare|Legendary) /);
  const offer = cad(
    await praise(page)
      .getByText(/^\+CAD/)
      .textContent(),
  );

  const { account_balance: before } = await callAs<{ account_balance: number }>(
    page,
    '/users/profile',
  );
  await praise(page).getByRole('button', { name: 'Instant credit' }).click();
  await page.getByRole('button', { name: 'Confirm Sell' }).click();
  await expect(page.getByText('Card Sold Successfully!')).toBeVisible();
  await expect(rows(page).first()).toContainText('Sold');
  const { account_balance: after } = await callAs<{ account_balance: number }>(
    page,
    '/users/profile',
  );
  expect(Math.round((after - before) * 100)).toBe(offer);

  await page.keyboard.press('Home');
  await standStill(page);
  await turn(page);
  await rows(page).nth(1).getByRole('button', { name: /^Sell/ }).click();
  await page.getByRole('button', { name: 'Confirm Sell' }).click();
  await expect(rows(page).nth(1)).toContainText('Sold');
  await expect(page.getByRole('heading', { name: 'Cards Opened' })).toBeFocused();
});

test(
  'a shopper goes from the shelf to the cards, and leaving by link, key or Back asks for confirmation',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/pack/pokemon-sv1');
    await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiration (MM/YY)').fill('1230');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Postal code').fill('M5V 2T6');
    await page.getByRole('button', { name: /^Pay CAD/ }).click();
    await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
    const address = page.url();
    await openPack(page);
    const text =
      'Are you sure you want to exit? Once you exit, you will lose the experience to open more cards.';

    await page.getByRole('link', { name: 'Packs' }).first().click();
    await expect(exitDialog(page)).toContainText(text);
    await expect(exitDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(exitDialog(page)).toBeHidden();

    await card(page).press('Escape');
    await expect(exitDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(exitDialog(page)).toBeHidden();
    await expect(card(page)).toBeFocused();

    await page.evaluate(() => history.back());
    await expect(exitDialog(page)).toBeVisible();
    await exitDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
    await expect(card(page)).toBeVisible();

    await page.getByRole('link', { name: 'About' }).first().click();
    await exitDialog(page).getByRole('button', { name: 'Exit' }).click();
    await expect(page).toHaveURL('/about');
    // Waits for the card to disappear, because the address changes before the page does.
    await expect(card(page)).toBeHidden();
    await page.goBack();
    await expect(card(page)).toBeFocused();
    await page.getByRole('button', { name: 'Exit' }).click();
    await exitDialog(page).getByRole('button', { name: 'Exit' }).click();
    await expect(page).toHaveURL('/my-cards');
  },
);

test('a torn pack stays torn, and its turned cards stay turned: after Back, a reload, another visit, and a purchase of several packs', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const payment = await arrive(page, 2);
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Felt & Foil' })).toBeVisible();
  await page.goBack();
  await openPack(page);
  await turn(page);
  await page.keyboard.press('ArrowRight');
  await standStill(page);
  const name = await rows(page).first().textContent();
  const expectSecondCard = async () => {
    await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');
    await expect(page.getByText('Card 2 of 11 · Pack 1 of 2')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    expect(await rows(page).first().textContent()).toBe(name);
    await expect(openNow(page)).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Exit' }).click();
  await exitDialog(page).getByRole('button', { name: 'Exit' }).click();
  await expect(page).toHaveURL('/my-cards');
  await page.goBack();
  await expectSecondCard();
  await page.reload();
  await expectSecondCard();
  await page.goto(`/card-opening?payment_intent=${payment}`);
  await expectSecondCard();
  await page.goto('/my-account');
  const packs = page.getByRole('region', { name: 'Your packs' });
  await packs.getByRole('link', { name: /^Watch again/ }).click();
  await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');

  // The pack of which no card was turned is still sealed.
  await page.goto(`/card-opening?payment_intent=${payment}`);
  await expectSecondCard();
  for (let at = 2; at <= 11; at += 1) {
    await turn(page);
    if (at < 11) {
      await card(page).press('ArrowRight');
      await standStill(page);
    }
  }
  // Back shows all cards turned. A new visit shows the next pack, which is sealed.
  await page.getByRole('button', { name: 'View All Cards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My cards' })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(11);
  await expect(page.getByRole('button', { name: 'Open next pack' })).toBeVisible();
  await page.goto('/my-cards');
  await page.goto(`/card-opening?payment_intent=${payment}`);
  await expect(page.getByText('11 Cards · Pack 2 of 2')).toBeVisible();
  await expect(openNow(page)).toBeVisible();
});

/** Both ways to switch motion off: the system's setting and the shop's own. */
const WAYS_TO_WANT_NO_MOTION = [
  {
    how: 'by their choice at the foot of the page',
    tag: [],
    askForLess: async (page: Page) => {
      await page.goto('/');
      await page.getByRole('contentinfo').getByLabel('Motion').selectOption('Less');
    },
  },
  {
    how: 'as their system says',
    tag: ['@long'],
    askForLess: (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  },
];

for (const { how, tag, askForLess } of WAYS_TO_WANT_NO_MOTION) {
  test(
    `a shopper without motion, ${how}, gets the same cards at once`,
    { tag },
    async ({ page }) => {
      await askForLess(page);
      await arrive(page);
      await openNow(page).click();
      await expect(card(page)).toBeFocused();
      // Measures by the animations' own clocks, because on a busy machine animations start late.
      const longestMs = () =>
        page.evaluate(() =>
          Math.max(
            0,
            ...document
              .getAnimations()
              .map((one) => Number(one.effect!.getComputedTiming().endTime ?? 0)),
          ),
        );
      const comesToRest = async () => {
        expect(await longestMs()).toBeLessThanOrEqual(200);
        await expect.poll(longestMs).toBe(0);
      };
      await comesToRest();
      await page.keyboard.press('End');
      await expect(card(page)).toHaveAccessibleName('Card 11 of 11, face down');
      await standStill(page);
      await card(page).press('Enter');
      // The last card of this pack is rare, so a dialog praises it.
      await expect(praise(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await comesToRest();
      await expect(page.locator('.stage-named')).toContainText('CAD');
      await expect(rows(page)).toHaveCount(1);
    },
  );
}

test('several packs are opened one after the other', { tag: '@long' }, async ({ page }) => {
  await arrive(page, 2);
  await openPack(page);
  for (let at = 1; at <= 11; at += 1) {
    await turn(page);
    if (at < 11) {
      await card(page).press('ArrowRight');
      await standStill(page);
    }
  }
  await page.getByRole('button', { name: 'Open next pack' }).press('Enter');
  await expect(page.getByText('11 Cards')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openPack(page);
  await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face down');
  const { packs } = await callAs<{ packs: { status: string }[] }>(page, '/packs/history');
  expect(packs.map((pack) => pack.status)).toEqual(['opened', 'opened']);
});

test('only a payment opens packs from the home page', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  const payment = await payByCard(page, 'pokemon-sv1');
  await page.goto(`/?openPack=${payment}`);
  await expect(page).toHaveURL(`/card-opening?payment_intent=${payment}`);
  await page.goto('/?openPack=true');
  await expect(page.getByRole('heading', { name: 'Potential hits' })).toBeVisible();

  await page.goto('/card-opening');
  await expect(page).toHaveURL('/');
});

test(
  'above the pack, the page says if a payment has no packs or can’t be queried',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    const intent = await callAs<Intent>(page, '/payments/create-payment-intent', {
      packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    });
    // The response is fake, because in a real response, a successful payment always has packs.
    const none = { packIds: [], status: 'succeeded', packs: [], tickets: [] };
    await fakeResponses(page, 'showPurchasedPacks', none);
    await page.goto(`/card-opening?payment_intent=${intent.paymentIntentId}`);
    await openNow(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'No packs found' })).toHaveText(
      'No packs found for this payment',
    );
    await refuseRequests(page, 'showPurchasedPacks', 'FORBIDDEN');
    await page.reload();
    await expect(page.getByText('15 Cards')).toBeVisible();
    await openNow(page).click();
    await expect(page.getByText('Failed to get purchased packs')).toBeVisible();
    await expect(openNow(page)).toBeVisible();
    await expect(page.locator('.tear-strip > i').first()).not.toHaveAttribute('style', /rotate/);
  },
);

test('a visitor is asked to sign in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/card-opening?payment_intent=pi_1');
  await expect(page).toHaveURL(/\/auth\?redirect=/);
});

test(
  'a card whose picture does not load shows the back',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    // The shop can draw every picture that it names, so the test makes the requests for pictures fail.
    await loseCalls(page, { address: '/art/card/**' });
    await arrive(page);
    await openPack(page);
    const face: Locator = page.locator('.stage-card-face img');
    await expect(face).toHaveAttribute('src', '/card-back.svg');
  },
);
