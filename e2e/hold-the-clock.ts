// Gives a test control over the page's clock. So a short state lasts until the test lets time pass.
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Stops the page's clock; from here on, time passes only when the test says so. Call it after `page.clock.install()`.
 * Reading the time and stopping the clock are two calls. If more than a second passes between these calls, the stop
 * comes too late, and both calls are repeated.
 */
export async function holdTheClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  }).toPass({ intervals: [0] });
}

/**
 * Lets time pass in steps until something is visible. Small steps find states that last only a moment; long steps
 * skip the pauses between the shop's retries.
 */
export async function passTimeUntil(page: Page, seen: Locator, stepMs: number): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    await expect(seen.first()).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 100_000, intervals: [50] });
}
