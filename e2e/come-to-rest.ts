// Waits until a page can be checked.
import type { Page } from '@playwright/test';
import { QUESTION } from '../src/web/shell/taken-over.ts';

/** Within this time a page renders many frames, however busy the machine is. */
const DRAWN_WITHIN_MS = 3_000;

/**
 * Waits until React has hydrated the page and nothing appears or moves any more. Until then, half-faded content has a
 * lower contrast than a shopper later sees. Does not wait for endless motion, such as a spinner.
 */
export async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction((question) => {
    // Neither the page of a shared pull, which has no script, nor that of the API or of a frame is ever hydrated.
    const isPlain = /^\/(?:api\/docs$|embed\/)/.test(location.pathname);
    if (document.scripts.length === 0 || isPlain) return true;
    const asked = new Event(question, { bubbles: true, cancelable: true });
    document.querySelector('h1')?.dispatchEvent(asked);
    return asked.defaultPrevented;
  }, QUESTION);
  await drawUntilEnd(
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
      // React starts to move newly rendered content one frame later.
      await frame();
      await frame();
      while (isMoving()) await frame();
    }),
  );
}

/**
 * Waits for a promise that needs the page to render frames. If a headless browser's window and theme change at the
 * same time, it sometimes renders no further frame until the next screenshot. So this function takes a screenshot
 * whenever no frame comes for a while.
 */
async function drawUntilEnd(page: Page, waiting: Promise<void>): Promise<void> {
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
