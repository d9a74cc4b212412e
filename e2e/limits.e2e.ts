// Shoppers limit what they spend, take a break, and see what they own as a list. An operator lets the flatmate of an
// excluded person buy again.
import { expect, type Page } from '@playwright/test';
import { isLong } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const PACK = 'pokemon-sv1';

test('who limits their money by the keyboard on a phone is refused above it in plain words, and finds somebody to talk to', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page);
  await page.goto('/my-account');
  await pressByKey(page, 'Limits and breaks');
  const day = page.getByLabel('Money in 24 hours, CAD');
  await tabTo(page, day);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save: Money in 24 hours/ })).toHaveCount(0);
  await expect(day).toHaveValue('1.00');
  await day.fill('50');
  await day.press('Enter');
  await expect(page.getByText(/You asked for CAD 50\.00\. Say yes once more/)).toBeVisible();
  await expect(day).toHaveValue('1.00');

  await page.goto('/top-up');
  await pressByKey(page, 'Continue to payment');
  await expect(page.getByRole('alert')).toContainText('Your own limit is CAD 1.00.');
  await page.goto(`/checkout?packId=${PACK}`);
  await tabTo(page, page.getByRole('link', { name: 'Set limits' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Limits and breaks' })).toBeFocused();
  await expect(day).toBeInViewport();
  await page.goBack();
  await tabTo(page, page.getByRole('link', { name: 'somebody to talk to' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Somebody to talk to' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1-866-531-2600' })).toHaveAttribute(
    'href',
    'tel:18665312600',
  );
  // The browser logs the refused request.
  expect(problems).toEqual([expect.stringContaining('403')]);
});

test('on a break nothing is sold, and a sealed pack opens as a list without the stage', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signUp(page);
  const payment = await payByCard(page, PACK);
  await packsOf(page, payment);
  await page.goto('/my-account');
  const kind = page.getByLabel('How long');
  await tabTo(page, kind);
  await page.keyboard.press('ArrowDown');
  await expect(kind).toHaveValue('week');
  await pressByKey(page, 'Sell me nothing');
  const asking = page.getByRole('alertdialog');
  await expect(asking).toContainText('Nobody can end it early');
  await tabTo(page, asking.getByRole('button', { name: 'Sell me nothing' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('We sell you nothing')).toBeVisible();

  await page.goto(`/checkout?packId=${PACK}`);
  await expect(page.getByRole('alert')).toContainText('You asked us not to sell to you until');
  // The buttons to buy, and to tear a sample, are not offered.
  await page.goto(`/pack/${PACK}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^You asked us not to sell to you until /)).toBeVisible();
  const buying = main.getByRole('button', { name: /^(buy now|add to cart|try a tear)/i });
  await expect(buying).toHaveCount(0);
  await expectNoBarriers(page);
  for (const path of ['/packs', '/']) {
    await page.goto(path);
    await expect(main.getByText('On a break').first()).toBeVisible();
    await expect(buying).toHaveCount(0);
  }

  await page.goto(`/card-opening?payment_intent=${payment}`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(asking).toContainText('Opened packs can’t be returned.');
  await asking.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Skip Animation' }).click();
  await expect(page.getByRole('heading', { name: 'Cards Opened' })).toBeVisible();
  const stage = page.getByRole('button', { name: /^(Open now|Tear|Reveal one by one|Card \d)/ });
  await expect(stage).toHaveCount(0);
  await expectNoBarriers(page);
  // Back comes to the same list.
  await page.getByRole('button', { name: 'View Collection' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My cards' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Cards Opened' })).toBeVisible();
  await expect(stage).toHaveCount(0);
  if (isLong) {
    // Watch again offers a list too.
    await page.goto('/my-account');
    await page.getByRole('link', { name: /^Watch again/ }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Skip Animation' }).click();
    await expect(page.getByRole('heading', { name: 'Cards Opened' })).toBeVisible();
    await expect(stage).toHaveCount(0);
  }
  expect(problems).toEqual([]);
});

test(
  'a flatmate of somebody excluded is let through by an operator who gives a reason',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const home = (firstName: string) => ({
      firstName,
      lastName: 'Ekholm',
      addressLine1: '3 Quiet Lane',
      city: 'Halifax',
      state: 'NS',
      zipCode: 'B3H 1A1',
      country: 'CA',
    });
    const live = async (person: Page, firstName: string) => {
      const token = await person.evaluate(() => localStorage.getItem('access_token'));
      const response = await person.request.put('/api/users/shipping', {
        headers: { authorization: `Bearer ${token}` },
        data: home(firstName),
      });
      expect(response.ok(), await response.text()).toBe(true);
    };
    const excluded = await elsewhere();
    await signUp(excluded);
    await live(excluded, 'Ida');
    await packsOf(excluded, await payByCard(excluded, PACK));
    await callAs(excluded, '/users/breaks', { kind: 'year' });
    const flatmate = await elsewhere();
    const email = await signUp(flatmate);
    await live(flatmate, 'Per');
    await flatmate.goto(`/checkout?packId=${PACK}`);
    await expect(flatmate.getByRole('alert')).toContainText(
      'We can’t sell to this account. Ask us:',
    );

    await signInAsAdmin(page);
    await page.goto('/admin');
    const matter = page.getByRole('listitem').filter({ hasText: email });
    await expect(matter).toContainText('Is this somebody else?');
    const open = matter.getByRole('button', { name: 'Let through' });
    await open.focus();
    await page.keyboard.press('Enter');
    await matter.getByLabel('Reason').fill('A brother, shown by his passport');
    await expectNoBarriers(page);
    await page.keyboard.press('Enter');
    await expect(matter).toHaveCount(0);
    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
    await expect(page.getByText('Let through: A brother')).toBeVisible();
    await flatmate.goto(`/checkout?packId=${PACK}`);
    await flatmate.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
    await expect(flatmate.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
  },
);
