// A buyer checks a pack's proof in two ways: on the shop's page while signed out, and without any shop, on a page from
// a file on disk.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { CHECK_WORDS } from '#domain/packproof/check-words.ts';
import { storedProof } from '../src/testing/proofs/proof-folder.ts';
import { holdResponses, serveAs } from './answers.ts';
import { expectNoBarriers } from './barriers.ts';
import { comeToRest } from './come-to-rest.ts';
import { test } from './kept-page.ts';
import { pressByKey } from './press-by-key.ts';
import { signUp } from './shopper.ts';

/**
 * A proof of a drop whose order was set by a real public number. The witness that is named in the reader's policy
 * has dated the drop.
 */
const files = storedProof();
const fileOf = (name: string, content: Buffer | string = files.get(name)!) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});
const proof = String(files.get('packproof.json'));
/** Waits for hydration, because a file that is chosen before hydration is lost. */
async function openPage(page: Page, address = '/verify'): Promise<void> {
  await page.goto(address);
  await comeToRest(page);
}
const bring = (page: Page, ...brought: ReturnType<typeof fileOf>[]) =>
  page.getByLabel('Files of a proof').setInputFiles(brought);
const found = (page: Page) => page.getByText(/^Checked in your browser/);
const check = (page: Page, claim: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: claim }) });

/** Expects that all nine checks are shown as passed, except those in `waiting`. */
async function expectChecks(page: Page, waiting: string[] = []): Promise<void> {
  for (const [name, { claim }] of Object.entries(CHECK_WORDS)) {
    const badge = waiting.includes(name) ? 'Waiting' : 'Shown';
    const one = check(page, `${claim} ${name}`);
    await expect(one.getByText(badge, { exact: true })).toBeVisible();
  }
}

test('a buyer checks a proof signed out, reads the result, and saves it', async ({ page }) => {
  await openPage(page);
  await bring(page, fileOf('packproof.json'));
  await expect(found(page)).toHaveText(
    'Checked in your browser: 4 of 9 shown, 3 by the shop’s word, 2 waiting.',
  );
  await bring(page, fileOf('mine.json'));
  // Pastes a policy that came from another person.
  await page.getByLabel('Or paste the text').fill(String(files.get('policy.txt')));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(found(page)).toHaveText('Checked in your browser: 7 of 9 shown, 2 waiting.');
  // The field is empty again, so the button now adds nothing.
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByRole('alert')).toHaveText('');
  await expect(check(page, 'The public number set the order')).toContainText(
    'public since 2023-08-23 15:59:24 UTC',
  );
  await expect(page.getByText('This proof is from another shop, shop.example/log.')).toBeVisible();

  await bring(page, fileOf('packproof.json', proof.replace('Ember Fox', 'Ember Box')));
  await expect(found(page)).toHaveText(
    'Checked in your browser: 6 of 9 shown, 2 waiting, 1 wrong.',
  );
  const contents = check(page, 'What you got is what was locked before the first sale');
  await expect(contents).toContainText('Wrong');
  await expect(contents).toContainText('show both to somebody you trust');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this result' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('V7  WRONG: What you got');
});

