// What axe has to say of a page, once the page has come to rest, and whether the page fits its window.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { isLong } from '../playwright.config.ts';
import { comeToRest } from './come-to-rest.ts';

/** Half the size of the readable one, which each page would have to take in. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [390, 768, 1280];
/** Where axe is asked; otherwise at one width, where most stands on the page at once. */
const ASKED_WIDTHS = isLong ? WIDTHS : WIDTHS.slice(-1);
/** Where a page is looked at for what sticks out, from where axe was asked to the narrowest. */
const FITTED_WIDTHS = isLong ? WIDTHS.toReversed() : [1280, 768];

const HEIGHT = 900;

/** The text as wide as WCAG 1.4.12 lets readers set it. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** What may be well in one theme and wrong in the other: they differ in colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** As wide as where axe is asked last, and as light as where it is asked first. */
export async function paintAsUsual(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: THEMES[0] });
  await page.setViewportSize({ width: WIDTHS.at(-1)!, height: HEIGHT });
}

/**
 * Expects that axe finds nothing on the page, or in the parts of it that `within` selects: in a modal dialog, if one is
 * open, for nobody can get at what lies behind it. `coloursOnly`: asked about what a theme can change.
 */
export async function expectNoBarriers(
  page: Page,
  within?: string,
  { coloursOnly = false } = {},
): Promise<void> {
  await comeToRest(page);
  // From its top: what is scrolled half below the header counts as too small a target.
  const scrolled = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return scrollY;
  });
  // In the page itself, for nothing of another origin is in it; once for all questions, for it is a large file.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ([selector, runOnly]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      // No rule that is asked reads style sheets, which would be fetched and taken apart for it once more.
      const options = { runOnly, resultTypes: ['violations' as const], preload: false };
      const usual = document.querySelector('dialog:modal') ?? document;
      return (await axe.run(selector ?? usual, options)).violations;
    },
    [within, coloursOnly ? COLOUR_RULES : TAGS] as const,
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrolled);
  const theme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect.soft(found, `${page.url()} ${theme} ${page.viewportSize()?.width}`).toEqual([]);
}

/** The same in both themes, by default on the whole page: all rules in the first, then those of colours in the other. */
export async function expectNoBarriersInAnyTheme(page: Page, within = 'html'): Promise<void> {
  for (const width of ASKED_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const [at, colorScheme] of THEMES.entries()) {
      await page.emulateMedia({ colorScheme });
      await expectNoBarriers(page, within, { coloursOnly: at > 0 && !isLong });
    }
  }
}

/** Expects that nothing needs sideways scrolling in a wide window and a narrower one; `E2E_LONG=1`: at every width. */
export async function expectToFitEveryWidth(page: Page): Promise<void> {
  for (const width of FITTED_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectToFit(page, `${width} px wide`);
  }
}

/** And at 320 px, which is 1280 enlarged four times, also with the text spaced. */
export async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 720 });
  await expectToFit(page, 'as set');
  const style = await page.addStyleTag({ content: SPACED });
  await expectToFit(page, 'spaced');
  await style.evaluate((element) => (element as Element).remove());
}

async function expectToFit(page: Page, how: string): Promise<void> {
  await comeToRest(page);
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const scrolls = (one: Element) => getComputedStyle(one).overflowX !== 'visible';
    const isInScroller = (one: Element): boolean =>
      one.parentElement !== document.body &&
      (scrolls(one.parentElement!) || isInScroller(one.parentElement!));
    const sticksOut = (one: Element) =>
      one.getBoundingClientRect().right > clientWidth + 1 && !isInScroller(one);
    const named = [...document.querySelectorAll('body *')]
      .filter((one) => sticksOut(one) && ![...one.children].some(sticksOut))
      .map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 40)}`);
    return [`${scrollWidth} instead of ${clientWidth}`, ...named];
  });
  expect.soft(wide, `${page.url()} ${how}`).toEqual([]);
}
