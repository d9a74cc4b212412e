// When a page can be looked at.
import type { Page } from '@playwright/test';
import { QUESTION } from '../src/web/shell/taken-over.ts';

/** A page draws many times in this time, however busy the machine is. */
const DRAWN_WITHIN_MS = 3_000;

/**
 * Waits until the browser has taken the page over and nothing appears or moves any more: what is half
 * faded in has another contrast than what a shopper reads. What repeats (a spinner) isn't waited for.
 */
export async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction((question) => {
    // A page of a shared pull is words alone: nothing takes it over.
    if (document.scripts.length === 0) return true;
    const asked = new Event(question, { bubbles: true, cancelable: true });
    document.querySelector('h1')?.dispatchEvent(asked);
    return asked.defaultPrevented;
  }, QUESTION);
  await keepDrawing(
    page,
    page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const isMoving = () =>
        document
          .getAnimations()
          .some(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().iterations === 1,
          );
      // What React shows next begins to move in the frame after.
      await frame();
      await frame();
      while (isMoving()) await frame();
    }),
  );
}

/**
 * Waits for what counts the page's frames. A browser without a screen, whose window and theme change at once, was
 * seen to draw no further frame until somebody asked for a picture: so a page that stands still for long is asked.
 */
async function keepDrawing(page: Page, waiting: Promise<void>): Promise<void> {
  let isOver = false;
  const over = waiting.finally(() => {
    isOver = true;
  });
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DRAWN_WITHIN_MS);
    });
    await Promise.race([over, late]);
    clearTimeout(timer);
    if (isOver) return over;
    await page.screenshot();
  }
}
