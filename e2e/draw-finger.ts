// A finger that is drawn over a page, as a browser gets it from a screen.
import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const STEPS = 24;
const REST_MS = 150;

type Place = { x: number; y: number };

/** Puts a finger down, draws it as far as `by` says, in pixels, and lifts it. */
export async function drawFinger(page: Page, from: Place, by: Place): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    await touch('touchMove', [{ x: from.x + by.x * share, y: from.y + by.y * share }]);
  }
  // It rests before it lifts: after a flick the browser takes the next touch for the end of a fling.
  await rest(REST_MS);
  await touch('touchEnd', []);
  await browser.detach();
}
