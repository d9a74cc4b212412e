// If an address was mistyped, cut off or copied from elsewhere, the page still opens and ignores the unreadable parts
// of the address.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { signInAsAdmin, signUp } from './shopper.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens each address, and waits until the page has opened and has removed the unreadable parts from its address. */
async function expectCleaned(page: Page, addresses: readonly string[][]): Promise<void> {
  for (const [asked, shown, title] of addresses) {
    await page.goto(asked!);
    await expect(heading(page)).toHaveText(title!);
    await expect(page).toHaveURL(shown!);
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  }
}

test(
  'a visitor with a nonsensical address sees the page, and the nonsense is removed from the address',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    await expectCleaned(page, [
      ['/my-cards?value=zzz&page=-1&leaf=0&card=7', '/my-cards', 'My cards'],
      ['/my-cards?pack=123&page=abc', '/my-cards?pack=123', 'My cards'],
      ['/top-up?missing=abc', '/top-up', 'Buy credits'],
      ['/transactions?page=1e9&type=zzz', '/transactions', 'Transactions'],
      ['/shipments?page=2&page=3', '/shipments', 'Shipments'],
      ['/notices?page=0', '/notices', 'Notices'],
      ['/cards?page=-2&rarity=zzz', '/cards', 'Cards'],
    ]);

    // For an impossible cart, the shop says what is wrong and offers a way on.
    for (const [cart, sentence] of [
      ['packId=pokemon-sv1&quantity=0', 'Invalid quantity at index 0: 0. Must be'],
      ['packId=pokemon-sv1&quantity=2.5', 'Invalid quantity at index 0: 2.5. Must be'],
      ['packId=a%20b!', 'Invalid pack ID at index 0: a b!'],
    ] as const) {
      await page.goto(`/checkout?${cart}`);
      await expect(page.getByRole('alert')).toContainText(sentence);
      await page.getByRole('button', { name: 'Return to Catalog' }).click();
      await expect(page).toHaveURL('/packs');
    }
    await page.goto('/checkout');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await page.goto('/checkout?packId=pokemon-sv1&quantity=abc');
    await expect(page.getByRole('button', { name: /^Pay CAD/ })).toBeVisible();

    await page.goto('/auth?redirect=/auth');
    await expect(page).toHaveURL('/');
    for (const address of ['/pack/%E0%A4%A', '/%ff']) {
      await page.goto(address);
      await expect(heading(page)).toHaveText('Page Not Found');
      // Follows the link, which shows that this page runs its own code too.
      await page.getByRole('link', { name: 'Return Home' }).click();
      await expect(page).toHaveURL('/');
    }
  },
);

test(
  'an operator’s lists open without the invalid parts of their address',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await expectCleaned(page, [
      ['/admin/orders?page=zzz&id=7&state=zzz', '/admin/orders', 'Orders'],
      ['/admin/users?page=-1&id=zzz', '/admin/users', 'Users'],
      ['/admin/audit?view=promises&page=zzz', '/admin/audit?view=promises', 'Audit'],
      ['/admin/transactions?user=zzz&view=ledger', '/admin/transactions', 'Transactions'],
    ]);
  },
);
