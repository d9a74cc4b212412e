// Moves a touch over a page, by sending the events of a touch screen.
import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const STEPS = 24;
const REST_MS = 150;

type Place = { x: number; y: number };

/** Returns a function that sends one step of a finger on the page. A step without a place lifts the finger. */
export async function fingerOn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** Touches the page, moves the finger by `by` pixels, and lifts it. */
export async function drawFinger(page: Page, from: Place, by: Place): Promise<void> {
  const touch = await fingerOn(page);
  await touch('touchStart', from);
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    await touch('touchMove', { x: from.x + by.x * share, y: from.y + by.y * share });
  }
  // Rests before lifting the finger, because after a flick the browser treats the next touch as the end of a fling.
  await rest(REST_MS);
  await touch('touchEnd');
}
