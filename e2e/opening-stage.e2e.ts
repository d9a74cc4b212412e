// Tests the stage as a whole. The whole card is visible in a window of any size, and can be turned, left and praised
// there, by touch too. A purchase with credits leads to the stage as well, and every opening can be watched again.
import { expect, type Locator, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { test } from './kept-page.ts';
import { changeResponses, refuseRequests } from './answers.ts';
import { expectNoBarriers } from './barriers.ts';
import { drawFinger } from './draw-finger.ts';
import { holdTheClock, passTimeUntil } from './hold-the-clock.ts';
import {
  arrive,
  card,
  openNow,
  openPack,
  payByCard,
  results,
  showAll,
  showRarities,
  standStill,
  turnAtOnce,
} from './pack-to-open.ts';
import { cad, callAs, signUp, watchForErrors } from './shopper.ts';

const praise = (page: Page) =>
  page.getByRole('dialog', { name: /^(Congratulations!|You opened a )/ });
const exit = (page: Page) => page.getByRole('button', { name: 'Exit' });

/** Expects an element wholly inside the window, with nothing over it. */
async function expectWhole(seen: Locator): Promise<void> {
  await expect
    .poll(() =>
      seen.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const isInside =
          left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const places = [
          [x, y],
          [x, top + 4],
          [right - 4, y],
          [x, bottom - 4],
          [left + 4, y],
        ] as const;
        const covers = places.map((place) => document.elementFromPoint(...place));
        const isBare = covers.every((over) => over !== null && element.contains(over));
        return isInside && isBare ? 'whole' : { left, top, right, bottom, isInside, isBare };
      }),
    )
    .toBe('whole');
}

/** The smallest window comes first. Short runs test only that window; long runs test all windows. */
const WINDOWS = [
  [844, 390, 'a phone on its side'],
  [640, 430, 'a page at twice its size'],
  [390, 844, 'a phone'],
  [1280, 860, 'a wide window'],
] as const;

for (const [width, height, what] of isLong ? WINDOWS : WINDOWS.slice(0, 1)) {
  test(
    `in ${what} the whole card is visible, and so is the focused element`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await showRarities(page, ['rare', 'mythic']);
      await arrive(page);
      await expectWhole(openNow(page));
      // If the user has scrolled, the page scrolls back to the card.
      await page.mouse.wheel(0, 400);
      await openNow(page).press('Enter');
      await expect(card(page)).toBeFocused();
      await standStill(page);
      await expect(page.getByRole('banner')).toBeHidden();
      await expectWhole(card(page));

      await turnAtOnce(page);
      await expect(praise(page).getByRole('heading')).toBeFocused();
      await expectWhole(card(page));
      await expectWhole(praise(page));
      await page.keyboard.press('Escape');
      await expect(card(page)).toBeFocused();
      // The exit stays visible over the table of cards, and the keyboard leads back to the card.
      await page.getByRole('link', { name: /^Ship/ }).first().focus();
      await expectWhole(page.getByRole('link', { name: /^Ship/ }).first());
      await expectWhole(exit(page));
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('ArrowRight');
      await standStill(page);
      await expectWhole(card(page));

      await turnAtOnce(page);
      await expect(praise(page)).toBeVisible();
      await expectWhole(card(page));
      await expectWhole(praise(page));
      await praise(page).getByRole('button', { name: 'Keep in collection' }).click();
      await expect(card(page)).toBeFocused();
      // While the user tabs from the top of the page to the table, nothing ever covers the focused element.
      await exit(page).focus();
      for (let press = 0; press < 7; press += 1) {
        await expectWhole(page.locator(':focus'));
        await page.keyboard.press('Tab');
      }
    },
  );
}

