// Uses a page without a pointer.
import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  while (!(await hasFocus())) await page.keyboard.press('Tab');
}

/** Presses Tab until a button has the focus, and presses the button. */
export async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}
