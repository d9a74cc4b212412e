// The first press of a button must count. The press takes the focus from a field. If the field then shows an error,
// the error must not move the button.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { register, signIn } from './shopper.ts';

type Form = {
  path: string;
  field: string | RegExp;
  /** The part of the page with the form's buttons. If omitted, it is the page's main part. */
  within?: (page: Page) => Locator;
  /** Opens the form on its page. */
  open?: (page: Page) => Promise<unknown>;
};

const CONTROLS = 'button, a[href], summary, label';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const VISITORS: Form[] = [
  { path: '/auth', field: 'Email' },
  { path: '/auth?mode=signup', field: 'Email' },
  { path: '/auth?mode=forgot', field: 'Email' },
  { path: '/auth?mode=reset', field: 'Email' },
];

const SHOPPERS: Form[] = [
  { path: '/top-up', field: /./ },
  {
    path: '/checkout?packId=pokemon-sv1',
    field: 'Discount code',
    open: (page) => page.getByText('Add discount code').click(),
  },
  {
    path: '/my-account',
    field: 'E-mail',
    within: (page) => panel(page, 'Profile'),
    open: (page) => panel(page, 'Profile').getByRole('button', { name: 'Edit e-mail' }).click(),
  },
  {
    path: '/my-account',
    field: 'Full name',
    within: (page) => panel(page, 'Personal details'),
    open: (page) => panel(page, 'Personal details').getByRole('button', { name: 'Edit' }).click(),
  },
  {
    path: '/my-account',
    field: /password/i,
    within: (page) => page.getByRole('dialog'),
    open: (page) =>
      panel(page, 'Account Security').getByRole('button', { name: 'Change Password' }).click(),
  },
];

type Press = (control: Locator) => Promise<void>;
// Forces the press, because Playwright would otherwise wait until the button is enabled.
const byMouse: Press = (control) => control.click({ force: true });
const byTouch: Press = (control) => control.tap({ force: true });

/** Records the page's events in order, and prevents the presses from doing anything. */
async function notePresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    addEventListener('focusout', () => noted.push('the field was left'), true);
    addEventListener('mouseup', () => noted.push('it was let go'), true);
    addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        const isMeant = (event.target as Element).closest('[data-meant]') !== null;
        noted.push(isMeant ? 'it was pressed' : 'something else was pressed');
      },
      true,
    );
  });
}

/** Presses each button of a form while its field is focused and empty. */
async function pressAll(page: Page, form: Form, press: Press): Promise<void> {
  await page.goto(form.path);
  await form.open?.(page);
  const place = form.within?.(page) ?? page.getByRole('main');
  const field = place.getByRole('textbox', { name: form.field }).first();
  await field.fill('');
  await notePresses(page);
  const controls = place.locator(CONTROLS).filter({ visible: true });
  const count = await controls.count();
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at += 1) {
    const control = controls.nth(at);
    await field.fill('');
    await expect(field).toBeFocused();
    const name = await control.evaluate((element) => {
      document.querySelector('[data-meant]')?.removeAttribute('data-meant');
      element.setAttribute('data-meant', '');
      (window as unknown as { noted: string[] }).noted.length = 0;
      element.scrollIntoView({ block: 'center' });
      return element.ariaLabel ?? element.textContent;
    });
    await press(control);
    const noted = await page.evaluate(() => (window as unknown as { noted: string[] }).noted);
    expect
      .soft([form.path, name, noted.filter((one) => one !== 'the field was left')])
      .toEqual([form.path, name, ['it was let go', 'it was pressed']]);
    expect.soft([form.path, name, noted[0]]).toEqual([form.path, name, 'it was let go']);
  }
}

/** Presses slowly, as a person does. If the button moves during the press, the press misses it. */
async function pressSlowly(page: Page, control: Locator): Promise<void> {
  const { x, y, width, height } = (await control.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // Holds the press for two frames, in which the page could show the error about the empty field.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  await page.mouse.up();
}

test(
  'a user who leaves an empty field to go back a step gets there with the first press',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/auth?mode=signup');
    await expect(page.getByLabel('Email')).toBeFocused();
    await pressSlowly(page, page.getByRole('button', { name: 'Back to email' }));
    await expect(page.getByRole('button', { name: 'Sign up', exact: true }).last()).toBeHidden();
    await page.goto('/auth?mode=signup');
    await page.getByLabel('Email').fill('mira@example.test');
    await pressSlowly(page, page.getByRole('main').getByRole('button', { name: 'Log in' }));
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('mira@example.test');
  },
);

test(
  'the first press of each form button counts, by mouse and by finger',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const phone = await elsewhere({ hasTouch: true, isMobile: true });
    const email = await register(page.request);
    const login: Form = {
      path: '/auth?mode=login',
      field: 'Password',
      open: async (shown) => {
        await shown.getByLabel('Email').fill(email);
        await shown.keyboard.press('Enter');
        await shown.getByRole('textbox', { name: 'Password' }).waitFor();
      },
    };
    for (const form of [...VISITORS, login]) {
      await pressAll(page, form, byMouse);
      await pressAll(phone, form, byTouch);
    }
    await signIn(page, email);
    await signIn(phone, email);
    for (const form of SHOPPERS) {
      await pressAll(page, form, byMouse);
      await pressAll(phone, form, byTouch);
    }
  },
);
