import { expect, type Locator, type Page } from '@playwright/test';
import { boughtBeforeLimits, packsOf, payByCard } from './pack-to-open.ts';
import { callAs, signInAsAdmin, signUp } from './shopper.ts';

/**
 * Makes a refund that the bank of a new shopper rejects, and opens Overview as an operator. Returns the row of this
 * refund on Overview.
 */
export async function failRefund(page: Page, shopper: Page): Promise<Locator> {
  const email = await signUp(shopper);
  const payment = await payByCard(shopper, 'pokemon-sv1', { card: 'pm_card_refundFail' });
  await packsOf(shopper, payment);
  await boughtBeforeLimits(payment);
  const { transactions } = await callAs<{ transactions: { id: string }[] }>(
    shopper,
    '/transactions',
  );
  await callAs(shopper, `/transactions/${transactions[0]!.id}/refund`, { reason: 'Not wanted' });
  await signInAsAdmin(page);
  await page.goto('/admin');
  const row = page.getByRole('listitem').filter({ hasText: email });
  // The bank's event arrives later, so this reloads the page until the row appears.
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return row;
}
