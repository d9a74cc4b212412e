// Waits until a page has come to rest, then checks it with axe and checks that it fits its window.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { isLong } from '../playwright.config.ts';
import { comeToRest } from './come-to-rest.ts';

/** The minified file of axe. Every checked page must load axe, and this file is half as large as the full one. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [390, 768, 1280];
/** The widths at which axe runs. By default, axe runs only at the widest, which shows the most content at once. */
const ASKED_WIDTHS = isLong ? WIDTHS : WIDTHS.slice(-1);
/**
 * The widths at which a page is checked for overflow. The first is the width at which axe ran last. Short runs check
 * only this width here, because `expectToReflow` checks a much narrower one (choice 1067).
 */
const FITTED_WIDTHS = isLong ? WIDTHS.toReversed() : WIDTHS.slice(-1);

const HEIGHT = 900;

/** The widest text spacing that readers may set according to WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** The only axe rules whose result may differ between the themes, because the themes differ only in colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Sets the light theme, in which axe runs first, and the widest width, at which axe runs last. */
export async function paintAsUsual(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: THEMES[0] });
  await page.setViewportSize({ width: WIDTHS.at(-1)!, height: HEIGHT });
}

/**
 * Expects that axe finds nothing on the page, or in the parts that `within` selects. If a modal dialog is open,
 * checks only the dialog, because nobody can reach the content behind it. `coloursOnly` restricts the check to the
 * rules that a theme can affect.
 */
export async function expectNoBarriers(
  page: Page,
  within?: string,
  { coloursOnly = false } = {},
): Promise<void> {
  await comeToRest(page);
  // Scrolls to the top first, because a link half under the header counts as too small a target.
  const scrolled = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return scrollY;
  });
  // Runs axe in the page itself, since the page contains no frame of another origin. Loads the large file of axe only
  // once for all checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ([selector, runOnly]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      // None of the rules needs the style sheets. Without this option, axe would fetch and parse them again.
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

/**
 * Expects that axe finds nothing in either theme, by default on the whole page. Checks all rules in the first theme,
 * and only the colour rules in the second.
 */
export async function expectNoBarriersInAnyTheme(page: Page, within = 'html'): Promise<void> {
  for (const width of ASKED_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const [at, colorScheme] of THEMES.entries()) {
      await page.emulateMedia({ colorScheme });
      await expectNoBarriers(page, within, { coloursOnly: at > 0 && !isLong });
    }
  }
}

/** Expects that nothing needs sideways scrolling in a wide window; with `E2E_LONG=1`, at every width. */
export async function expectToFitEveryWidth(page: Page): Promise<void> {
  for (const width of FITTED_WIDTHS) {
    if (page.viewportSize()?.width !== width) {
      await page.setViewportSize({ width, height: HEIGHT });
      await comeToRest(page);
    }
    await expectToFit(page, `${width} px wide`);
  }
}

/**
 * Expects that nothing needs sideways scrolling at 320 px with wider text spacing; with `E2E_LONG=1`, with normal
 * spacing too, which needs less room. A window of 1280 px that is enlarged four times has this width.
 */
export async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 720 });
  if (isLong) {
    await comeToRest(page);
    await expectToFit(page, 'as set');
  }
  const style = await page.addStyleTag({ content: SPACED });
  await comeToRest(page);
  await expectToFit(page, 'spaced');
  await style.evaluate((element) => (element as Element).remove());
}

async function expectToFit(page: Page, how: string): Promise<void> {
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
