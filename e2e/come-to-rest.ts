// When a page can be looked at.
import type { Page } from '@playwright/test';
import { QUESTION } from '../src/web/shell/taken-over.ts';

/**
 * Waits until the browser has taken the page over and nothing appears or moves any more: what is half
 * faded in has another contrast than what a shopper reads. What repeats (a spinner) isn't waited for.
 */
export async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction((question) => {
    const asked = new Event(question, { bubbles: true, cancelable: true });
    document.querySelector('h1')?.dispatchEvent(asked);
    return asked.defaultPrevented;
  }, QUESTION);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations === 1,
        );
    // What React shows next begins to move in the frame after.
    await frame();
    await frame();
    while (moving().length > 0) {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await frame();
    }
  });
}
