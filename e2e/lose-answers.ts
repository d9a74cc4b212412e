// Answers that get lost: what was asked is done, and nobody hears of it.
import type { Page } from '@playwright/test';

/** What a browser asks of the sandbox's card provider. */
export const PROVIDER = '**/stripe-sandbox/**';
/** That it charges a card. */
export const CONFIRMATION = `${PROVIDER}/confirm`;

/** Loses the answers of some addresses until the test has the network back. Returns how. */
export async function loseAnswers(page: Page, url: string): Promise<() => Promise<void>> {
  await page.route(url, async (route) => {
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(url);
}
