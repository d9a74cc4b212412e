// The page's clock in the hands of a test: what lasts for a moment lasts until the test goes on.
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * From here on time passes only when the test says so. After `page.clock.install()`. Reading the time and holding
 * it are two calls: where the second comes more than a second later, that time has passed, and both are made anew.
 */
export async function holdTheClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  }).toPass({ intervals: [0] });
}

/**
 * Lets time pass in steps until something is seen. Small steps find what stays for a moment only; long ones
 * hurry past the pauses that the shop makes between its tries.
 */
export async function passTimeUntil(page: Page, seen: Locator, stepMs: number): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    await expect(seen.first()).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 100_000, intervals: [50] });
}
