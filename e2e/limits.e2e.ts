// People limit what they spend, take a break, and see what they own as a list. An operator lets the flatmate of an excluded
// person buy again.
import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { tabTo } from './press-by-key.ts';
import { unfold } from './screen-steps.ts';
import { callAs, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const PACK = 'pokemon-sv1';

async function openLimits(page: Page): Promise<void> {
  await page.goto('/my-account#limits');
  await unfold(page, 'Limits and breaks');
}

test('who limits their money by the keyboard is refused above it in plain words, and finds somebody to talk to', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signUp(page);
  await openLimits(page);
  const day = page.getByLabel('Money in 24 hours, CAD');
  await tabTo(page, day);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save: Money in 24 hours/ })).toHaveCount(0);
  await expect(day).toHaveValue('1.00');
  await expectNoBarriers(page);
  await day.fill('50');
  await day.press('Enter');
  await expect(page.getByText(/You asked for CAD 50\.00\. Say yes once more/)).toBeVisible();
  await expect(day).toHaveValue('1.00');

  await page.goto('/top-up');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('alert')).toContainText('Your own limit is CAD 1.00.');
  await page.goto(`/checkout?packId=${PACK}`);
  await page.getByRole('link', { name: 'somebody to talk to' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Somebody to talk to' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1-866-531-2600' })).toHaveAttribute(
    'href',
    'tel:18665312600',
  );
  // The browser reports the refusal.
  expect(problems).toEqual([expect.stringContaining('403')]);
});

test('on a break nothing is sold, and a sealed pack opens as a list without the stage', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signUp(page);
  const payment = await payByCard(page, PACK);
  await packsOf(page, payment);
  await openLimits(page);
  await page.getByLabel('How long').selectOption('week');
  await page.getByRole('button', { name: 'Sell me nothing' }).click();
  const asking = page.getByRole('alertdialog');
  await expect(asking).toContainText('Nobody can end it early');
  await asking.getByRole('button', { name: 'Sell me nothing' }).click();
  await expect(page.getByText('We sell you nothing')).toBeVisible();
  await expectNoBarriers(page);

  await page.goto(`/checkout?packId=${PACK}`);
  await expect(page.getByRole('alert')).toContainText('You asked us not to sell to you until');

  await page.goto(`/card-opening?payment_intent=${payment}`);
  await page.getByRole('button', { name: 'Open this pack' }).click();
  await expect(page.getByRole('heading', { name: 'Cards Opened' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn/ })).toHaveCount(0);
  await expectNoBarriers(page);
  expect(problems).toEqual([]);
});

test('a flatmate of somebody excluded is let through by an operator who gives a reason', async ({
  page,
  elsewhere,
}) => {
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
    const answer = await person.request.put('/api/users/shipping', {
      headers: { authorization: `Bearer ${token}` },
      data: home(firstName),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const excluded = await elsewhere();
  await signUp(excluded);
  await live(excluded, 'Ida');
  await callAs(excluded, '/users/breaks', { kind: 'year' });
  const flatmate = await elsewhere();
  const email = await signUp(flatmate);
  await live(flatmate, 'Per');
  await flatmate.goto(`/checkout?packId=${PACK}`);
  await expect(flatmate.getByRole('alert')).toContainText('We can’t sell to this account. Ask us:');

  await signInAsAdmin(page);
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Let through' }).click();
  await page.getByLabel('Reason').fill('A brother, shown by his passport');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Let through' }).click();
  await expect(page.getByText('Let through: A brother')).toBeVisible();
  await flatmate.goto(`/checkout?packId=${PACK}`);
  await flatmate.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
  await expect(flatmate.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();
});
