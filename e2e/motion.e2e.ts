// Tests the part of the stage's motion that is the same on every machine: times by a clock that the test controls, and
// the browser's repaints. `npm run bench:motion` measures the frame rate.
import { expect, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { test } from './kept-page.ts';
import { comeToRest } from './come-to-rest.ts';
import { holdTheClock, passTimeUntil } from './hold-the-clock.ts';
import {
  arrive,
  card,
  openNow,
  openPack,
  payByCard,
  showDeepCards,
  showAll,
  showRarities,
  standStill,
  turnAtOnce,
} from './pack-to-open.ts';
import { signUp, visit } from './shopper.ts';
import {
  costOfLight,
  countPictures,
  liveFoils,
  picturesAskedFor,
  shiftsOfPlanes,
} from './motion-probes.ts';

const PICTURES = isLong ? 120 : 60;
const light = (page: Page) => page.locator('.stage-light .stage-sparks');
const praise = (page: Page) =>
  page.getByRole('dialog', { name: /^(Congratulations!|You opened a )/ });

test('the reveal of a card lasts 3.5 s, and half a second longer for each step of rarity', async ({
  page,
}) => {
  await page.clock.install();
  await showRarities(page, ['common', 'uncommon', 'rare', 'mythic']);
  await arrive(page);
  await openPack(page);
  for (const [at, lasts] of [3500, 4000, 4500, 5000].entries()) {
    await test.step(`card ${at + 1}: ${lasts} ms`, async () => {
      await expect(card(page)).toHaveAccessibleName(`Card ${at + 1} of 11, face down`);
      await standStill(page);
      await holdTheClock(page);
      await card(page).press('Enter');
      await page.clock.runFor(619);
      await expect(page.locator('.stage-named')).toBeHidden();
      await page.clock.runFor(1);
      await expect(page.locator('.stage-named')).toBeVisible();
      await page.clock.runFor(1379);
      await expect(praise(page)).toBeHidden();
      await page.clock.runFor(1);
      if (lasts >= 4500) {
        await expect(praise(page).getByRole('heading')).toBeFocused();
        await page.keyboard.press('Escape');
      }
      await page.clock.runFor(lasts - 2001);
      await expect(light(page)).toBeAttached();
      await page.clock.runFor(1);
      await expect(light(page)).not.toBeAttached();
      await page.clock.resume();
      await card(page).press('ArrowRight');
    });
  }
});

test(
  'a step requested while a card turns is taken two seconds after the press, and a second press ends the reveal at once',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await showRarities(page, ['common', 'uncommon']);
    await arrive(page);
    await openPack(page);
    await holdTheClock(page);
    await card(page).press('Enter');
    await page.clock.runFor(500);
    await page.keyboard.press('ArrowRight');
    await page.clock.runFor(1499);
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
    await page.clock.runFor(1);
    await expect(card(page)).toHaveAccessibleName('Card 2 of 11, face down');

    await page.clock.resume();
    await standStill(page);
    await holdTheClock(page);
    await card(page).press('Enter');
    await expect(light(page)).toBeAttached();
    await card(page).press('Space');
    await expect(light(page)).not.toBeAttached();
    await expect(page.locator('.stage-named')).toContainText('Uncommon');
    await page.keyboard.press('ArrowRight');
    await expect(card(page)).toHaveAccessibleName('Card 3 of 11, face down');
  },
);

test(
  'the light on a foil of any rarity causes no repaint, and rests at its target',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    // Writing a trace takes long on a busy machine.
    test.slow();
    await countPictures(page);
    await showRarities(page, ['uncommon', 'rare', 'mythic']);
    await arrive(page);
    await openPack(page);
    for (const [at, rarity] of ['uncommon', 'rare', 'mythic'].entries()) {
      await test.step(rarity, async () => {
        await expect(card(page)).toHaveAccessibleName(`Card ${at + 1} of 11, face down`);
        await standStill(page);
        await expect.poll(() => liveFoils(page)).toBe(0);
        await card(page).press('Enter');
        await expect(card(page)).toHaveAccessibleName(`Card ${at + 1} of 11, face up`);
        if (rarity !== 'uncommon') await praise(page).press('Escape');
        // Each spark of the light is painted once more after it has burnt out.
        await expect(light(page)).not.toBeAttached();
        await expect.poll(() => picturesAskedFor(page)).toBe(0);
        const { paints } = await costOfLight(page, PICTURES);
        // If the browser repainted the foil, it would paint at least once per frame. The limit is above 0, because
        // another part of the page is painted now and then.
        expect(paints / PICTURES).toBeLessThanOrEqual(0.3);
        expect(await liveFoils(page)).toBe(1);
        await expect.poll(() => picturesAskedFor(page)).toBe(0);
        await card(page).press('ArrowRight');
      });
    }
  },
);

