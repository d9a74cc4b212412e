// Measures the stage while it moves, for `npm run bench:motion` and for the tests.
import type { Page } from '@playwright/test';

/** Moves the light over the card in a circle, one step a frame, without moving the pointer. */
async function moveLight(page: Page, pictures: number): Promise<void> {
  await page.locator('.stage-card').evaluate(async (card, count) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    for (let at = 0; at < count; at += 1) {
      await new Promise(requestAnimationFrame);
      const angle = (at / count) * 4 * Math.PI;
      card.dispatchEvent(
        new PointerEvent('pointermove', {
          bubbles: true,
          pointerType: 'mouse',
          clientX: left + width * (0.5 + 0.4 * Math.cos(angle)),
          clientY: top + height * (0.5 + 0.4 * Math.sin(angle)),
        }),
      );
    }
  }, pictures);
}

/**
 * Moves the light over the card in a circle. Returns the milliseconds between the frames, in ascending order.
 * `slowdown` is the factor by which the page's processor is slowed down.
 */
export async function msBetweenLightPictures(
  page: Page,
  pictures: number,
  slowdown: number,
): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await notePictures(page);
  await moveLight(page, pictures);
  const between = await msBetweenNoted(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return between;
}

/** Notes the time of every frame from now on. */
async function notePictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pictures = { at: [] as number[], isOver: false };
    const note = (at: number) => {
      pictures.at.push(at);
      if (!pictures.isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { pictures });
  });
}

/** Ends the noting. Returns the milliseconds between the frames, in ascending order. */
async function msBetweenNoted(page: Page): Promise<number[]> {
  const at = await page.evaluate(() => {
    const { pictures } = window as unknown as { pictures: { at: number[]; isOver: boolean } };
    pictures.isOver = true;
    return pictures.at;
  });
  return at
    .slice(1)
    .map((time, index) => time - at[index]!)
    .toSorted((one, other) => one - other);
}

/** The distances of the picture's planes from their normal places, in pixels. The farthest plane comes first. */
export function shiftsOfPlanes(page: Page): Promise<number[]> {
  return page
    .locator('.stage-card [data-plane]')
    .evaluateAll((planes) =>
      planes.map((plane) => new DOMMatrix(getComputedStyle(plane).transform).e),
    );
}

export type Cost = { paints: number; rasterMs: number };

/** Measures what the browser repaints while the light moves for this many frames, by the browser's own trace. */
export async function costOfLight(page: Page, pictures: number): Promise<Cost> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await moveLight(page, pictures);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; dur?: number }[];
  };
  const named = (name: string) => trace.traceEvents.filter((event) => event.name === name);
  return {
    paints: named('Paint').length,
    rasterMs: named('RasterTask').reduce((sum, { dur = 0 }) => sum + dur / 1000, 0),
  };
}

/** The number of foils whose movement the browser has prepared (`will-change`). */
export function liveFoils(page: Page): Promise<number> {
  return page
    .locator('[data-part=sheet]')
    .evaluateAll(
      (sheets) => sheets.filter((sheet) => getComputedStyle(sheet).willChange !== 'auto').length,
    );
}

/** Counts the frames that the page requests from now on. Call it before the page loads. */
export async function countPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    Object.assign(window, { picturesAsked: 0 });
    window.requestAnimationFrame = (draw) => {
      (window as unknown as { picturesAsked: number }).picturesAsked += 1;
      return ask(draw);
    };
  });
}

/** How many frames the page requests in the next half second. */
export function picturesAskedFor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const counter = window as unknown as { picturesAsked: number };
    const before = counter.picturesAsked;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return counter.picturesAsked - before;
  });
}

/** The number of animations that run at this moment. */
export function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
}

/** Starts to watch the page, then presses Enter. Returns what `watch` resolves with. */
async function pressAndWatch(
  page: Page,
  watch: (words: string) => void,
  words = '',
): Promise<number> {
  await page.evaluate(watch, words);
  await page.keyboard.press('Enter');
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

/** Presses Enter on the focused element. Returns the milliseconds until the page shows the words. */
export function msUntil(page: Page, words: string): Promise<number> {
  return pressAndWatch(
    page,
    (awaited) => {
      const took = new Promise<number>((resolve) => {
        let pressedAt = 0;
        addEventListener('keydown', () => (pressedAt = performance.now()), { once: true });
        new MutationObserver((_changes, observer) => {
          if (!document.body.innerText.includes(awaited)) return;
          observer.disconnect();
          resolve(performance.now() - pressedAt);
        }).observe(document.body, { childList: true, subtree: true });
      });
      Object.assign(window, { took });
    },
    words,
  );
}

/** Turns the focused card. Returns the milliseconds until the stage's light goes out. */
export function msOfReveal(page: Page): Promise<number> {
  return pressAndWatch(page, () => {
    const took = new Promise<number>((resolve) => {
      const isLit = () => document.querySelector('.stage-light .stage-sparks') !== null;
      let pressedAt = 0;
      let wasLit = false;
      addEventListener('keydown', () => (pressedAt = performance.now()), { once: true });
      new MutationObserver((_changes, observer) => {
        if (wasLit && !isLit()) {
          observer.disconnect();
          resolve(performance.now() - pressedAt);
        }
        wasLit = isLit();
      }).observe(document.querySelector('.stage-row')!, { childList: true, subtree: true });
    });
    Object.assign(window, { took });
  });
}

/**
 * Tears most of the pack by hand and lets it close again. Returns the milliseconds between the frames of the tear,
 * in ascending order. `slowdown` is the factor by which the page's processor is slowed down.
 */
export async function msBetweenTearPictures(page: Page, slowdown: number): Promise<number[]> {
  const pack = (await page.locator('.tear-pack').boundingBox())!;
  const y = pack.y + pack.height * 0.13;
  const steps = 48;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.mouse.move(pack.x + 2, y);
  await page.mouse.down();
  await notePictures(page);
  for (let step = 1; step <= steps; step += 1) {
    const moved = page.mouse.move(pack.x + 2 + pack.width * 0.95 * (step / steps), y);
    await Promise.all([moved, new Promise((resolve) => setTimeout(resolve, 16))]);
  }
  const between = await msBetweenNoted(page);
  await page.locator('.tear-hand').dispatchEvent('pointercancel', { pointerId: 1 });
  await page.mouse.up();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return between;
}

/**
 * Watches how the results count up to their total. Returns the number of values shown and the duration of the count.
 * Call it before buying.
 */
export function countOfTotal(page: Page): Promise<{ values: number; ms: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen = new Map<string, number>();
        new MutationObserver((_changes, observer) => {
          const words = [...document.querySelectorAll('dialog[open] p')];
          const label = words.find((one) => one.textContent === 'Total Value');
          const total = label?.nextElementSibling;
          if (!label || !total || label.parentElement!.classList.contains('invisible')) return;
          if (!seen.has(total.textContent)) seen.set(total.textContent, performance.now());
          if (total.getAttribute('aria-hidden') === 'true') return;
          observer.disconnect();
          const times = [...seen.values()];
          resolve({ values: seen.size, ms: times.at(-1)! - times[0]! });
        }).observe(document.body, {
          attributes: true,
          characterData: true,
          childList: true,
          subtree: true,
        });
      }),
  );
}
