// An operator packs, sends and delivers the shipment that a shopper requested, and the shopper sees each step. An
// operator also decides about cards whose thirty days are over.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { isLong } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { ageCards, ship, signUpWithCards } from './own-cards.ts';
import { callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

const balanceOf = async (page: Page) =>
  (await callAs<{ account_balance: number }>(page, '/users/credits')).account_balance;

/** Opens the shipping page for an operator, in another browser. */
async function openAdmin(page: Page): Promise<Page> {
  await signInAsAdmin(page);
  await page.goto('/admin');
  const pages = page.getByRole('navigation', { name: 'Admin' });
  await pages.getByRole('link', { name: 'Shipping' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible();
  return page;
}

async function find(admin: Page, words: string, count: number): Promise<Locator> {
  await admin.getByLabel('E-mail, name, tracking number or shipment').fill(words);
  // Waits for the search in the address, because the search clears all ticks, and the list may have the same length
  // before and after the search.
  await expect(admin).toHaveURL(/search=/);
  const table = admin.getByRole('table', { name: 'Shipments' });
  await expect(table.getByRole('row')).toHaveCount(count + 1);
  return table;
}

const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a shipment is packed, sent and delivered, and its owner sees each step', async ({
  page,
  elsewhere,
}) => {
  const { email, cards } = await signUpWithCards(page);
  const id = await ship(page, cards.slice(0, 2));
  const admin = await openAdmin(await elsewhere());
  const problems = watchForErrors(admin);

  const table = await find(admin, email, 1);
  await expect(table).toContainText('Mira van der Berg');
  await expect(table).toContainText('under 1 h');
  await expect(admin.getByRole('tab', { selected: true })).toHaveText('Requested 1');
  await table.getByRole('link', { name: id.slice(0, 8) }).click();
  const drawer = dialog(admin);
  await expect(drawer).toContainText(email);
  await expect(drawer).toContainText('12 Queen St W');
  await expect(drawer.getByText(/^Pack \S+, card \d+$/)).toHaveCount(2);
  await drawer.getByRole('button', { name: 'Mark packed' }).click();
  await expect(drawer.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
  await page.goto(`/shipments/${id}`);
  await expect(progress(page).locator('[aria-current=step]')).toContainText('Packed');

  await drawer.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(drawer.getByText('tracking number is required')).toBeVisible();
  await drawer.getByLabel('Carrier').selectOption('Other carrier');
  await drawer.getByLabel('Carrier name').fill('Pigeon');
  await drawer.getByLabel('Carrier', { exact: true }).selectOption('UPS');
  await drawer.getByLabel('Tracking number').fill('1Z 999 AA1 01 2345 6784');
  await expectNoBarriers(admin);
  await drawer.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(drawer.getByRole('link', { name: '1Z 999 AA1 01 2345 6784' })).toBeVisible();
  await page.reload();
  await expect(progress(page)).toContainText('UPS: 1Z 999 AA1 01 2345 6784');

  await drawer.getByRole('button', { name: 'Mark delivered' }).click();
  await expect(drawer.getByRole('heading', { name: 'Next step' })).toHaveCount(0);
  await admin.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.reload();
  await expect(progress(page).locator('[aria-current=step]')).toContainText('Delivered');

  // The search by the number on the label works in every view.
  await admin.getByLabel('E-mail, name, tracking number or shipment').fill('1z999aa1');
  await expect(admin.getByText('No shipments found')).toBeVisible();
  await admin.getByRole('tab', { name: /^Delivered [1-9]/ }).click();
  await expect(admin.getByRole('table', { name: 'Shipments' })).toContainText(email);
  await expect(admin).toHaveURL(/status=delivered/);
  expect(problems).toEqual([]);
});

test('a parcel is packed and sent without a mouse, in twelve keys at most beside scans, and without a wrong card', async ({
  page,
  elsewhere,
}) => {
  const { cards } = await signUpWithCards(page);
  const other = await ship(page, cards.slice(2, 3));
  const id = await ship(page, cards.slice(0, 2));
  const admin = await elsewhere();
  await signInAsAdmin(admin);
  const problems = watchForErrors(admin);
  const numbersOf = async (parcel: string) => {
    const shown = await callAs<{ cards: { cardNumber: string }[] }>(
      admin,
      `/admin/shipments/${parcel}`,
    );
    return shown.cards.map(({ cardNumber }) => cardNumber);
  };
  const [first, second] = (await numbersOf(id)) as [string, string];
  const [wrong] = (await numbersOf(other)) as [string];
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await admin.keyboard.press(key);
  };
  /** A scanner types what it reads, and Enter. */
  const scan = async (code: string) => {
    await admin.keyboard.type(code);
    await admin.keyboard.press('Enter');
  };
  const form = admin.getByRole('form', { name: 'Scan' });

  await admin.goto('/admin/shipping/pack');
  await expect(form.getByLabel('Card number')).toBeFocused();
  // Other tests' parcels wait too, so the first card chooses the parcel. If no card is scanned, Enter chooses it.
  await scan(first);
  await expect(admin.getByRole('heading', { name: `Parcel ${id.slice(0, 8)}` })).toBeVisible();
  await expect(form).toContainText('1 card to scan.');
  await scan(wrong);
  await expect(form.getByRole('status')).toHaveText(
    `${wrong} goes into parcel ${other.slice(0, 8)}, not into this one`,
  );
  await expectNoBarriers(admin);
  await scan(second);
  await expect(form).toContainText('All cards are here.');
  await press('Enter');
  await expect(form.getByLabel('Tracking number')).toBeFocused();
  await expectNoBarriers(admin);
  await scan('CP 0123 4567 8');
  await expect(form).toContainText(`${id.slice(0, 8)} is shipped, and its owner gets a mail`);
  await expect(form).toContainText('Press Enter for the next parcel.');
  expect(keys).toBeLessThanOrEqual(12);
  await page.goto(`/shipments/${id}`);
  await expect(progress(page)).toContainText('Canada Post: CP 0123 4567 8');
  // The refusal is the only message in the browser's console.
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});