test(
  'a visitor with the link of another buyer’s proof reads so in plain words, and how to sign in as its buyer',
  { tag: '@long' },
  async ({ page }) => {
    const unknown = '/verify?pack=00000000-0000-4000-8000-000000000000';
    const none = page.getByRole('heading', { name: 'No such pack' });
    await page.goto(unknown);
    await expect(page.getByRole('heading', { name: 'Sign in as its buyer' })).toBeVisible();
    await expect(page.getByText('Save both')).toHaveCount(0);
    await expectNoBarriers(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/auth?redirect=${encodeURIComponent(unknown)}`);
    await page.goto('/verify?pack=nonsense');
    await expect(none).toBeVisible();
    await expect(page.getByText('No pack has this address.')).toBeVisible();
    await expect(page.getByText('Save both')).toHaveCount(0);

    await signUp(page);
    await page.goto(unknown);
    await expect(none).toBeVisible();
    await expect(page.getByText('No pack of yours from a drop has this address.')).toBeVisible();
  },
);

test(
  'a file that is no proof gets a sentence about what it is, and no tick',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page);
    for (const [name, content, sentence] of [
      ['cut.json', proof.slice(0, 3000), 'This is not JSON, or only part of a file.'],
      [
        'new.json',
        proof.replace(/"v":2}$/, '"v":3}'),
        'This proof has a version that is not known here.',
      ],
      ['picture.png', Buffer.from([137, 80, 78, 71]), 'picture.png is not a text file.'],
      ['mine.json', files.get('mine.json')!, 'Add the proof of a pack as well.'],
    ] as const) {
      await bring(page, fileOf(name, content));
      await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
      await expect(found(page)).toHaveCount(0);
      await expect(page.getByText('Shown', { exact: true })).toHaveCount(0);
      await removeAll(page);
    }

    // Chooses the file by its path, because Playwright would send content from memory to the browser, and this file has
    // fifty million bytes.
    const folder = mkdtempSync(join(tmpdir(), 'large-'));
    const large = join(folder, 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 50_000_000);
    await page.getByLabel('Files of a proof').setInputFiles(large);
    const sentence = 'large.json is 50 MB, too large to be a proof.';
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
    await expect(found(page)).toHaveCount(0);
    await expect(page.getByText('Shown', { exact: true })).toHaveCount(0);
    rmSync(folder, { recursive: true });
  },
);

test(
  'a visitor with two proofs, or a policy with Windows line ends, reads which one is checked; a long name stays in its frame',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page);
    const own = { ...fileOf('packproof.json'), name: 'second.json' };
    await bring(
      page,
      fileOf('packproof.json', proof.replaceAll('magic-test', 'x'.repeat(2000))),
      own,
    );
    await expect(
      page.getByText(
        'Only second.json is checked, and not packproof.json: bring one pack at a time.',
      ),
    ).toBeVisible();
    await expect(found(page)).toHaveText(/4 of 9 shown/);
    await bring(
      page,
      fileOf('policy.txt', String(files.get('policy.txt')).replaceAll('\n', '\r\n')),
    );
    await expect(check(page, 'The drop was locked before its number existed')).toContainText(
      'Your witnesses saw the drop 54 seconds before its number existed.',
    );
    await page.getByRole('button', { name: 'Remove Who you trust' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await bring(page, fileOf('packproof.json', proof.replaceAll('magic-test', 'x'.repeat(2000))));
    await expect(found(page)).toHaveText(/wrong\.$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  },
);

async function removeAll(page: Page): Promise<void> {
  const remove = page.getByRole('button', { name: /^Remove/ });
  while ((await remove.count()) > 0) await remove.first().click();
}

test(
  'a proof with a real public number and the reader’s own witness shows all nine checks, and queries the shop’s log on a press',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    // Serves the shop under the name that the proof gives it, with the proof's log.
    await serveAs(page, 'http://shop.example', baseURL!, (name) => files.get(name));
    const { release } = await holdResponses(page, {
      address: /^http:\/\/shop\.example\/(?:log|api\/drops)\//,
    });
    await openPage(page, 'http://shop.example/verify');
    await bring(page, fileOf('packproof.json'), fileOf('mine.json'), fileOf('policy.txt'));
    await expect(found(page)).toHaveText('Checked in your browser: 7 of 9 shown, 2 waiting.');
    await pressByKey(page, 'Check the whole drop against the log');
    const ask = page.getByRole('button', { name: 'Check the whole drop against the log' });
    await expect(ask).toHaveAttribute('aria-busy', 'true');
    await expect(ask).toBeFocused();
    await expect(found(page)).toHaveText('Checked in your browser: 7 of 9 shown, 2 waiting.');
    release();
    await expect(found(page)).toHaveText('Checked in your browser: 9 of 9 shown.');
    await expectChecks(page);
    const result = page.getByRole('region').filter({ has: found(page) });
    await expect(result.getByRole('heading', { level: 2 })).toBeFocused();
  },
);

test(
  'after a user saves or removes a policy by keyboard, the focus moves to the result',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page);
    const heading = page.getByRole('heading', { name: 'Your own policy' });
    await page.getByLabel('Keys of logs and witnesses').fill(String(files.get('policy.txt')));
    await pressByKey(page, 'Save this policy');
    await expect(page.getByRole('button', { name: 'Forget this policy' })).toBeVisible();
    await expect(heading).toBeFocused();
    await pressByKey(page, 'Forget this policy');
    await expect(page.getByText('This browser no longer uses a policy.')).toBeVisible();
    await expect(heading).toBeFocused();
  },
);

test('lie 12: the saved verifier is the one that log and README name, gives the same result offline from disk, and can’t query anybody', async ({
  page,
  browser,
}) => {
  await openPage(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save the verifier' }).click(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'));
  const file = join(folder, 'packproof.html');
  await saved.saveAs(file);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  await expect(page.getByText(sha256)).toBeVisible();
  // A change of the verifier's file must change its hash in README too, so that every change
  // shows in a diff.
  expect(readFileSync('README.md', 'utf8')).toContain(`\`${sha256}\``);
  const { data } = (await (await page.request.get('/api/fairness')).json()) as {
    data: { log: { verifier: string } };
  };
  expect(data.log.verifier).toBe(sha256);

  const context = await browser.newContext({ offline: true });
  const alone = await context.newPage();
  const asked: string[] = [];
  alone.on('request', (request) => asked.push(request.url()));
  await alone.goto(`file://${file}`);
  await bring(alone, fileOf('packproof.json'), fileOf('mine.json'), fileOf('policy.txt'));
  await expect(found(alone)).toHaveText('Checked in your browser: 7 of 9 shown, 2 waiting.');
  await expectChecks(alone, ['V8', 'V9']);
  await bring(alone, fileOf('packproof.json', proof.replace('Ember Fox', 'Ember Box')));
  await expect(found(alone)).toHaveText(
    'Checked in your browser: 6 of 9 shown, 2 waiting, 1 wrong.',
  );
  const isRefused = await alone.evaluate(() =>
    fetch('https://shop.example/').then(
      () => false,
      () => true,
    ),
  );
  expect(isRefused).toBe(true);
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await context.close();
  rmSync(folder, { recursive: true });
});
