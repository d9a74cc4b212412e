// Tests what each screen shows while it loads, when there is nothing to show, and after a failed request.
import { expect, type Locator, type Page } from '@playwright/test';
import { holdResponses, fakeResponses, refuseRequests } from './answers.ts';
import { test } from './kept-page.ts';
import { comeToRest } from './come-to-rest.ts';
import { passTimeUntil } from './hold-the-clock.ts';
import { callAs, signUp, visit, watchForErrors } from './shopper.ts';

// In these tests, a response is fake if no input leads to it. A healthy shop never gives such a response to its own
// pages. A shop that is stopped or cut off gives no response at all, and then the page shows another message. A retry
// can't help against a VALIDATION_ERROR, but it may help against a SERVER_ERROR.

/** Skips the pauses of the request client between its retries. */
async function hurry(page: Page): Promise<void> {
  await page.clock.install();
}

const retryUntil = (page: Page, verdict: Locator) => passTimeUntil(page, verdict, 1000);

test.describe('the packs page', () => {
  test('says that packs are loading, then shows them', { tag: '@long' }, async ({ page }) => {
    await visit(page, '/about');
    const { release } = await holdResponses(page, 'listPackTypes');
    await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
    await expect(page.getByText('Loading packs...')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^All Packs \(\d+\)$/);
  });

  test('says that there are no packs', { tag: '@long' }, async ({ page }) => {
    await visit(page, '/about');
    // The response is fake, because this shop has packs, which other tests buy.
    await fakeResponses(page, 'listPackTypes', []);
    await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
    await expect(page.getByText('No packs available at the moment.')).toBeVisible();
    await page.getByRole('link', { name: 'Felt & Foil, home' }).click();
    await expect(page.getByText('No packs available at the moment.')).toBeVisible();
    // Everything in a column has the same left edge.
    const headings = page
      .getByRole('main')
      .getByRole('heading', { name: /Felt & Foil|Why Choose Us/ });
    await expect(headings).toHaveCount(2);
    const edges = await headings.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().left),
    );
    expect(edges).toEqual([edges[0], edges[0]]);
  });

  test('says that the packs could not be loaded, after three retries', async ({ page }) => {
    let tries = 0;
    await hurry(page);
    await visit(page, '/about');
    // The responses are fake, because the test counts the retries, and a healthy shop gives the page no reason to
    // retry.
    await refuseRequests(page, 'listPackTypes', 'SERVER_ERROR', { when: () => (tries += 1) > 0 });
    await page.getByRole('navigation').getByRole('link', { name: 'Packs' }).first().click();
    await retryUntil(page, page.getByText('Error Loading Packs'));
    await expect(page.getByText('Error Loading Packs')).toBeVisible();
    await expect(page.getByText('Server error - please try again later')).toBeVisible();
    expect(tries).toBe(4);
  });

  test('filters by game, in the address too', { tag: '@long' }, async ({ page }) => {
    await page.goto('/packs');
    await page.getByLabel('Game').selectOption('Yu-Gi-Oh!');
    await expect(page).toHaveURL('/packs?game=yugioh');
    await expect(page.getByText('Pharaonic Guardian', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('Obsidian Flames', { exact: false })).toHaveCount(0);
    await page.goto('/packs?game=no%20game&sort=luck');
    await expect(page).toHaveURL('/packs');
  });

  test('can be searched and sorted, in the address too, and the server renders them so', async ({
    page,
  }) => {
    await page.goto('/packs');
    await page.getByLabel('Name or set').fill('obsidian');
    await expect(page).toHaveURL('/packs?search=obsidian');
    await expect(page.getByRole('heading', { name: /^All Packs \(\d\)$/ })).toBeVisible();
    await page.getByLabel('Name or set').fill('no such pack');
    await page.getByRole('button', { name: 'Show all packs' }).click();
    await expect(page).toHaveURL('/packs');
    await page.getByLabel('Sort').selectOption('Lowest price first');
    await expect(page).toHaveURL('/packs?sort=cheapest');
    const names = page.locator('main > div').first().getByRole('heading', { level: 2 });
    const shown = await names.allTextContents();
    await page.reload();
    await expect(page.getByLabel('Sort')).toHaveValue('cheapest');
    await expect(names).toHaveText(shown);
    const response = await page.request.get('/packs?sort=dearest');
    const written = await response.text();
    const [dearest, cheapest] = [shown.at(-1)!, shown[0]!].map((name) => written.indexOf(name));
    expect(dearest).toBeLessThan(cheapest!);
  });

  test('shows a discount, and which packs are out of stock', { tag: '@long' }, async ({ page }) => {
    await page.goto('/packs');
    await expect(page.getByText('-17%')).toBeVisible();
    // Operators' tests leave further pack types behind that are sold out too.
    await expect(page.getByText('Out of stock').first()).toBeVisible();
  });
});