test(
  'an operator picks, packs and cancels many shipments at once, and a cancelled one is refunded',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const { email, cards } = await signUpWithCards(page);
    await ship(page, cards.slice(0, 2));
    const before = await balanceOf(page);
    const second = await ship(page, cards.slice(2, 3));
    const admin = await openAdmin(await elsewhere());
    const table = await find(admin, email, 2);
    const bar = admin.getByText('2 shipments selected').locator('..');

    await table.getByRole('checkbox', { name: 'Select all' }).check();
    await expectNoBarriers(admin);
    const opening = admin.waitForEvent('popup');
    await bar.getByRole('link', { name: 'Pick list' }).click();
    const list = await opening;
    await expect(list.getByText('3 cards for 2 shipments')).toBeVisible();
    for (const { card } of cards.slice(0, 3)) {
      await expect(list.getByRole('cell', { name: card.name }).first()).toBeVisible();
    }
    await expectNoBarriers(list);
    await list.emulateMedia({ media: 'print' });
    await expect(list.getByRole('button', { name: 'Print' })).toBeHidden();
    await list.close();

    const next = admin.waitForEvent('popup');
    await bar.getByRole('link', { name: 'Packing slips' }).click();
    const slips = await next;
    const slip = slips.getByRole('article', { name: `Packing slip ${second.slice(0, 8)}` });
    await expect(slip).toContainText('M5H 2N2');
    await expect(slip).toContainText(cards[2]!.card.name);
    await expect(slips.getByRole('article')).toHaveCount(2);
    await slips.close();

    await bar.getByRole('button', { name: 'Mark packed' }).click();
    await expect(admin.getByText('2 shipments packed')).toBeVisible();
    await admin.getByRole('tab', { name: 'Packed 2' }).click();
    const row = table.getByRole('row', { name: second.slice(0, 8) });
    await row.getByRole('checkbox').check();
    await admin.getByRole('button', { name: 'Cancel' }).click();
    const question = admin.getByRole('alertdialog');
    await expect(question).toContainText('CAD 8.00');
    await expectNoBarriers(admin);
    await question.getByRole('button', { name: 'Cancel 1 shipment' }).click();
    await expect(admin.getByText('1 shipment cancelled')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await balanceOf(page)).toBe(before);
    await page.goto(`/shipments/${second}`);
    await expect(progress(page)).toContainText('Cancelled');
  },
);

test(
  'an action on many shipments names those that were refused, and moves the others',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const { email, cards } = await signUpWithCards(page);
    await ship(page, cards.slice(0, 1));
    const gone = await ship(page, cards.slice(1, 2));
    const admin = await openAdmin(await elsewhere());
    const table = await find(admin, email, 2);
    await table.getByRole('checkbox', { name: 'Select all' }).check();
    // The owner cancels a shipment while an operator has it open.
    await callAs(page, `/shipping/requests/${gone}/cancel`, {});
    await admin.getByRole('button', { name: 'Mark packed' }).click();
    const banner = admin.getByRole('alert').filter({ hasText: '1 shipment packed, 1 not' });
    await expect(banner).toContainText(
      `${gone.slice(0, 8)}: A shipment that is cancelled can’t become packed`,
    );
    await expect(admin.getByRole('tab', { name: 'Cancelled 1' })).toBeVisible();
    await expectNoBarriers(admin);
  },
);

test(
  'cards after their thirty days get thirty more, or become credits',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const { email } = await signUpWithCards(page);
    await ageCards(email, -40, 2, 'locked');
    const before = await balanceOf(page);
    const admin = await openAdmin(await elsewhere());
    await admin
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Locked cards' })
      .click();
    const theirs = admin
      .getByRole('table', { name: 'Locked cards' })
      .getByRole('row')
      .filter({ hasText: email });
    await expect(theirs).toHaveCount(2);
    await expectNoBarriers(admin);
    await theirs.first().getByRole('checkbox').check();
    await admin.getByRole('button', { name: 'Release for 30 days' }).click();
    await expect(admin.getByText('1 card released')).toBeVisible();
    await expect(theirs).toHaveCount(1);
    await theirs.getByRole('checkbox').check();
    await admin.getByRole('button', { name: 'Convert to credits' }).click();
    const question = admin.getByRole('alertdialog');
    await expectNoBarriers(admin);
    await question.getByRole('button', { name: 'Convert to credits' }).click();
    await expect(admin.getByText('1 card converted')).toBeVisible();
    await expect(theirs).toHaveCount(0);
    expect(await balanceOf(page)).toBeGreaterThan(before);
  },
);

test(
  'the shipping page and its sheets fit a phone',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const { email, cards } = await signUpWithCards(page);
    const id = await ship(page, cards.slice(0, 3));
    const admin = await openAdmin(await elsewhere());
    await admin.setViewportSize({ width: 390, height: 844 });
    for (const path of [
      `/admin/shipping?search=${email}`,
      `/admin/shipping?id=${id}`,
      `/admin/shipping/pick-list?ids=${id}`,
      `/admin/shipping/packing-slips?ids=${id}`,
      '/admin/locked-cards',
    ]) {
      await admin.goto(path);
      await expect(admin.getByText(/^Loading/)).toHaveCount(0);
      await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
      if (isLong) await expectNoBarriers(admin);
      const wide = await admin.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, path).toBe(0);
    }
  },
);
