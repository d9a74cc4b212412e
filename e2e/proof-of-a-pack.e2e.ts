// A buyer of a pack from a drop sees its proof checked in their own browser, downloads it, and finds it again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fakeResponses, rewriteResponses } from './answers.ts';
import { expectNoBarriers } from './barriers.ts';
import { isLong } from '../playwright.config.ts';
import { comeToRest } from './come-to-rest.ts';
import { test } from './kept-page.ts';
import { boughtBeforeLimits, results, showAll } from './pack-to-open.ts';
import { tabTo } from './press-by-key.ts';
import { logOut, signIn, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const PACK = 'pokemon-sv1';

/** The sentence under the opened cards: when the pack was fixed and bought, and what the browser has checked. */
const sentence = (page: Page) => page.getByText(/^Your (?:\d+ )?packs? (?:was|were) fixed/);
const CHECKED =
  /^Your pack was fixed (?:at|on) .+, and you bought it (?:at|on) .+\. Your browser checked what you got\. The order is the shop’s word\.$/;
const unfold = (page: Page) => page.getByRole('button', { name: 'How do you know?' });
const experts = (page: Page) => page.getByText('For experts', { exact: true });
const check = (page: Page, claim: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: claim }) });

/** Buys on the pack's page, so that the buyer's browser has seen the drop before the payment. */
async function buy(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/pack/${PACK}`);
  await expect(page.getByRole('heading', { name: 'Fixed before sale' })).toBeVisible();
  await page.getByRole('button', { name: 'BUY NOW', exact: true }).first().click();
  const row = page.getByText('wait in a row that nobody can rearrange. You get the next one.');
  await expect(row.getByRole('link', { name: /^Demo/ })).toBeVisible();
  await page.getByRole('button', { name: /^Pay CAD/ }).click();
  await showAll(page);
}

async function saved(page: Page, button: string, folder: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

for (const width of isLong ? [390, 1280] : [390]) {
  test(`a buyer sees their pack checked, saves both files, and gets the same result without the shop, ${width} px wide`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const problems = watchForErrors(page);
    await page.setViewportSize({ width, height: 800 });
    await signUp(page);
    await buy(page);
    // The log contains the ticket only some seconds after the sale. Until then, the page requests it again by itself.
    await expect(sentence(page)).toHaveText(CHECKED);
    const dots = page.getByRole('list', { name: 'Your pack' });
    await expect(dots.getByRole('listitem')).toHaveText([
      /^fixed .+, checked by your browser$/,
      /^ordered .+, the shop’s word$/,
      /^yours .+, checked by your browser$/,
    ]);
    await expect(
      results(page).getByRole('link', { name: /^Demo ?: what that means$/ }),
    ).toBeVisible();
    await unfold(page).click();
    await expect(unfold(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(
      page.getByText(/^Packs are sold in that row\. You got number \d+,/),
    ).toBeInViewport();
    await expect(page.getByText('Could we keep the good packs for ourselves?')).toBeVisible();
    await expect(
      page.getByText(/^This is a demo: .+ we could have chosen the order\.$/),
    ).toBeVisible();
    await expectNoBarriers(page);
    await experts(page).click();
    await expect(page.getByRole('button', { name: 'Save the proof' })).toBeVisible();
    await expect(check(page, 'The public number set the order')).toContainText(
      /Practice number \d+, public since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, made by this shop itself/,
    );
    await expect(check(page, 'The ticket is signed, and made for you')).toContainText('Shown');

    const folder = mkdtempSync(join(tmpdir(), 'proof-'));
    const proof = await saved(page, 'Save the proof', folder);
    const mine = await saved(page, 'Save what this browser knows', folder);
    // Back from the verifier comes to the same list of cards.
    await page.getByRole('link', { name: 'Check it without us' }).click();
    await expect(page).toHaveURL('/verify');
    await page.goBack();
    await expect(page.getByRole('dialog')).toContainText('You opened 11 card(s) from 1 pack(s)');
    await expect(sentence(page)).toHaveText(CHECKED);
    await page.goto('/verify');
    await comeToRest(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the verifier' }).click(),
    ]);
    const verifier = join(folder, 'verifier.html');
    await file.saveAs(verifier);

    const context = await browser.newContext({ offline: true });
    const alone = await context.newPage();
    await alone.goto(`file://${verifier}`);
    const found = alone.getByText(/^Checked in your browser/);
    await alone.getByLabel('Files of a proof').setInputFiles([proof, mine]);
    await expect(found).toHaveText(
      'Checked in your browser: 5 of 9 shown, 2 by the shop’s word, 2 waiting.',
    );
    if (isLong) {
      const text = readFileSync(proof, 'utf8');
      const condition = text.replace('Near Mint', 'Near Mink');
      await alone.getByLabel('Files of a proof').setInputFiles({
        name: 'packproof.json',
        mimeType: 'application/json',
        buffer: Buffer.from(condition),
      });
      await expect(found).toHaveText(/1 wrong\.$/);
      await expect(
        check(alone, 'What you got is what was locked before the first sale'),
      ).toContainText('Wrong');
      // Opens the same shop under another name of this machine, because the browser has stored nothing for that name. By
      // now the shop's log has the seal.
      await context.setOffline(false);
      await alone.goto(`${baseURL!.replace('localhost', '127.0.0.1')}/verify`);
      await comeToRest(alone);
      await alone.getByLabel('Files of a proof').setInputFiles([proof, mine]);
      const title = /^Pack \d+ of drop 1 of Scarlet & Violet Booster Pack$/;
      await expect(alone.getByRole('heading', { name: title })).toBeVisible();
      await expect(alone.getByText('another shop')).toHaveCount(0);
      await alone.getByRole('button', { name: 'Check the whole drop against the log' }).click();
      await expect(found).toHaveText(
        'Checked in your browser: 6 of 9 shown, 3 by the shop’s word.',
      );
    }
    await context.close();
    rmSync(folder, { recursive: true });
    expect(problems).toEqual([]);
  });
}