test.describe('the home page', () => {
  test('shows its packs one at a time', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: /next/i }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first!);
    // The carousel ignores a step while another one is in progress.
    await expect(page.locator('#hero-slide')).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('button', { name: /previous/i }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first!);
    await expect(page.getByText(/^CAD [\d.,]+ instant credit$/).first()).toBeVisible();
  });

  test(
    'says that packs could not be loaded, and loads them after Try Again',
    { tag: '@long' },
    async ({ page }) => {
      await hurry(page);
      await visit(page, '/about');
      // The fake responses make only the request for the packs fail, and it recovers as soon as they end.
      const getWell = await refuseRequests(page, 'listPackTypes', 'SERVER_ERROR');
      await page.getByRole('link', { name: 'Felt & Foil, home' }).click();
      await retryUntil(page, page.getByText('Error Loading Packs'));
      await expect(page.getByText('Error Loading Packs')).toBeVisible();
      getWell();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
    },
  );
});

test.describe('a pack', () => {
  test('that does not exist says so', { tag: '@long' }, async ({ page }) => {
    const problems = watchForErrors(page);
    const response = await page.goto('/pack/nowhere');
    expect(response!.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Pack not found' })).toBeVisible();
    await comeToRest(page);
    // Ignores the browser's own message about the page's status.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.getByText('Back to Home').click();
    await expect(page).toHaveURL('/');
    // No card has this id either.
    await page.goto('/card/nowhere');
    await expect(page).toHaveTitle(/^Card not found/);
    await page.getByRole('link', { name: 'All cards' }).click();
    await expect(page).toHaveURL('/cards');
    // The id in an address need not even have the form of an id.
    for (const path of ['/card/nowhere', '/card/%00', '/pack/%00', '/pack/%00/certification']) {
      expect((await page.request.get(path)).status(), path).toBe(404);
    }
    // If a link within the shop leads to this address, the page shows the same message.
    await comeToRest(page);
    await page.evaluate(() => {
      history.pushState({}, '', '/card/nowhere');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('heading', { name: 'Card not found' })).toBeAttached();
    const found = await page.request.get('/cards?search=pika%00chu');
    expect(await found.text()).toContain('Pikachu');
  });

  test('that is sold out can’t be bought', { tag: '@long' }, async ({ page }) => {
    await page.goto('/pack/yugioh-dimension-force');
    await expect(page.getByRole('button', { name: 'BUY NOW', exact: true })).toBeDisabled();
    const main = page.getByRole('main');
    await expect(main).toContainText('Sign in to buy other packs.');
    await expect(main).not.toContainText('to buy this pack');

    // On the home page's stage, the button keeps its label, and the error is beside the price.
    await page.goto('/');
    await page.getByRole('tab', { name: /Dimension Force/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dimension Force/);
    await expect(page.getByRole('button', { name: 'Buy now', exact: true })).toBeDisabled();
    await expect(page.locator('#hero-slide')).toContainText('Out of stock');
  });

  test('asks a visitor to sign in, and returns', { tag: '@long' }, async ({ page }) => {
    await page.goto('/pack/magic-mid-draft');
    await expect(page.getByText('You can only purchase this pack once')).toBeVisible();
    await page.getByRole('button', { name: 'BUY NOW', exact: true }).click();
    await expect(page).toHaveURL('/auth?redirect=%2Fpack%2Fmagic-mid-draft');
  });
});

test.describe('my cards', () => {
  test(
    'are shown although a part could not be loaded, and the page says that some are missing',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      // Only with fake responses can one of several requests fail while the others succeed.
      const sold = { of: 'listMyCards', where: 'sold' } as const;
      const getWell = await refuseRequests(page, sold, 'VALIDATION_ERROR');
      await page.goto('/my-cards?tab=history');
      await expect(page.getByText('Part of your history could not be loaded.')).toBeVisible();
      getWell();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText('Part of your history could not be loaded.')).toHaveCount(0);
    },
  );

  test(
    'close the dialog and reload if a card was sold elsewhere',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      await callAs(page, '/payments/purchase-with-balance', {
        packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
        paymentMethod: 'balance',
      });
      await page.goto('/my-cards?tab=available');
      const { cards } = await callAs<{ cards: { card: { id: string }; packOpeningId: string }[] }>(
        page,
        '/cards/my?status=available',
      );
      await page.getByRole('button', { name: /^Sell/ }).first().click();
      await callAs(page, '/cards/sell', {
        cardId: cards[0]!.card.id,
        packOpeningId: cards[0]!.packOpeningId,
      });
      await page.getByRole('button', { name: 'Confirm Sell' }).click();
      await expect(page.getByText('Failed to Sell Card')).toBeVisible();
      await expect(page.getByText('This card has already been sold')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );
});

test.describe('my account', () => {
  test('says that it is loading, and never invents a balance if it can’t be loaded', async ({
    page,
  }) => {
    await signUp(page);
    // The response is fake, because the shop knows the balance of every signed-in person. After the first retry the
    // shop responds properly, because a later part of the page sends the same request.
    await refuseRequests(page, 'showProfile', 'VALIDATION_ERROR', {
      when: () => page.evaluate(() => !('hasTried' in window)),
    });
    const { release } = await holdResponses(page, 'showProfile');
    await page.goto('/my-account');
    await page.evaluate(() => {
      const note = ({ target }: Event) => {
        if ((target as Element).closest('button')?.textContent.includes('Try Again'))
          Object.assign(window, { hasTried: true });
      };
      addEventListener('click', note, { capture: true });
    });
    await expect(page.getByText('Loading account...')).toBeVisible();
    release();
    await expect(page.getByText('Your account could not be loaded')).toBeVisible();
    await expect(page.getByText(/CAD \d/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('region', { name: 'Account Balance' })).toContainText('CAD 100.00');
    await expect(page.getByText('This address is not verified yet.')).toBeVisible();
    const security = page.getByRole('region', { name: 'Account Security' });
    await expect(security.getByRole('link', { name: 'Verify your e-mail' })).toBeVisible();
  });
});

test.describe('checkout', () => {
  test(
    'says that it is loading, and that the cart is empty',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      const { release } = await holdResponses(page, 'listPackTypes');
      await page.goto('/checkout?packId=pokemon-sv1');
      await expect(page.getByText('Loading checkout')).toBeVisible();
      release();
      await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeVisible();
      await page.evaluate(() => localStorage.removeItem('checkout-pack-id'));
      await page.goto('/checkout');
      await expect(page.getByText('Your cart is empty')).toBeVisible();
      await expect(
        page.getByText('Add some packs to your cart to continue shopping'),
      ).toBeVisible();
    },
  );

  test(
    'says how much is missing if the balance is insufficient',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      await page.goto('/checkout?packId=pokemon-sv1&quantity=25');
      await expect(page.getByText(/^Insufficient balance \(need CAD [\d.]+\)$/)).toBeVisible();
      await expect(page.getByRole('radio', { name: /Account Balance/ })).toBeDisabled();
    },
  );

  test('refuses a purchase with a message, and can retry it', async ({ page }) => {
    await signUp(page);
    await page.goto('/checkout?packId=pokemon-sv1');
    await hurry(page);
    // The response is fake, because a healthy shop sells. The page shows the message of an internal error.
    const getWell = await refuseRequests(page, 'purchaseWithBalance', 'SERVER_ERROR');
    await page.getByRole('button', { name: /^Pay CAD/ }).click();
    await retryUntil(page, page.getByText('Server error. Please try again in a moment.'));
    const box = page.getByRole('alert').filter({ hasText: 'Error' });
    await expect(box).toContainText('Server error. Please try again in a moment.');
    getWell();
    await box.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
  });

  test(
    'can pay again after the message about a lost purchase is dismissed',
    { tag: '@long' },
    async ({ page }) => {
      await signUp(page);
      await page.goto('/checkout?packId=pokemon-sv1');
      await hurry(page);
      const pay = page.getByRole('button', { name: /^Pay CAD/ });
      await expect(pay).toBeEnabled();
      await page.context().setOffline(true);
      await pay.click();
      const box = page.getByRole('alert').filter({ hasText: 'Network connection failed.' });
      await retryUntil(page, box);
      await expect(pay).toBeDisabled();
      await page.context().setOffline(false);
      await box.getByRole('button', { name: 'Dismiss' }).click();
      await pay.click();
      await expect(page.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
    },
  );
});

const LISTS = [
  {
    path: '/my-cards',
    list: 'listMyCards',
    loading: 'Loading cards...',
    failed: 'Failed to load cards. Please try again.',
    empty: 'No cards available',
  },
  {
    path: '/shipments',
    list: 'listShipments',
    loading: 'Loading shipments...',
    failed: 'Failed to load shipments',
    empty: 'No shipments yet',
  },
  {
    path: '/transactions?type=shipping_fee',
    list: 'listTransactions',
    loading: 'Loading transactions...',
    failed: 'Failed to load transactions',
    empty: 'No transactions found',
  },
  {
    path: '/my-cards?tab=history',
    list: 'listMyCards',
    loading: 'Loading cards...',
    failed: 'Failed to load cards. Please try again.',
    empty: 'No history found',
  },
] as const;

for (const [at, { path, list, loading, failed, empty }] of LISTS.entries()) {
  // All lists show these states in the same way, so short runs see one of them.
  const tag = at === 0 ? [] : ['@long'];
  test(
    `${path} says that it is loading, why it failed, and that it is empty`,
    { tag },
    async ({ page }) => {
      await signUp(page);
      // The responses are fake, because the shop accepts every request of these pages.
      const getWell = await refuseRequests(page, list, 'VALIDATION_ERROR');
      const { release } = await holdResponses(page, list);
      await page.goto(path);
      await expect(page.getByText(loading)).toBeVisible();
      release();
      await expect(page.getByText(failed)).toBeVisible();
      await expect(page.getByText('Bad request - please check your input')).toBeVisible();
      getWell();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText(empty)).toBeVisible();
    },
  );
}

test.describe('without a network', () => {
  test(
    'a visitor who has only loaded the first page learns when the network is back',
    { tag: '@long' },
    async ({ page }) => {
      await visit(page, '/');
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText('You are online again')).toBeVisible();
    },
  );

  test('a page stays, says so, and loads the missing parts when the network is back', async ({
    page,
  }) => {
    await hurry(page);
    await signUp(page);
    await page.goto('/my-account');
    await expect(page.getByRole('region', { name: 'Account Balance' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Account Balance' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await expect(page.getByText('You are online again')).toBeVisible();

    // Neither the next page nor its code is there yet.
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await page.getByRole('link', { name: 'View Collection' }).click();
    await retryUntil(page, page.getByText('Network error - please check your connection'));
    await page.context().setOffline(false);
    await expect(page.getByText('No cards available')).toBeVisible();
  });

  test(
    'cards that could not be sold stay ticked, and the dialog stays with the error',
    { tag: '@long' },
    async ({ page }) => {
      await hurry(page);
      await signUp(page);
      await callAs(page, '/packs/purchase', { packId: 'pokemon-sv1' });
      await page.goto('/my-cards?tab=available');
      const ticks = page.getByRole('table').getByRole('checkbox', { name: /^Select (?!all)/ });
      for (const at of [0, 2]) await ticks.nth(at).check();
      const bar = page.getByRole('status').filter({ hasText: 'Selected all (2)' });
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Sell all' }).click();
      const question = page.getByRole('alertdialog');
      const sell = question.getByRole('button', { name: 'Sell 2', exact: true });
      await sell.click();
      await retryUntil(page, question.getByRole('alert').filter({ hasText: 'Network error' }));
      await expect(question).toContainText('Failed to Sell Cards');
      // The page requests the list again, and can't get it.
      await retryUntil(page, page.getByText('This is what was loaded last'));
      await expect(bar).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText('This is what was loaded last')).toHaveCount(0);
      await expect(bar).toBeVisible();
      await sell.click();
      await expect(page.getByText('Cards Sold Successfully')).toBeVisible();
      await expect(question).toHaveCount(0);
      await expect(bar).toHaveCount(0);
    },
  );

  test('no typed text is lost', { tag: '@long' }, async ({ page }) => {
    await hurry(page);
    await signUp(page);
    await page.goto('/my-account');
    const details = page.getByRole('region', { name: 'Personal details' });
    await details.getByRole('button', { name: 'Edit' }).click();
    await details.getByLabel('Full name').fill('Mira Berg');
    await details.getByLabel('Username').fill(`mira-${Date.now()}`);
    await page.context().setOffline(true);
    await details.getByRole('button', { name: 'Save' }).click();
    // The message is at the form that was sent, not at another part of the page that failed to load.
    const refusal = details.getByRole('alert').filter({ hasText: 'Not saved' });
    await retryUntil(page, refusal);
    await expect(refusal).toContainText('Network error - please check your connection');
    await expect(details.getByLabel('Full name')).toHaveValue('Mira Berg');
    await page.context().setOffline(false);
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('Mira Berg')).toBeVisible();
    await expect(details.getByLabel('Full name')).toHaveCount(0);
  });
});

test(
  'a drop that does not exist says so, without other errors',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    const path = `/drops/${'0'.repeat(64)}`;
    const response = await page.goto(path);
    expect(response!.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Drop not found' })).toBeAttached();
    await comeToRest(page);
    // Ignores the browser's own message about the page's status.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.getByRole('link', { name: 'All packs' }).click();
    await expect(page).toHaveURL('/packs');
    expect((await page.request.get('/drops/nowhere')).status()).toBe(404);
  },
);

test.describe('on any page', () => {
  test('an unknown address shows a page that says so', { tag: '@long' }, async ({ page }) => {
    const response = await page.goto('/nowhere');
    expect(response!.status()).toBe(404);
    await expect(page.getByText('Page Not Found')).toBeVisible();
    await expect(
      page.getByText(
        "Oops! The page you're looking for doesn't exist. It might have been moved or deleted.",
      ),
    ).toBeVisible();
    await page.getByText('Return Home').click();
    await expect(page).toHaveURL('/');
    // There is no page below a pack's page either. For both addresses, the response is identical to the byte.
    const problems = watchForErrors(page);
    const below = await page.goto('/pack/nowhere/at/all?x=1');
    expect(below!.status()).toBe(404);
    const texts = ['/nowhere', '/pack/nowhere/at/all'].map(async (path) =>
      (await page.request.get(path)).text(),
    );
    expect(new Set(await Promise.all(texts)).size).toBe(1);
    await expect(page.getByText('Page Not Found')).toBeVisible();
    await comeToRest(page);
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.getByText('Return Home').click();
    await expect(page).toHaveURL('/');
    // If a legal text is not published, the response is a 404 too.
    for (const text of ['terms', 'privacy', 'refunds', 'terms?version=7']) {
      const unpublished = await page.request.get(`/legal/${text}`);
      expect(unpublished.status(), text).toBe(404);
      expect(await unpublished.text(), text).toContain('Page Not Found');
    }
  });

  test('the theme is remembered', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /Switch to dark theme/ }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('button', { name: /Switch to light theme/ })).toBeVisible();
  });
});
