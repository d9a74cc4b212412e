// An answer that is held back: the one way to see what a page says while it waits, for as long as one looks.
import type { Page } from '@playwright/test';

/** Holds the answers of some addresses back until the test lets them go. Returns how. */
export async function holdAnswers(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