test(
  'a rare card is praised in a line, a legendary one on the whole stage; Keep comes first',
  { tag: '@long' },
  async ({ page }) => {
    await showRarities(page, ['rare', 'mythic']);
    await arrive(page);
    await openPack(page);
    // Reads the laid-out width, because the card is drawn smaller while it moves to its place.
    const width = () => card(page).evaluate((element) => (element as HTMLElement).offsetWidth);
    const before = await width();
    await turnAtOnce(page);
    await expect(praise(page)).toContainText(
      /You opened a Rare .+\+CAD [\d.]+credit now · market CAD/,
    );
    expect(await width()).toBeCloseTo(before, 0);
    // The focused heading names the card, so the announcement does not name it again.
    const sentence = await praise(page).getByRole('heading').textContent();
    const told = page.locator('main output');
    await expect(told).toContainText('market CAD');
    await expect(told).not.toContainText(sentence!.replace('You opened a Rare ', ''));
    // The dialog is not modal: the stage goes on below it, and the praised card is kept.
    expect(await praise(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
    const ways = praise(page).getByRole('button');
    await expect(ways).toHaveText(['Keep in collection', 'Instant credit']);
    await expect(page.locator('.stage-named')).toContainText(/Market CAD [\d.]+·sells for CAD/);
    await page.keyboard.press('ArrowRight');
    await expect(praise(page)).toBeHidden();
    await standStill(page);

    await turnAtOnce(page);
    await expect(praise(page)).toContainText('You opened a Legendary');
    await expect.poll(width).toBeGreaterThan(before * 1.1);
    await page.keyboard.press('Escape');
    await expect(praise(page)).toBeHidden();
    await expect.poll(width).toBeCloseTo(before, 0);
    await expect(page.getByRole('alertdialog')).toBeHidden();
  },
);

test(
  'a swipe or a tap moves on, with one hint about it, and ends at a fan of the pack',
  { tag: '@long' },
  async ({ elsewhere }) => {
    test.slow();
    const page = await elsewhere({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await page.clock.install();
    await showRarities(page, ['common']);
    await arrive(page, 2);
    await expect(page.getByText('11 Cards · Pack 1 of 2')).toBeVisible();
    await openPack(page);
    await expect(page.getByText('Card 1 of 11 · Pack 1 of 2')).toBeVisible();
    const swipe = async (by: number) => {
      const { x, y, width, height } = (await card(page).boundingBox())!;
      await drawFinger(page, { x: x + width / 2, y: y + height / 2 }, { x: by, y: 0 });
    };
    const hint = page.getByText('Swipe for the next, or tap the card again');

    await holdTheClock(page);
    await card(page).tap();
    await page.clock.runFor(620);
    await expect(hint).toBeVisible();
    // If the user swipes while the card turns, the swipe takes effect as soon as the user may leave the card. An arrow
    // key works in the same way.
    await swipe(-120);
    await page.clock.runFor(1379);
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
    await page.clock.runFor(1);
    await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');
    await page.clock.resume();
    await standStill(page);
    await swipe(120);
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
    await standStill(page);
    await card(page).tap();
    await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');
    await standStill(page);
    for (let at = 2; at <= 11; at += 1) {
      await turnAtOnce(page);
      await expect(hint).toBeHidden();
      await card(page).tap();
      await standStill(page);
    }

    await expect(page.getByText('All 11 cards · Pack 1 of 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your pack' })).toBeFocused();
    await expect(page.locator('.stage-words')).toContainText(
      /^Your packPaid CAD \d+\.\d\d · market value CAD \d+\.\d\d · sells for CAD \d+\.\d\d now$/,
    );
    // The best card stands upright in front.
    const { packs } = await callAs<{
      packs: { packOpeningId: string | null; pricePaid: number }[];
    }>(page, '/packs/history');
    const opened = packs.find(({ packOpeningId }) => packOpeningId !== null)!;
    type Opening = { cards: { value: number; image: string }[]; paid: number };
    const { cards, paid } = await callAs<Opening>(page, `/packs/openings/${opened.packOpeningId}`);
    const best = Math.max(...cards.map(({ value }) => value));
    const front = await page.locator('.stage-fan img').last().getAttribute('src');
    expect(cards.filter(({ value }) => value === best).map(({ image }) => image)).toContain(front);
    expect(cad(await page.locator('.stage-words').textContent())).toBe(Math.round(paid * 100));
    // The amount paid includes the pack's tax and the pack's share of the card fee.
    expect(paid).toBeGreaterThan(opened.pricePaid);
    // A window of any size shows the whole fan of cards.
    for (const [width, height] of [
      [320, 640],
      [720, 450],
      [640, 430],
      [390, 844],
      [844, 390],
      [1280, 860],
    ] as const) {
      await page.setViewportSize({ width, height });
      const edges = () =>
        page.locator('.stage-fan > span').evaluateAll((fanned) => {
          const boxes = fanned.map((one) => one.getBoundingClientRect());
          const [left, right] = [boxes.map((box) => box.left), boxes.map((box) => box.right)];
          return Math.min(...left) >= 0 && Math.max(...right) <= innerWidth;
        });
      await expect.poll(edges, `${width} x ${height}`).toBe(true);
      // Nothing covers the arrows.
      for (const arrow of await page.locator('.stage-arrow').all())
        await arrow.click({ trial: true });
    }

    // Escape leads back to the cards, and leaves the stage only from there.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Card 11 of 11, face up/ })).toBeFocused();

    await page.getByRole('button', { name: 'Open next pack' }).click();
    await expect(page.getByText('11 Cards · Pack 2 of 2')).toBeVisible();
  },
);

/** Goes to the checkout of two packs, and returns the button that pays for them. */
async function toPay(page: Page): Promise<Locator> {
  await page.goto('/checkout?packId=pokemon-sv1&quantity=2');
  const pay = page.getByRole('button', { name: /^Pay CAD/ });
  await expect(pay).toBeEnabled();
  return pay;
}

test(
  'the list of opened cards scrolls to each new card, and leads to the stage, where a torn pack goes on',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 390, height: 844 });
    await signUp(page);
    const pay = await toPay(page);
    const total = cad(await pay.textContent());
    await holdTheClock(page);
    await pay.click();
    await passTimeUntil(page, results(page), 10);
    await expect(results(page)).toContainText('2 packs · 22 cards');
    await showAll(page);
    // The list scrolls to each new card, and each figure has a label.
    const list = results(page).getByRole('region', { name: 'Opened cards' });
    const last = results(page).getByRole('listitem').last();
    // The list must be there before its time passes.
    await expect(results(page).getByRole('listitem')).toHaveCount(22);
    await expect(last).not.toBeInViewport();
    await page.clock.runFor(22 * 300);
    await expect(last).toBeInViewport();
    await expect(last).toContainText(/Market CAD [\d.]+sells for CAD [\d.]+/);
    await page.clock.runFor(500);
    await page.clock.runFor(1100);
    await expect(results(page).getByText('Your best card')).toBeInViewport();
    const line = results(page).getByText(/^market value; sold back now CAD/);
    await expect(line).toContainText(`paid CAD ${(total / 100).toFixed(2)}`);
    await expect(list.getByRole('figure')).toContainText(/Market CAD/);
    const columns = () =>
      list
        .getByRole('list')
        .evaluate((cards) => getComputedStyle(cards).gridTemplateColumns.split(' ').length);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(columns).toBe(4);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(columns).toBe(5);
    await page.clock.resume();
    await expectNoBarriers(page, 'dialog[open]');

    await results(page).getByRole('button', { name: 'Reveal one by one' }).click();
    const yours = 'These cards are already yours: you lose nothing by leaving.';
    await expect(page.getByText(yours)).toBeVisible();
    await expect(page.getByText('11 Cards · Pack 1 of 2')).toBeVisible();
    const address = page.url();
    await openPack(page);
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face down');
    await expect(page.getByText(yours)).toBeVisible();
    // Leaving needs no confirmation, and the same address goes on with the torn pack.
    await exit(page).click();
    await expect(page).not.toHaveURL(/card-opening/);
    await page.goto(address);
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face down');
  },
);

