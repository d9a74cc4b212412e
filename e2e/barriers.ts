// What axe has to say of a page, once the page has come to rest.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { comeToRest } from './come-to-rest.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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
