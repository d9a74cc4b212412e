// Using a page as somebody does who has no pointer.
import type { Locator, Page } from '@playwright/test';

/** Goes on by Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  while (!(await hasFocus())) await page.keyboard.press('Tab');
}

/** Goes on by Tab until a button has the focus, and presses it. */
export async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}
