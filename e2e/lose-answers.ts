// Answers that get lost: what was asked is done, and nobody hears of it.
import type { Page } from '@playwright/test';

/** What a browser asks of the sandbox's card provider. */
export const PROVIDER = '**/stripe-sandbox/**';
/** That it charges a card. */
export const CONFIRMATION = `${PROVIDER}/confirm`;

/** Loses the answers of some addresses until the test has the network back. Returns how. */
export async function loseAnswers(page: Page, url: string): Promise<() => void> {
  // Taking the route away would end those on their way without an answer to abort.
  let isLost = true;
  await page.route(url, async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return () => {
    isLost = false;
  };
}
