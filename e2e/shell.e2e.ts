// Tests everything around a page's content: access, the header, dialogs, logging out, and a system's own colours.
import { expect, type Locator, type Page } from '@playwright/test';
import {
  changeResponses,
  holdResponses,
  loseCalls,
  fakeResponses,
  refuseRequests,
  serveAs,
} from './answers.ts';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { drawFinger } from './draw-finger.ts';
import {
  visit,
  callAs,
  logOut,
  newEmail,
  PASSWORD,
  register,
  goToShipping,
  signUp,
  watchForErrors,
} from './shopper.ts';
import { confirmByCard, payByCard, type Intent } from './pack-to-open.ts';

/** Signs in on the sign-in page that the shop has opened. */
async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

test.describe('an ended session', () => {
  /** Stores what an ended session leaves in the browser: an expired access token and an unknown refresh token. */
  async function endSession(page: Page, stored: Record<string, string>): Promise<void> {
    await page.goto('/favicon.svg');
    await page.evaluate((items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      const [head] = localStorage.getItem('access_token')!.split('.');
      localStorage.setItem('access_token', `${head}.${btoa(JSON.stringify({ exp: 1 }))}.x`);
      localStorage.setItem('refresh_token', 'nonsense');
    }, stored);
  }

  test('asks for a new sign-in on any page that notices it, and returns to that page', async ({
    page,
  }) => {
    const email = await signUp(page);
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    const paths = [
      '/my-cards?tab=history',
      '/checkout/success?payment_intent=pi_1',
      '/card-opening?payment_intent=pi_1',
      '/checkout?packId=pokemon-sv1',
    ];
    for (const path of paths) {
      await endSession(page, stored);
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
      await expect(page).toHaveURL(`/auth?redirect=${encodeURIComponent(path)}`);
    }
    await enterPassword(page, email);
    await expect(page).toHaveURL('/checkout?packId=pokemon-sv1');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  });

  test(
    'that was ended elsewhere is reported where the shopper pays, and Login returns there',
    { tag: '@long' },
    async ({ page }) => {
      const email = await signUp(page);
      for (const path of ['/checkout?packId=pokemon-sv1', '/top-up']) {
        await page.goto(path);
        const pay = page.getByRole('main').getByRole('button', { name: /^(Pay|Continue)/ });
        await expect(pay).toBeEnabled();
        await page.request.delete('/api/users/sessions', {
          headers: {
            authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}`,
          },
        });
        await pay.click();
        await expect(
          page.getByText('Your session has expired. Please log in again.'),
        ).toBeVisible();
        await expect(page).toHaveURL(path);
        await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
        await expect(page).toHaveURL(`/auth?redirect=${encodeURIComponent(path)}`);
        await enterPassword(page, email);
        await expect(page).toHaveURL(path);
        await expect(pay).toBeEnabled();
      }
    },
  );

  test('is reported in a notice on a public page, and on a phone the page’s heading stays free', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signUp(page);
    await endSession(page, {});
    await page.goto('/packs');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('Your session has expired. Please log in again.');
    // At rest: a notice comes up from below.
    await expect
      .poll(async () => {
        const notice = (await notices.getByRole('listitem').boundingBox())!;
        const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
        return heading.y - (notice.y + notice.height);
      })
      .toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL('/packs');
  });

  for (const [noticed, left] of [
    ['when the page asks', 'nonsense'],
    ['before the page comes', null],
  ] as const) {
    test(
      `leaves a page the state that another page passed to it, noticed ${noticed}`,
      { tag: '@long' },
      async ({ page }) => {
        const email = await signUp(page);
        await callAs(page, '/packs/purchase', { packId: 'pokemon-sv1' });
        await goToShipping(page);
        await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
        // Sets the tokens only when the reloaded page begins, because the current page would react to the change at
        // once. A redirect during the reload would also lose the state that the other page passed along.
        await page.addInitScript((token) => {
          for (const name of ['access_token', 'refresh_token']) {
            if (token === null) localStorage.removeItem(name);
            else localStorage.setItem(name, token);
          }
        }, left);
        await page.reload();
        // If the browser has no token left, it can't know that there was a session.
        if (left !== null) {
          await expect(
            page.getByText('Your session has expired. Please log in again.'),
          ).toBeVisible();
          await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
        }
        await expect(page).toHaveURL('/auth?redirect=%2Fshipping');
        await enterPassword(page, email);
        await expect(page).toHaveURL('/shipping');
        await expect(page.getByText('Eligibility Confirmed')).toBeVisible();
      },
    );
  }

  test(
    'is not a missing permission, for which the page offers to log in as another user',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      await page.goto('/admin');
      await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL('/auth?redirect=%2Fadmin');
      await enterPassword(page, 'admin@feltandfoil.test', 'admin1234');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    },
  );
});

test('after any failure, what is left is a page of the shop', async ({ page }) => {
  await signUp(page);
  // Simulates that a newer version of the shop removed this file of the page's code.
  await loseCalls(page, { address: '**/assets/account-menu*.js' });
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('main')).toContainText('Return Home');
});

test('Go Back on a missing page goes back', { tag: '@long' }, async ({ page }) => {
  await page.goto('/packs');
  await page.goto('/nowhere');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/packs');
});

test.describe('the address that a bank leads back to', () => {
  const SUCCESS = 'Payment completed successfully! Opening your packs...';
  const COMPLETE = /payment completed/i;

  test('says that a payment is complete if the shop says so, and leads on to the packs', async ({
    page,
  }) => {
    await signUp(page);
    const payment = await payByCard(page, 'pokemon-sv1');
    await page.goto(`/checkout/success?payment_intent=${payment}&redirect_status=succeeded`);
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page).toHaveURL(`/card-opening?payment_intent=${payment}`);
    await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible();
  });

  test(
    'has messages for a pending payment, a failed one, and one of another user',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      await page.goto('/checkout/success?payment_intent=pi_neverpaid&redirect_status=succeeded');
      await expect(page.getByText('There is no order for this payment')).toBeVisible();
      await expect(page.getByText(COMPLETE)).toHaveCount(0);

      const intent = await callAs<Intent>(page, '/payments/create-payment-intent', {
        packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
      });
      const back = `/checkout/success?payment_intent=${intent.paymentIntentId}`;
      await page.evaluate(() => localStorage.setItem('checkout-pack-id', 'pokemon-sv1'));
      await page.goto(`${back}&redirect_status=failed`);
      await expect(page.getByText('Payment failed')).toBeVisible();
      await expect(page.getByText(COMPLETE)).toHaveCount(0);
      await page.getByRole('link', { name: 'Return to Checkout' }).click();
      await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeVisible();

      await page.goto(back);
      await expect(page.getByText('Your payment is not confirmed yet')).toBeVisible();
      await expect(page.getByText(COMPLETE)).toHaveCount(0);
      // The bank has decided, so the page goes on by itself.
      await confirmByCard(page, intent);
      await expect(page).toHaveURL(`/card-opening?payment_intent=${intent.paymentIntentId}`);
    },
  );
});

test('logging out deletes all data of a checkout in the browser, in every tab', async ({
  context,
  page,
}) => {
  const email = await signUp(page);
  const other = await context.newPage();
  const leftovers = (tab: Page) =>
    tab.evaluate(() =>
      [localStorage, sessionStorage].flatMap((store) =>
        Object.keys(store).filter((key) => key.includes('checkout')),
      ),
    );
  for (const tab of [other, page]) {
    await tab.goto('/checkout?packId=pokemon-sv1');
    await tab.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(tab.getByLabel('Card number')).toBeVisible();
    expect(await leftovers(tab)).toContain('checkout-payment-intent');
  }
  await logOut(page, email);
  for (const tab of [page, other]) await expect.poll(() => leftovers(tab)).toEqual([]);
  // The address of the checkout names a pack. If the tab stayed open, its page would put that pack into the next
  // person's cart.
  await other.close();
  await signUp(page);
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test.describe('signing in', () => {
  test(
    'says why nothing is sent if the shop is not reached by https',
    { tag: '@long' },
    async ({ page, baseURL }) => {
      // Serves the shop without HTTPS under a host name as in a local network.
      await serveAs(page, 'http://shop.test', baseURL!);
      const sentence = page.getByText('Security Error: API calls must use HTTPS.');
      await page.goto('http://shop.test/auth?mode=signup');
      await page.getByLabel('Email').fill(newEmail());
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(sentence).toBeVisible();
      // Regression: on a phone in landscape, the button was at the end of a scrolled page, and the sentence was not in
      // view.
      await page.setViewportSize({ width: 844, height: 390 });
      await page.getByRole('button', { name: 'Sign up', exact: true }).last().click();
      await expect(sentence).toBeInViewport({ ratio: 1 });
      await page.goto('http://shop.test/auth');
      await page.getByLabel('Email').fill(newEmail());
      await page.keyboard.press('Enter');
      await expect(sentence).toBeVisible();
    },
  );

  // Uses fake responses, because the shop under test has no rate limits and always sends data.
  test(
    'never treats an address as new that was not looked up',
    { tag: '@long' },
    async ({ page }) => {
      const checkAgain = await refuseRequests(page, 'checkEmail', 'RATE_LIMITED');
      await page.goto('/auth');
      await page.getByLabel('Email').fill('demo@feltandfoil.test');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Too many requests - please try again later')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
      checkAgain();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();

      await fakeResponses(page, 'login', undefined);
      await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
      await page.keyboard.press('Enter');
      await expect(
        page.getByText('Login failed. Please check your credentials and try again.'),
      ).toBeVisible();

      // If the check of the address fails, the page shows the sign-up form and says that the check failed.
      await loseCalls(page, 'checkEmail');
      await page.goto('/auth?mode=login');
      await page.getByLabel('Email').fill('demo@feltandfoil.test');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
      await expect(
        page.getByText('We couldn’t check whether this address has an account.'),
      ).toBeVisible();
      await expectNoBarriers(page);
      await page.getByRole('button', { name: 'log in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await expect(page.getByRole('main')).toContainText('demo@feltandfoil.test');
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();

      await refuseRequests(page, 'register', 'RATE_LIMITED');
      await page.goto('/auth?mode=signup');
      await page.getByLabel('Email').fill(newEmail());
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      const problem = page.getByRole('alert');
      await expect(problem).toContainText('Registration failed. Please try again.');
      await expect(problem).toContainText('Too many requests - please try again later');
    },
  );

  test('from Buy now on the home page returns to that pack', async ({ page }) => {
    await visit(page, '/');
    const heading = page.getByRole('heading', { level: 1 });
    const first = await heading.textContent();
    await page.getByRole('button', { name: 'Next pack' }).click();
    await expect(heading).not.toHaveText(first!);
    const wanted = (await heading.textContent())!;
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page).toHaveURL(/\/auth\?mode=login&redirect=%2Fpack%2F/);
    await enterPassword(page, 'demo@feltandfoil.test', 'demo1234');
    await expect(page).toHaveURL(/\/pack\//);
    await expect(heading).toHaveText(wanted);
  });

  test(
    'from BUY NOW returns to that pack and the chosen quantity',
    { tag: '@long' },
    async ({ page }) => {
      const email = await register(page.request);
      await visit(page, '/pack/pokemon-sv1');
      await page.getByRole('button', { name: 'One more' }).click();
      await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
      await enterPassword(page, email);
      await expect(page).toHaveURL('/pack/pokemon-sv1');
      await expect(page.getByLabel('Quantity')).toHaveValue('2');
      await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
      await expect(page).toHaveURL('/checkout?quantity=2');
    },
  );
});

test(
  'the header shows the spendable balance, and leads to the transactions',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    await page.goto('/about');
    const balance = page.getByRole('banner').getByText('CAD').filter({ visible: true });
    await expect(balance).toHaveText(/CAD 100\.00$/);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(balance).toHaveText('CAD 100.00');
    await page.getByRole('button', { name: email.split('@')[0]! }).click();
    await page.getByRole('menuitem', { name: 'Transactions' }).click();
    await expect(page).toHaveURL('/transactions');
    // The balance in the header changes with each purchase.
    await page.goto('/checkout?packId=pokemon-sv1');
    await page.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
    await expect(balance).toHaveText('CAD 94.07');
  },
);

test(
  'nothing in the header overlaps, whatever the width, the name, the balance and the cart',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page, `maximiliana.featherstone-${newEmail()}`);
    // Uses a fake balance, because earning this much would take long.
    await changeResponses(page, 'showProfile', (data: object) =>
      Object.assign(data, { account_balance: 1900 }),
    );
    await page.goto('/pack/pokemon-sv1');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Cart, 1 pack' })).toBeVisible();
    await expect(header.getByText('CAD 1,900.00').first()).toBeAttached();
    for (const width of [320, 390, 640, 700, 768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const overlaps = await header.locator('a, button').evaluateAll((all, edge) => {
        const boxes = all
          .filter((one) => one.checkVisibility() && one.closest('dialog') === null)
          .map((one) => ({
            name: one.ariaLabel ?? one.textContent,
            box: one.getBoundingClientRect(),
          }));
        return boxes.flatMap(({ name, box }, index) => [
          ...(box.right > edge ? [`${name} is cut`] : []),
          ...boxes
            .slice(index + 1)
            .filter((other) => other.box.left < box.right && box.left < other.box.right)
            .map((other) => `${name} / ${other.name}`),
        ]);
      }, width);
      expect(overlaps, `${width} px`).toEqual([]);
    }
  },
);

test.describe('a dialog', () => {
  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

  /** Swipes up with a finger that starts outside the dialog. */
  async function swipeUp(page: Page, x: number): Promise<void> {
    await drawFinger(page, { x, y: 300 }, { x: 0, y: -240 });
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
  }

  test('keeps the page behind it in place', { tag: '@long' }, async ({ page }) => {
    await signUp(page);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/my-account');
    // Simulates most desktops, where a scrollbar takes space and vanishes when nothing can be scrolled.
    await page.addStyleTag({
      content: 'html:not(:has(dialog:modal)) { scrollbar-gutter: stable }',
    });
    const change = page.getByRole('button', { name: 'Change Password' }).first();
    // Waits for the whole page, because a part that loads later would move the button even without a dialog.
    await expect(page.getByRole('heading', { name: 'Saved cards' })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await change.scrollIntoViewIfNeeded();
    const box = await change.boundingBox();
    expect(await page.evaluate(() => document.documentElement.offsetWidth)).toBeLessThan(1280);
    await change.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const before = await scrolled(page);
    expect(await change.boundingBox()).toEqual(box);
    for (const x of [40, 640]) {
      await page.mouse.move(x, 250);
      await page.mouse.wheel(0, -200);
      await page.mouse.wheel(0, 400);
    }
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    expect(await scrolled(page)).toBe(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.mouse.wheel(0, -200);
    await expect.poll(() => scrolled(page)).not.toBe(before);
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 600 } });

    test('keeps the page in place under a finger', { tag: '@long' }, async ({ page }) => {
      await visit(page, '/about');
      // Shows that the same swipe scrolls the page if nothing covers it.
      await swipeUp(page, 30);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(50);
      const before = await scrolled(page);
      // Presses by coordinates, because the locator would scroll the page to the header's normal
      // position.
      const { x, y } = (await page.getByRole('button', { name: 'Open menu' }).boundingBox())!;
      await page.touchscreen.tap(x + 20, y + 20);
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await swipeUp(page, 30);
      await swipeUp(page, 250);
      // A few pixels may come from earlier scrolling.
      expect((await scrolled(page)) - before).toBeLessThan(20);
    });
  });
});

test(
  'in the colours of the system the current item differs from the others',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const lineUnder = (one: Locator) =>
      one.evaluate((element) => getComputedStyle(element).borderBottomColor);
    const ground = (one: Locator) =>
      one.evaluate((element) => getComputedStyle(element).backgroundColor);

    await visit(page, '/packs');
    const nav = page.getByRole('navigation', { name: 'Main' });
    const [current, other] = [
      nav.getByRole('link', { name: 'Packs' }),
      nav.getByRole('link', { name: 'About' }),
    ];
    expect(await lineUnder(current)).not.toBe(await ground(page.locator('body')));
    expect(await lineUnder(other)).toBe(await ground(page.locator('body')));

    await page.goto('/');
    const dots = page.getByRole('tablist', { name: 'Packs' }).getByRole('tab').locator('span');
    expect(await ground(dots.first())).not.toBe(await ground(dots.nth(1)));
    // Dots that are not chosen have at least a border.
    expect(await dots.nth(1).evaluate((dot) => getComputedStyle(dot).borderTopWidth)).toBe('1px');

    await signUp(page);
    await page.goto('/my-cards');
    const tabs = page.getByRole('tablist').getByRole('tab');
    const chosen = page.getByRole('tab', { selected: true });
    await expect(chosen).toHaveCount(1);
    expect(await lineUnder(chosen)).not.toBe(await lineUnder(tabs.last()));
    expect(await lineUnder(tabs.last())).toBe(await ground(page.locator('body')));
  },
);

test(
  'a visitor who goes back before hydration gets the page that they went back to',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    const shown = page.getByRole('navigation', { name: 'Cards, pages' });
    const isAt = (name: string) =>
      expect(shown.getByRole('button', { name, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
    await page.goto('/cards');
    const first = await page.getByRole('main').getByRole('listitem').first().textContent();
    await shown.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL(/page=2$/);
    const { release } = await holdResponses(page, { address: '**/assets/*.js' });
    // Slows down the page, so that the user goes back before the page has been parsed to its end, as on a slow phone.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.reload({ waitUntil: 'commit' });
    await isAt('Page 2');
    await page.goBack({ waitUntil: 'commit' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    release();
    await isAt('Page 1');
    await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(first!);
    expect(problems).toEqual([]);
  },
);
