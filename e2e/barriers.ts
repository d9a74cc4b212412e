// What axe has to say of a page, once the page has come to rest.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits until the browser has taken the page over and nothing appears or moves any more: what is half
 * faded in has another contrast than what a shopper reads. What repeats (a spinner) isn't waited for.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const title = document.querySelector('h1');
    return title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
  });
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

/** Expects that axe finds nothing on the page, or in the parts of it that `within` selects. */
export async function expectNoBarriers(page: Page, within?: string): Promise<void> {
  await comeToRest(page);
  const axe = new AxeBuilder({ page }).withTags(TAGS);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
  expect(found, `${page.url()} ${theme} ${page.viewportSize()?.width}`).toEqual([]);
}
