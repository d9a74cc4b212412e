// Tests a production shop from its first start: the first admin signs in, and admits the next operator.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { PRODUCTION_PORT } from '../playwright.config.ts';
import { expectNoBarriers } from './barriers.ts';
import { pressByKey } from './press-by-key.ts';
import { logIn, logOut, PASSWORD, turnOnTwoFactor } from './shopper.ts';
import { startShop, type StartedShop } from '../src/testing/process.ts';

const SHOP = `http://localhost:${PRODUCTION_PORT}`;
const FOLDER = `.cache/e2e-shop-${PRODUCTION_PORT}`;
const SETTINGS = {
  ...process.env,
  NODE_ENV: 'production',
  REQUIRE_VERIFIED_EMAIL: 'off',
  HOST: '127.0.0.1',
  PORT: String(PRODUCTION_PORT),
  PUBLIC_URL: SHOP,
  DATA_DIR: FOLDER,
  AUTH_SECRET: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'warn',
};
const ADMIN = 'first@example.test';
const MODERATOR = 'second@example.test';

test.use({ baseURL: SHOP });

/** Runs `npm run shop -- ...words` beside the running shop. */
async function command(...words: string[]): Promise<string> {
  const env = { ...SETTINGS, SHOP_PASSWORD: PASSWORD };
  const run = promisify(execFile);
  return (await run(process.execPath, ['src/server/shop.ts', ...words], { env })).stdout;
}

let shop: StartedShop;
test.beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  shop = startShop(SETTINGS);
  await shop.opened;
});
test.afterAll(() => shop.end());

// The tests share one shop, so they run one after the other.
test.describe.configure({ mode: 'serial' });

test('a production shop claims nothing that it can’t show', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('No packs available at the moment.')).toBeVisible();
  await page.goto('/about');
  await expect(page.getByText('Card prices come from public price sources.')).toBeVisible();
  await expect(page.getByText('updated daily')).toHaveCount(0);
  await expect(page.getByText(/packs opened|cards shipped|satisfaction/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /hello@feltandfoil\.test/ })).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Twitter|Facebook/ })).toHaveCount(0);
});

/**
 * Fulfils two conditions for charging cards: signs a document and confirms the statement. A third condition stays
 * open, because the shop's mail does not arrive yet.
 */
async function signWhatOpens(page: Page): Promise<void> {
  await page.goto('/admin/opening');
  await expect(page.getByText('The shop charges no cards yet')).toBeVisible();
  const line = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const approval = line('The card processor’s written approval');
  await expect(approval.getByText('Missing', { exact: true })).toBeVisible();
  await expectNoBarriers(page);

  await approval.getByLabel('Sign the processor’s approval: document').setInputFiles({
    name: 'approval.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('abc'),
  });
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  await expect(approval.getByText(`SHA-256 ${hash}`)).toBeVisible();
  await pressByKey(page, 'Sign the processor’s approval');
  await expect(approval.getByText('Stands', { exact: true })).toBeVisible();
  await expect(approval.getByText(`Signed by ${ADMIN} on`)).toBeVisible();

  const sources = line('The statement about sources is confirmed');
  await expect(sources.getByText('sourced from manufacturers')).toBeVisible();
  await pressByKey(page, 'Confirm this statement');
  await expect(sources.getByText('Stands', { exact: true })).toBeVisible();

  const mail = line('Mail arrives');
  await mail.getByRole('button', { name: 'Mail me a code' }).click();
  await expect(mail.getByRole('alert')).toHaveText('This shop has no mail server.');
  await expectNoBarriers(page);
}

test(
  'the first admin gets access by the command line and gives the next operator a token, who publishes terms',
  { tag: '@long' },
  async ({ page }) => {
    expect(await command('user', 'create', ADMIN, '--role', 'admin')).toContain(
      `npm run shop -- user two-factor ${ADMIN}`,
    );
    await command('user', 'create', MODERATOR, '--role', 'moderator');

    await logIn(page, ADMIN);
    await expect(page.getByRole('button', { name: 'first' })).toBeVisible();
    await page.goto('/admin/users');
    await expect(
      page.getByRole('heading', { name: 'Turn on two-factor sign-in first' }),
    ).toBeVisible();

    await page.getByRole('link', { name: 'Open My account' }).click();
    await page.getByRole('button', { name: 'Set up two-factor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByLabel('Token').fill('00000-00000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This token is not good, or not any more.')).toBeVisible();
    await expect(dialog.getByLabel('Token')).toBeFocused();
    await expectNoBarriers(page);

    const printed = await command('user', 'two-factor', ADMIN);
    await turnOnTwoFactor(page, printed.split(' ')[0]!);
    await page.getByRole('button', { name: 'I have saved my codes' }).click();

    await page.goto('/admin/users');
    const users = page.getByRole('table', { name: 'Users' });
    await users.getByRole('row', { name: MODERATOR }).getByRole('link').click();
    await page.getByRole('button', { name: 'Give set-up token' }).click();
    await page.getByRole('button', { name: 'Give token', exact: true }).click();
    const gift = page.getByRole('dialog', { name: 'Set-up token' });
    const given = await gift.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Done' }).click();

    await signWhatOpens(page);

    await page.goto('/');
    await logOut(page, ADMIN);
    await logIn(page, MODERATOR);
    await expect(page.getByRole('button', { name: 'second' })).toBeVisible();
    await turnOnTwoFactor(page, given!);
    await page.getByRole('button', { name: 'I have saved my codes' }).click();
    await page.goto('/admin/orders');
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

    await page.goto('/admin/texts?text=terms');
    const terms = page.getByRole('textbox', { name: 'Terms' });
    await expect(terms).toHaveValue(/ask a lawyer/);
    await expect(page.getByText('Adapt the template first')).toBeVisible();
    await terms.fill('Be fair.\n\n## Law\n\nThat of Nova Scotia.');
    await page.getByRole('button', { name: 'Save text' }).click();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
    await page.goto('/');
    await logOut(page, MODERATOR);
    await page.getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { name: 'Law' })).toBeVisible();

    await page.goto('/auth?mode=signup');
    await expect(page.getByText('By signing up you accept our Terms.')).toBeVisible();
    await page.getByLabel('Email').fill('third@example.test');
    await page.getByRole('textbox', { name: 'Password' }).fill('a long enough one');
    await page.getByRole('button', { name: 'Sign up', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeHidden();
  },
);