test('a purchase with credits asks how to open the packs, until the buyer says “Always”', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page);
  // If "Always do what I choose now" is ticked, the next purchase goes to the stage at once. The list of all cards has a
  // checkbox too. A user who wants to tear by hand gets a sealed pack.
  const always = results(page).getByRole('checkbox', { name: 'Always do what I choose now' });
  await (await toPay(page)).click();
  await always.check();
  await results(page)
    .getByRole('button', { name: /^By hand/ })
    .click();
  await expect(openNow(page)).toBeVisible();
  await (await toPay(page)).click();
  await expect(openNow(page)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(results(page)).toContainText('You opened 22 card(s) from 2 pack(s)');
  const alwaysList = results(page).getByRole('checkbox', { name: 'Always show all at once' });
  await expect(alwaysList).not.toBeChecked();
  await alwaysList.check();
  await (await toPay(page)).click();
  await expect(results(page)).toContainText('You opened 22 card(s) from 2 pack(s)');
});

test('a buyer who closes the question finds the pack covered in My cards, and tears it there, by keyboard', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  const names: string[] = [];
  type Bought = { packOpenings: { cards: { name: string }[] }[] };
  await changeResponses(page, 'purchaseWithBalance', ({ packOpenings }: Bought) => {
    for (const { name } of packOpenings.flatMap(({ cards }) => cards)) names.push(name);
  });
  await page.goto('/checkout?packId=pokemon-sv1');
  await page.getByRole('button', { name: /^Pay CAD/ }).press('Enter');
  const tear = results(page).getByRole('button', { name: 'Tear it open' });
  await expect(tear).toBeFocused();
  await expect(results(page).getByRole('checkbox', { name: 'With sound?' })).not.toBeChecked();
  // Until the buyer has chosen how to open the pack, neither the page nor the accessibility tree says what it holds.
  expect(names).toHaveLength(11);
  const namesShown = async () => {
    const body = page.locator('body');
    const shown = [await body.innerText(), await body.ariaSnapshot()].join('\n');
    return names.filter((name) => shown.includes(name));
  };
  expect(await namesShown()).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(page.getByText('Your packs wait for you')).toBeVisible();
  await page.getByRole('link', { name: 'View Collection' }).press('Enter');
  const covered = page.getByRole('region', { name: 'Not looked at yet' });
  await expect(covered).toContainText('1 pack: Scarlet & Violet Booster Pack');
  await covered.getByRole('link', { name: 'Look at it' }).press('Enter');
  await expect(tear).toBeFocused();
  // One press tears. While the shop does not know that the buyer looks, no card is shown.
  const accept = await refuseRequests(page, 'uncoverPacks', 'FORBIDDEN');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(openNow(page)).toBeVisible();
  expect(await namesShown()).toEqual([]);
  accept();
  await page.goBack();
  await covered.getByRole('link', { name: 'Look at it' }).press('Enter');
  await expect(tear).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeFocused();
  await page.goto('/my-cards?tab=available');
  await expect(page.getByRole('heading', { name: 'My cards', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sell/ }).first()).toBeVisible();
  await expect(covered).toHaveCount(0);
  // The browser logs the refused request.
  expect(problems).toEqual([expect.stringContaining('403')]);
});

