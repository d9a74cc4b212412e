// An admin closes a place by keyboard, and people who live there can't buy until it is open again. No other journey
// uses this place.
import { expect, type Locator, type Page } from '@playwright/test';
import { refuseRequests } from './answers.ts';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const NOT_SOLD = 'We don’t sell where you live yet. What you own stays yours.';

async function openPlaces(page: Page): Promise<void> {
  await signInAsAdmin(page);
  await page.goto('/admin/places');
}

/**
 * Chooses an option by typing its name into the focused select. A browser starts the search anew if two letters come
 * more than a second apart, which happens on a slow machine. In that case, this function types the name again.
 */
async function chooseByKey(page: Page, select: Locator, name: string, value: string) {
  await tabTo(page, select);
  await expect(async () => {
    await page.keyboard.type(name);
    await expect(select).toHaveValue(value, { timeout: 2_000 });
  }).toPass();
}

async function savePlaces(page: Page): Promise<void> {
  await pressByKey(page, 'Save places');
  await expect(page.getByText('Places saved').first()).toBeVisible();
}

/** Saves an address in this country for the signed-in person, as My account does. */
async function liveIn(page: Page, country: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const response = await page.request.put('/api/users/shipping', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      firstName: 'Mira',
      lastName: 'van der Berg',
      addressLine1: 'Aqqusinersuaq 1',
      city: 'Nuuk',
      state: '',
      zipCode: '3900',
      country,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

test('a buyer in a place that an admin closed is refused in plain words, and buys when it is open again', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  await openPlaces(page);
  await pressByKey(page, 'Add a place');
  const added = page.getByLabel('Place', { exact: true }).last();
  await expect(added).toBeFocused();
  await pressByKey(page, 'Save places');
  await expect(page.getByText('A place is a country such as DE')).toBeVisible();
  await chooseByKey(page, added, 'Greenland', 'GL');
  const greenland = page.getByRole('group', { name: 'Greenland' });
  await chooseByKey(page, greenland.getByLabel('Sales'), 'Closed', 'closed');
  await savePlaces(page);

  const buyer = await elsewhere();
  const ofBuyer = watchForErrors(buyer);
  await signUp(buyer);
  await liveIn(buyer, 'GL');
  await buyer.goto('/checkout?packId=pokemon-sv1');
  const refusal = buyer.getByRole('alert');
  await expect(refusal).toContainText(NOT_SOLD);
  await expect(buyer.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expect(buyer.getByLabel('Where you live (as your profile says)')).toHaveValue('GL');
  await expectNoBarriers(buyer);
  await refusal.getByRole('link', { name: 'Where we sell' }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: 'Where we sell' })).toBeVisible();
  const sales = buyer.getByRole('region', { name: 'Sales' });
  await expect(sales).toContainText('Greenlandclosed');
  await expect(sales).toContainText('Quebec, Canadaclosed, because the shop has no French yet');

  await chooseByKey(page, greenland.getByLabel('Sales'), 'Open', 'open');
  await savePlaces(page);
  await buyer.goto('/checkout?packId=pokemon-sv1');
  await buyer.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
  await expect(buyer.getByRole('dialog', { name: 'Pack Opening Results' })).toBeVisible();

  await pressByKey(page, 'Remove Greenland');
  await expect(page.getByRole('button', { name: 'Add a place' })).toBeFocused();
  await savePlaces(page);
  await expect(greenland).toHaveCount(0);
  expect([...problems, ...ofBuyer]).toEqual([]);
});

test(
  'a buyer of credits states where they live once the shop asks, and another place if that one is closed',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await page.goto('/top-up');
    await expect(page.getByLabel('Where you live')).toHaveCount(0);
    await refuseRequests(page, 'buyCredits', 'REGION_REQUIRED', { times: 1 });
    const goOn = page.getByRole('button', { name: 'Continue to payment' });
    await goOn.click();
    await expect(page.getByRole('alert')).toContainText('Please say where you live first');
    await page.getByLabel('Where you live').selectOption('CA-QC');
    await expectNoBarriers(page);
    await goOn.click();
    await expect(page.getByRole('alert')).toContainText(NOT_SOLD);
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute(
      'href',
      '/where-we-sell',
    );
    await page.getByLabel('Where you live').selectOption('CA-NS');
    await goOn.click();
    await expect(page.getByRole('heading', { level: 2, name: 'Payment' })).toBeFocused();
  },
);