test(
  'the tear never closes under the hand, and closes if the pointer is lost',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await arrive(page);
    const pack = (await page.locator('.tear-pack').boundingBox())!;
    const y = pack.y + pack.height * 0.13;
    const hand = (share: number) => page.mouse.move(pack.x + pack.width * share, y, { steps: 8 });
    const firstSlice = page.locator('.tear-strip > i').first();
    const bend = () => firstSlice.evaluate((slice) => slice.style.transform);
    // The strip follows the pointer in the next frame.
    const pictureAfter = () =>
      page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );

    await hand(0.02);
    await page.mouse.down();
    await hand(0.7);
    await pictureAfter();
    const torn = await bend();
    expect(torn).toContain('rotate');
    await hand(0.2);
    await pictureAfter();
    expect(await bend()).toBe(torn);
    // Simulates a browser that claims the pointer for a gesture of its own.
    await page.locator('.tear-hand').dispatchEvent('pointercancel', { pointerId: 1 });
    await expect.poll(bend).toBe('');
    await page.mouse.up();
    await expect(openNow(page)).toBeVisible();
  },
);

test('sound and vibration are off until a user turns them on, and stay as chosen', async ({
  elsewhere,
}) => {
  const page = await elsewhere({ hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    const effects = { voices: 0, buzzes: [] as unknown[] };
    Object.assign(window, { effects });
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        effects.voices += 1;
      }
    };
    navigator.vibrate = (pattern) => effects.buzzes.push(pattern) > 0;
  });
  type Effects = { voices: number; buzzes: unknown[] };
  const effects = () => page.evaluate(() => (window as unknown as { effects: Effects }).effects);
  const toggle = page.getByRole('button', { name: 'Sound and vibration' });

  await showRarities(page, ['mythic']);
  await arrive(page);
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await openPack(page);
  await turnAtOnce(page);
  await expect(praise(page)).toBeVisible();
  expect(await effects()).toEqual({ voices: 0, buzzes: [] });

  await page.keyboard.press('Escape');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/card-opening?payment_intent=${await payByCard(page, 'pokemon-sv1')}`);
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await openPack(page);
  await card(page).press('Enter');
  await expect.poll(async () => (await effects()).buzzes).toEqual([12, [20, 40, 60]]);
  expect((await effects()).voices).toBe(1);
});

test(
  'the picture of a legendary card has depth: its planes move against each other with the light, and rest with it',
  { tag: '@long' },
  async ({ page }) => {
    await showDeepCards(page);
    await arrive(page);
    await openPack(page);
    await turnAtOnce(page);
    await praise(page).press('Escape');
    await expect(page.locator('.stage-card .card-depth[data-shown]')).toBeVisible();
    const { x, y, width, height } = (await card(page).boundingBox())!;
    // The planes shift to the left of their normal places, the farthest plane most. Each attempt moves the pointer
    // again, because a card that is still turning ignores the pointer.
    let moves = 0;
    await expect
      .poll(async () => {
        await page.mouse.move(x + width - 4 - (moves++ % 2), y + height / 2);
        const [back, subject, front, frame] = await shiftsOfPlanes(page);
        return back! < subject! - 2 && subject! < front! - 2 && front! < -1 && frame === 0;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Next card' }).focus();
    await page.mouse.move(4, 4);
    await expect
      .poll(async () => (await shiftsOfPlanes(page)).map((px) => Math.abs(px)))
      .toEqual([0, 0, 0, 0]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(page.locator('[data-plane]')).toHaveCount(0);
  },
);

test(
  'on a card with the keyboard focus, the light stays a little up and to the left',
  { tag: '@long' },
  async ({ page }) => {
    await showRarities(page, ['uncommon']);
    await arrive(page);
    await openPack(page);
    await turnAtOnce(page);
    const tilt = () => page.locator('.stage-card-tilt').evaluate((one) => one.style.transform);
    await expect.poll(tilt).toBe('rotateX(4.4deg) rotateY(-4.4deg)');
    await card(page).hover();
    await page.mouse.move(4, 4);
    await expect.poll(tilt).toBe('rotateX(4.4deg) rotateY(-4.4deg)');
    await page.getByRole('button', { name: 'Next card' }).focus();
    await expect.poll(tilt).toMatch(/rotateX\(-?0deg\) rotateY\(-?0deg\)/);
  },
);

test(
  'a finger tilts the card, and so does the device once the user allows it',
  { tag: '@long' },
  async ({ elsewhere }) => {
    const page = await elsewhere({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await page.clock.install();
    await showRarities(page, ['uncommon']);
    await arrive(page);
    await openPack(page);
    // The second tap ends the reveal. If the reveal ended by itself before this tap, the tap would turn to the next
    // card.
    await holdTheClock(page);
    await card(page).tap();
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
    await card(page).tap();
    await page.clock.resume();
    await expect(card(page)).toHaveAccessibleName('Card 1 of 11, face up');
    const tilt = () => page.locator('.stage-card-tilt').evaluate((card) => card.style.transform);
    const flat = /^(rotateX\(-?0deg\) rotateY\(-?0deg\))?$/;
    await expect.poll(tilt).toMatch(flat);

    const devtools = await page.context().newCDPSession(page);
    const { x, y, width, height } = (await card(page).boundingBox())!;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd' ? [] : [{ x: x + width * share, y: y + height / 2, id: 1 }],
      });
    await touch('touchStart', 0.9);
    await expect.poll(tilt).toMatch(/rotateY\(8\.8/);
    // The finger moves too far for a tap, and not far enough for a swipe.
    await touch('touchMove', 0.78);
    await touch('touchEnd');
    await expect.poll(tilt).toMatch(flat);

    // Dispatches the event of an orientation sensor, because some headless browsers have no sensor that a test can set.
    const lean = (gamma: number) =>
      page.evaluate(
        (held) => {
          dispatchEvent(new DeviceOrientationEvent('deviceorientation', held));
        },
        { alpha: 0, beta: 45, gamma },
      );
    await lean(0);
    await lean(15);
    await expect.poll(tilt).toMatch(flat);
    const toggle = page.getByRole('button', { name: 'Tilt with the device' });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await toggle.tap();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await lean(0);
    await lean(15);
    await expect.poll(tilt).toMatch(/rotateY\([4-9]\./);
    await toggle.tap();
    await expect.poll(tilt).toMatch(flat);
  },
);

test(
  'the results appear one after the other, and the total once at their end',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await signUp(page);
    await page.goto('/checkout?packId=pokemon-sv1');
    const pay = page.getByRole('button', { name: /^Pay CAD/ });
    await expect(pay).toBeEnabled();
    await holdTheClock(page);
    await pay.click();
    const results = page.getByRole('dialog', { name: 'Pack Opening Results' });
    await passTimeUntil(page, results, 10);
    await showAll(page);
    await expect(results).toContainText('You opened 11 card(s) from 1 pack(s)');
    const delays = await results
      .getByRole('listitem')
      .evaluateAll((cards) => cards.map((one) => getComputedStyle(one).animationDelay));
    expect(delays.map((delay) => Number.parseFloat(delay))).toEqual(
      Array.from({ length: 11 }, (_none, at) => expect.closeTo(at * 0.3)),
    );
    const told = results.getByRole('status');
    await expect(told).toBeEmpty();
    await results.getByRole('button', { name: 'Skip Animation' }).dblclick();
    await expect(told).toHaveText(/^Total Value CAD \d+\.\d\d$/);
    await expect(results.getByRole('button', { name: 'View Collection' })).toBeVisible();
  },
);

test('a user with reduced motion sees each change at once, without intermediate values', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/packs');
  await page.evaluate(() => {
    const began: string[] = [];
    Object.assign(window, { began });
    document.addEventListener('transitionrun', ({ propertyName }) => began.push(propertyName));
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'About' }).first().hover();
  await comeToRest(page);
  expect(await page.evaluate(() => (window as unknown as { began: string[] }).began)).toEqual([]);
});

test(
  'the browser asks for confirmation before it closes the page while cards are face down',
  { tag: '@long' },
  async ({ page }) => {
    await arrive(page);
    await openPack(page);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
  },
);