test(
  'by keyboard alone a buyer opens, reads and saves the checks, finds the proof again later, and checks it by the whole log',
  { tag: '@long' },
  async ({ page }) => {
    const email = await signUp(page);
    await buy(page);
    await expect(sentence(page)).toBeVisible();
    const results = page.getByRole('dialog', { name: 'Pack Opening Results' });
    await tabTo(page, unfold(page));
    await page.keyboard.press('Enter');
    await expect(unfold(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(experts(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(results.getByRole('button', { name: 'Save the proof' })).toBeFocused();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('packproof.json');

    // After a logout, the browser keeps the data that it has stored about a person's packs.
    await page.goto('/my-account');
    await logOut(page, email);
    await signIn(page, email);
    await page.goto('/my-account');
    await page.getByRole('link', { name: /^Proof ?: .* pack \d+ of drop 1$/ }).click();
    await expect(sentence(page)).toHaveText(CHECKED);
    await expect(
      page.getByRole('heading', { level: 2, name: /^Pack \d+ of drop 1 of Scarlet & Violet/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Check the whole drop against the log' }).click();
    await expect(page.getByText(/^Checked in your browser/)).toHaveText(
      'Checked in your browser: 6 of 9 shown, 3 by the shop’s word.',
    );
    await expect(check(page, 'The whole drop holds together')).toContainText(
      'packs are not in the log',
    );

    await page.goto('/my-cards?tab=available');
    await page
      .getByRole('link', { name: /^History of/ })
      .first()
      .click();
    await page.getByRole('link', { name: /^Pack \d+ of drop 1: its proof$/ }).click();
    await expect(page).toHaveURL(/\/verify\?pack=/);
  },
);

test(
  'staff read before they pay that they can’t buy from a drop',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto(`/pack/${PACK}`);
    await expect(
      page.getByText('Yours is a staff account: it can’t buy packs of this drop.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'BUY NOW', exact: true }).first().click();
    await expect(
      page.getByText('Staff accounts can’t buy packs of this drop.').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay CAD/ })).toHaveCount(0);
  },
);

test(
  'a wrong proof is shown in red, with its meaning and what to do',
  { tag: '@long' },
  async ({ page }) => {
    await signUp(page);
    // The shop claims other contents of the pack than it committed to.
    await rewriteResponses(page, 'provePlace', (text) => text.replace('Near Mint', 'Near Mink'));
    await buy(page);
    await expect(sentence(page)).toHaveText(/But your browser found something wrong\.$/);
    await expect(page.getByRole('alert')).toContainText(
      'Wrong: What you got is what was locked before the first sale (V7)',
    );
    await unfold(page).click();
    await experts(page).click();
    await expect(
      check(page, 'What you got is what was locked before the first sale'),
    ).toContainText(
      'If the result is the same, save the proof and this result, and show both to somebody you trust.',
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this result' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('V7  WRONG: What you got');
  },
);

test(
  'packs paid by card belong to this browser, despite the bank’s page and a reload; only this browser returns them',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const email = await signUp(page);
    await page.goto(`/checkout?packId=${PACK}&quantity=2`);
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.reload();
    await page.getByRole('radio', { name: /Credit or Debit Card/ }).check();
    // The bank of this test card demands authentication.
    await page.getByLabel('Card number').fill('4000002500003155');
    await page.getByLabel('Expiration (MM/YY)').fill('1230');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Postal code').fill('M5V 2T6');
    await page.getByRole('button', { name: /^Pay CAD/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expect(page).toHaveURL(/\/card-opening\?payment_intent=pi_/);
    const payment = new URL(page.url()).searchParams.get('payment_intent')!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dots = page.getByRole('list', { name: 'Your pack' });
    await expect(dots.getByRole('listitem')).toHaveText([/^fixed /, /^ordered /, /^yours /]);
    // The ticked dots stay for a moment only; here they stay until the page is left. In no window do they lie over the
    // card or a button.
    await page.evaluate(() => {
      const wait = window.setTimeout;
      window.setTimeout = ((act: () => void, ms?: number) =>
        wait(act, ms === 6000 ? 600_000 : ms)) as typeof setTimeout;
    });
    await page.getByRole('button', { name: 'Open now' }).click();
    await expect(page.getByText('Press the card to turn it')).toBeVisible();
    const strip = page.locator('.seal-breaking');
    await expect(strip).toBeVisible();
    for (const [width, height] of [
      [1280, 720],
      [768, 1024],
      [844, 390],
      [390, 844],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height });
      const under = await strip.evaluate((one) => {
        const box = one.getBoundingClientRect();
        return [...document.querySelectorAll('.stage-place, .opening-stage button, .stage-bar')]
          .filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
          })
          .map((other) => `${other.className} at ${window.innerWidth}`);
      });
      expect(under).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    const count = Number(/ of (\d+)/.exec((await page.getByText(/^Card 1 of/).textContent())!)![1]);
    for (let turned = 0; turned < count; turned += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
    }
    await expect(sentence(page)).toHaveText(CHECKED);

    await boughtBeforeLimits(payment);
    const giveBack = async (at: Page) => {
      await at.goto('/transactions?type=pack_purchase');
      await at.getByRole('table').getByRole('link').click();
      await at.getByRole('button', { name: 'Refund unopened packs' }).click();
      const question = at.getByRole('alertdialog');
      await question.getByLabel('Reason').fill('One is enough');
      await question.getByRole('button', { name: 'Refund', exact: true }).click();
      return question;
    };
    const other = await elsewhere();
    await signIn(other, email);
    await expect(await giveBack(other)).toContainText(
      'Please use that browser, or write to the shop.',
    );
    await giveBack(page);
    await expect(page.getByText('Refund started')).toBeVisible();
  },
);

test(
  'a drop with more than a thousand log entries shows the later ones too',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`/pack/${PACK}`);
    await fakeResponses(page, 'showDropHistory', ({ searchParams }) => {
      const from = Number(searchParams.get('from') ?? 0);
      const told = (index: number) => {
        const carried = Array.from({ length: index + 2 }, (_, leaf) => leaf);
        const entry = {
          at: 1_700_000_000,
          carried: carried.slice(0, index < 1000 ? 2 : 3),
          kind: 'close',
        };
        return { index, entry: JSON.stringify({ ...entry, manifest: '0'.repeat(64), v: 2 }) };
      };
      return Array.from({ length: from === 0 ? 1000 : 1 }, (_, at) => told(from + at));
    });
    await page.getByRole('link', { name: /^How to check: drop 1, / }).click();
    await expect(page.getByText('Entry 999', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Show later entries' }).click();
    await expect(page.getByText('Closed. 3 packs carried over to the next drop.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show later entries' })).toHaveCount(0);
  },
);

test('the page of a drop has all its public data', { tag: '@long' }, async ({ page }) => {
  const problems = watchForErrors(page);
  await page.goto(`/pack/${PACK}`);
  await page.getByRole('link', { name: /^How to check: drop 1, [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop 1');
  await expect(page.getByText(/^Entry \d+ of localhost\/log/)).toBeVisible();
  await expect(page.getByText(/^Practice number \d+, public at /)).toBeVisible();
  const story = page.getByRole('list', { name: 'The story of this drop' });
  await expect(story.getByRole('listitem')).toHaveText([/^Fixed/, /^Ordered/, /^Sold/, /^Opened/]);
  await expect(page.getByText('can’t buy from it')).toBeVisible();
  await expect(page.getByText(/^Published: the records of \d+ packs are locked\.$/)).toBeVisible();
  await expect(page.getByText(/^Ordered by number \d+\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'What you can check' }).first().click();
  await expect(page.getByRole('heading', { name: 'Who signs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This is a demo' })).toBeVisible();
  expect(problems).toEqual([]);
});
