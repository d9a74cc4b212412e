// Follows a visitor from the first press of Buy now to the second visit.
import { expect, type Locator, type Page } from '@playwright/test';
import { holdResponses } from './answers.ts';
import { test } from './kept-page.ts';
import { askDatabase, callAs, newEmail, PASSWORD, signUp, visit } from './shopper.ts';

test('a visitor who signs up after Buy now turns the first card of a pack after seven presses and two fields, and later finds what waits and another pack', async ({
  page,
}) => {
  let presses = 0;
  const press = async (button: Locator) => {
    presses += 1;
    await button.click();
  };
  const email = newEmail();
  const heading = page.getByRole('heading', { level: 1 });
  await visit(page, '/');
  const first = (await heading.textContent())!;
  await press(page.getByRole('button', { name: 'Buy now' }));
  await page.getByLabel('Email').fill(email);
  await press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }));
  await expect(page.getByRole('main')).toContainText(
    'You have CAD 100.00 in credits to spend here.',
  );
  await press(page.getByRole('button', { name: 'Skip' }));
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(first);
  await press(page.getByRole('button', { name: /^Pay CAD [\d.]+ with Balance$/ }));
  await press(page.getByRole('button', { name: 'Tear it open' }));
  await press(page.getByRole('button', { name: /^Card 1 of \d+, face down$/ }));
  await expect(page.getByRole('button', { name: /^Card 1 of \d+, face up$/ })).toBeVisible();
  expect(presses).toBe(7);

  await askDatabase(
    `update physical_cards set auto_convert_at = shop_now() + interval '2 days'
     where opened_by_id = (select id from users where email = $1)`,
    [email],
  );
  // Home begins with another pack only within a second, and not while the pointer is on the stage.
  await page.mouse.move(2, 715);
  await page.clock.setFixedTime(Date.now());
  await page.goto('/');
  await expect(heading).not.toHaveText(first);
  const waiting = page.getByRole('link', { name: /^\d+ cards end, the first on / });
  await expect(waiting).toBeVisible();
  const moved = await page.evaluate(async () => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
    const moved: (string | null | undefined)[] = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        // The header moves a little when the balance arrives, on every page. This journey is about the stage.
        for (const { node } of sources)
          if (node?.parentElement?.closest('main')) moved.push(node.textContent);
    }).observe({ type: 'layout-shift', buffered: true });
    // The browser reports the layout shifts of a frame after that frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return moved;
  });
  expect(moved).toEqual([]);
  await waiting.click();
  await expect(page).toHaveURL('/my-cards?expiring=true');
});

/** What a visitor may do, or what may pass, before the page knows what they have bought. */
const BEFORE_THE_RESPONSE: Record<string, (page: Page) => Promise<void>> = {
  'a press': (page) => page.mouse.click(2, 715),
  'a key': (page) => page.keyboard.press('Shift'),
  'the pointer on the stage': (page) => page.locator('#hero-slide').hover({ force: true }),
  'more than a second': (page) => page.clock.setFixedTime(Date.now() + 60_000),
};

test('home keeps the pack that it shows after a press, a key, the pointer on it, or a second', async ({
  page,
}) => {
  await signUp(page);
  const [pack] = await callAs<{ id: string; name: string }[]>(page, '/pack-types');
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: pack!.id, quantity: 1 }],
    paymentMethod: 'balance',
    covered: true,
  });
  const first = page.getByRole('tab', { selected: true });
  for (const [what, happen] of Object.entries(BEFORE_THE_RESPONSE)) {
    await page.mouse.move(2, 715);
    await page.clock.setFixedTime(Date.now());
    const { asked, release } = await holdResponses(page, 'showWaiting');
    await page.goto('/');
    await asked;
    await happen(page);
    release();
    await expect(page.getByRole('link', { name: '1 pack to look at' })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect(first, what).toHaveAttribute('aria-label', pack!.name);
  }
  await page.mouse.move(2, 715);
  await page.clock.setFixedTime(Date.now());
  await page.goto('/');
  await expect(first).not.toHaveAttribute('aria-label', pack!.name);
});
