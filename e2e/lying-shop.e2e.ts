// The buyer's own browser finds the lies of a lying shop on a page that this shop serves. All tests use one page,
// because loading a page costs more than finding a lie.
import { expect, type Page } from '@playwright/test';
import { CHECK_WORDS } from '#domain/packproof/check-words.ts';
import { filesOf, LIES, type Lie } from '../src/testing/proofs/lying-shop.ts';
import { serveAs } from './answers.ts';
import { comeToRest } from './come-to-rest.ts';
import { test } from './kept-page.ts';

const rows = [...new Set(LIES.map(({ row }) => row))];
const check = (claim: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: claim }) });

// Runs these tests one after the other, in one worker.
test.describe.configure({ mode: 'default' });

let page: Page;
/** The files that the shop serves at the moment. */
let served = new Map<string, Buffer | string>();
test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage();
  await serveAs(page, 'http://shop.example', baseURL!, (name) => served.get(name));
  await page.goto('http://shop.example/verify');
  await comeToRest(page);
});
test.afterAll(() => page.close());

for (const row of rows) {
  test(`lie ${row} is found in the browser`, { tag: '@long' }, async () => {
    for (const lie of LIES.filter((one) => one.row === row)) {
      const files = filesOf(lie.tell());
      served = files.served;
      await test.step(lie.title, () => findOut(lie, files.own));
    }
  });
}

async function findOut({ caught }: Lie, own: Map<string, string>): Promise<void> {
  const files = Array.from(own, ([name, text]) => ({
    name,
    mimeType: name.endsWith('.json') ? 'application/json' : 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.getByLabel('Files of a proof').setInputFiles(files);
  if ('refused' in caught) {
    await expect(page.getByRole('alert').getByText(caught.refused)).toBeVisible();
    await expect(page.getByText(/^Checked in your browser/)).toHaveCount(0);
  } else {
    const asks = page.getByRole('button', { name: 'Check the whole drop against the log' });
    const found = check(CHECK_WORDS[caught.check].claim);
    await expect(found).toBeVisible();
    if (await asks.isVisible()) await asks.click();
    await expect(found).toContainText(caught.state === 'red' ? 'Wrong' : 'The shop’s word');
    await expect(found).toContainText(caught.says);
  }
  const remove = page.getByRole('button', { name: /^Remove/ });
  while ((await remove.count()) > 0) await remove.first().click();
}
