// Using a page as somebody does who has no pointer.
import type { Page } from '@playwright/test';

/** Goes on by Tab until a button has the focus, and presses it. */
export async function pressByKey(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  while (!(await hasFocus())) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