test(
  'any opening can be watched again from My account, without a button for cards that were sold',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    type Bought = { packOpenings: { id: string; cards: { id: string; value: number }[] }[] };
    const { packOpenings } = await callAs<Bought>(page, '/payments/purchase-with-balance', {
      packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
      paymentMethod: 'balance',
    });
    const [{ id, cards }] = packOpenings as [Bought['packOpenings'][number]];
    // Sells the best card, because a card worth a cent or two sells for nothing.
    const best = cards.toSorted((one, other) => other.value - one.value)[0]!;
    await callAs(page, '/cards/sell', { cardId: best.id, packOpeningId: id });
    await page.goto('/my-account');
    const packs = page.getByRole('region', { name: 'Your packs' });
    await packs.getByRole('link', { name: /^Watch again/ }).click();
    await expect(page).toHaveURL(`/card-opening?opening=${id}`);
    await openPack(page);
    for (let at = cards.indexOf(best); at > 0; at -= 1) {
      await page.keyboard.press('ArrowRight');
      await standStill(page);
    }
    await turnAtOnce(page);
    const row = page.getByRole('table', { name: 'Cards Opened' }).locator('tbody tr');
    await expect(row).toContainText('Sold');
    await expect(row).toContainText(/sold for CAD [\d.]+Market CAD/);
    await expect(row.getByRole('button')).toHaveCount(0);
    await expect(page.locator('.stage-named')).toContainText('sold for');
  },
);

