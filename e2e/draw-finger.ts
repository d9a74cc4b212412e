// A touch that moves over a page, sent as a touch screen would.
import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const STEPS = 24;
const REST_MS = 150;

type Place = { x: number; y: number };

/** Touches the page, moves the finger by `by` pixels, and lifts it. */
export async function drawFinger(page: Page, from: Place, by: Place): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    await touch('touchMove', [{ x: from.x + by.x * share, y: from.y + by.y * share }]);
  }
  // Rests before lifting, because after a flick the browser treats the next touch as the end of a fling.
  await rest(REST_MS);
  await touch('touchEnd', []);
  await browser.detach();
}