test(
  'a visitor without a payment or opening of their own gets a message and is sent home before anything is shown',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const other = await elsewhere();
    await signUp(other);
    const payment = await payByCard(other, 'pokemon-sv1');
    await signUp(page);
    const problems = watchForErrors(page);
    for (const query of [
      `payment_intent=${payment}`,
      'payment_intent=pi_nobody',
      'payment_intent=nonsense',
      'opening=0b6cf1ab-3f2e-4f3a-9a44-1f0c1b7c5d10',
      'opening=nonsense',
    ]) {
      await page.goto(`/card-opening?${query}`);
      await expect(page, query).toHaveURL('/');
      await expect(page.getByText('Nothing to open there'), query).toBeVisible();
    }
    // A pending payment of the shopper has no pack to open yet.
    const { paymentIntentId } = await callAs<{ paymentIntentId: string }>(
      page,
      '/payments/create-payment-intent',
      { packs: [{ packId: 'pokemon-sv1', quantity: 1 }] },
    );
    await page.goto(`/card-opening?payment_intent=${paymentIntentId}`);
    await expect(page.getByText('Your payment is not confirmed yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open now' })).toHaveCount(0);
    // Ignores the browser's own messages about the shop's responses.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  },
);

test('with forced colours the stage marks the current card', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await showRarities(page, ['common']);
  await arrive(page);
  await openPack(page);
  await turnAtOnce(page);
  await card(page).press('ArrowRight');
  await standStill(page);
  const looks = await page.locator('.stage-progress > i').evaluateAll((bars) =>
    bars.map((bar) => {
      const { backgroundColor, borderTopWidth, outlineStyle } = getComputedStyle(bar);
      return [backgroundColor, borderTopWidth, outlineStyle].join(' ');
    }),
  );
  // The bars of opened cards, of the current card and of later cards have three different styles.
  expect(new Set(looks.slice(0, 3)).size).toBe(3);
  expect(new Set(looks.slice(2)).size).toBe(1);
});

test('with reduced motion nothing moves for longer than a fade on the stage, and Esc leads from the praise to the card, and then out', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showRarities(page, ['mythic']);
  await signUp(page);
  await page.goto('/checkout?packId=pokemon-sv1');
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  await results(page).getByRole('button', { name: 'Tear it open' }).click();
  // The browser ticks the dots of the pack.
  await expect(page.locator('.seal-breaking')).toBeVisible();
  const slow = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect!.getComputedTiming().endTime) > 150)
        .map((one) => (one as CSSAnimation).animationName),
    );
  expect(await slow()).toEqual([]);
  await expect(card(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(praise(page).getByRole('heading')).toBeFocused();
  expect(await slow()).toEqual([]);
  // A press hides the dots.
  await expect(page.locator('.seal-breaking')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Card 1 of 11, face up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'My cards', level: 1 })).toBeVisible();
  expect(problems).toEqual([]);
});
