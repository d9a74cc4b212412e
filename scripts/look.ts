// `npm run look`: opens a demo shop and writes screenshots of every screen into `look/`, at three
// widths, light and dark, and `look/index.html` with all of them side by side. For eyes: nothing is
// compared. `node scripts/look.ts home packs` looks at those two; LOOK_WIDTHS=390,1280 and
// LOOK_THEMES=light at fewer. LOOK_THEMES=grey shows them as somebody sees them who sees no colours.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { comeToRest } from '../e2e/come-to-rest.ts';
import { inParallel } from '../src/testing/crowd.ts';
import { startMailServer } from '../src/testing/mail-server.ts';
import { generateSync } from 'otplib';
import { findChromium } from './find-chromium.ts';

// Another place, where two runs share a machine.
const PORT = Number(process.env['LOOK_PORT'] ?? 3978);
const ADDRESS = `http://localhost:${PORT}`;
const FOLDER = 'look';
const DATA_DIR = '.cache/look-shop';

const WIDTHS = listOf('LOOK_WIDTHS', '390,768,1280').map(Number);
const THEMES = listOf('LOOK_THEMES', 'light,dark');

/** Screens that are looked at together. */
const AT_ONCE = 2;

function listOf(setting: string, otherwise: string): string[] {
  return (process.env[setting] ?? otherwise).split(',');
}

/** The mail server of the shop sends everything to this address back. */
const UNKNOWN = 'gone@example.test';

type Screen = {
  name: string;
  path: string;
  /** Whether somebody is signed in on it. */
  signedIn?: boolean | 'admin' | 'newcomer';
  /** What the shop does not answer, or answers with a failure, from the start. */
  network?: (page: Page) => Promise<unknown>;
  /** What to do on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
};

/** What the lists of a person are called with. */
const CALLS = {
  'my-cards': '**/api/cards/my*',
  'my-account': '**/api/users/profile*',
  shipments: '**/api/shipping/requests*',
  transactions: '**/api/transactions*',
};

/** What the lists of the operators are called with; the overview is none, and stands at /admin itself. */
const ADMIN_CALLS = {
  overview: '**/api/admin/overview*',
  catalogue: '**/api/admin/pack-types*',
  stock: '**/api/admin/stock/packs*',
  prices: '**/api/admin/prices*',
  orders: '**/api/admin/orders*',
  transactions: '**/api/admin/transactions*',
  'discount-codes': '**/api/admin/discount-codes*',
  shipping: '**/api/admin/shipments*',
  'locked-cards': '**/api/admin/cards/locked*',
  users: '**/api/admin/users*',
  audit: '**/api/admin/audit-log*',
  mail: '**/api/admin/mails*',
  jobs: '**/api/admin/jobs*',
};

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'packs', path: '/packs' },
  { name: 'pack', path: '/pack/magic-mid-draft' },
  { name: 'pack-sold-out', path: '/pack/yugioh-dimension-force' },
  { name: 'certified-packs', path: '/pack/magic-mid-draft/certification' },
  { name: 'pack-not-found', path: '/pack/nowhere' },
  {
    name: 'packs-loading',
    path: '/about',
    network: never('**/api/pack-types*'),
    prepare: (page) => follow(page, 'Packs', 'Loading packs...'),
  },
  {
    name: 'packs-error',
    path: '/about',
    network: fails('**/api/pack-types*'),
    prepare: (page) => follow(page, 'Packs', 'Error Loading Packs'),
  },
  {
    name: 'home-loading',
    path: '/about',
    network: never('**/api/pack-types*'),
    prepare: (page) => follow(page, 'Felt & Foil, home', 'Loading packs...'),
  },
  { name: 'home-offline', path: '/', prepare: goOffline },
  { name: 'about', path: '/about' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'auth-email', path: '/auth' },
  {
    name: 'auth-login',
    path: '/auth',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('demo@feltandfoil.test');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    },
  },
  {
    name: 'auth-signup-errors',
    path: '/auth?mode=signup',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('mira@');
      await page.keyboard.press('Enter');
      await page.getByText('Please enter a valid email address').waitFor();
    },
  },
  { name: 'auth-forgot', path: '/auth?mode=forgot' },
  { name: 'auth-reset', path: '/auth?mode=reset#email=mira@example.com&code=482193' },
  { name: 'auth-two-factor', path: '/auth', prepare: enterGuarded },
  {
    name: 'auth-recovery',
    path: '/auth',
    prepare: async (page) => {
      await enterGuarded(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
    },
  },
  {
    name: 'email-form',
    path: '/my-account',
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit e-mail' }).click();
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Invalid password').waitFor();
    },
  },
  {
    name: 'email-code',
    path: '/my-account',
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit e-mail' }).click();
      await page.getByRole('textbox', { name: 'E-mail' }).fill('mira.new@example.com');
      await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByLabel('Confirmation code').waitFor();
    },
  },
  {
    name: 'change-password',
    path: '/my-account',
    signedIn: true,
    prepare: (page) => page.getByRole('button', { name: 'Change Password' }).click(),
  },
  { name: 'two-factor', path: '/my-account', signedIn: true, prepare: setUpTwoFactor },
  {
    name: 'two-factor-wrong',
    path: '/my-account',
    signedIn: true,
    prepare: async (page) => {
      await setUpTwoFactor(page);
      await page.getByLabel('Verification code').fill('000000');
      await page.getByText('Invalid verification code').waitFor();
    },
  },
  {
    name: 'sign-out-everywhere',
    path: '/my-account',
    signedIn: true,
    prepare: (page) => page.getByRole('button', { name: 'Sign out everywhere' }).click(),
  },
  {
    name: 'recovery-codes',
    path: '/',
    prepare: async (page) => void (await turnTwoFactorOn(page)),
  },
  {
    name: 'checkout',
    path: '/checkout?packId=pokemon-sv1',
    signedIn: true,
    prepare: (page) => said(page, 'Order summary'),
  },
  {
    name: 'checkout-card',
    path: '/checkout?packId=pokemon-sv1',
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByLabel('Expiration (MM/YY)').fill('1329');
      await page.getByRole('button', { name: /^Pay CAD/ }).click();
      await page.getByText("Your card's expiration month is invalid.").waitFor();
    },
  },
  { name: 'checkout-empty', path: '/checkout', signedIn: true, prepare: emptyCart },
  {
    name: 'checkout-short',
    path: '/checkout?packId=pokemon-sv1&quantity=100',
    signedIn: true,
    prepare: (page) => said(page, 'Your pack is reserved'),
  },
  { name: 'checkout-refused', path: '/checkout?packId=pokemon-sv3pt5', signedIn: true },
  { name: 'results', path: '/checkout?packId=pokemon-sv1', signedIn: true, prepare: buy },
  { name: 'my-cards', path: '/my-cards', signedIn: true },
  {
    name: 'sell-dialog',
    path: '/my-cards',
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Sell/ }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'shipping', path: '/my-cards', signedIn: true, prepare: (page) => shipThree(page) },
  {
    name: 'shipping-errors',
    path: '/my-cards',
    signedIn: true,
    prepare: async (page) => {
      await shipThree(page);
      await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
      await page.getByText('first name is required').waitFor();
    },
  },
  {
    name: 'shipping-card',
    path: '/my-cards',
    signedIn: true,
    prepare: async (page) => {
      await shipThree(page);
      await typeAddress(page);
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByLabel('Card number').waitFor();
    },
  },
  {
    name: 'shipping-done',
    path: '/my-cards',
    signedIn: true,
    prepare: async (page) => {
      await shipThree(page);
      await typeAddress(page);
      await page.getByRole('radio', { name: /Balance/ }).check();
      await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
      await page.getByText('Shipping Request Created!').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'shipments', path: '/shipments', signedIn: true },
  { name: 'shipment', path: '/shipments', signedIn: true, prepare: openShipment },
  {
    name: 'shipment-cancel',
    path: '/shipments',
    signedIn: true,
    prepare: async (page) => {
      await openShipment(page);
      await page.getByRole('button', { name: 'Cancel shipment' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...(['my-cards', 'my-account', 'shipments', 'transactions'] as const).flatMap((name) => [
    waiting({ name: `${name}-loading`, path: `/${name}`, network: never(CALLS[name]) }),
    failing({ name: `${name}-error`, path: `/${name}`, network: fails(CALLS[name]) }),
    {
      name: `${name}-new`,
      path: `/${name}`,
      signedIn: 'newcomer' as const,
    },
  ]),
  { name: 'my-cards-history', path: '/my-cards?tab=history', signedIn: true },
  { name: 'my-cards-offline', path: '/my-cards', signedIn: true, prepare: goOffline },
  waiting({
    name: 'checkout-loading',
    path: '/checkout?packId=pokemon-sv1',
    network: never('**/api/pack-types/*'),
  }),
  { name: 'denied', path: '/admin', signedIn: true },
  { name: 'my-account', path: '/my-account', signedIn: true },
  {
    name: 'my-account-edit',
    path: '/my-account',
    signedIn: true,
    prepare: async (page) => {
      const details = page.getByRole('region', { name: 'Personal details' });
      await details.getByRole('button', { name: 'Edit' }).click();
      await details.getByLabel('City').fill('Halifax');
      await details.getByRole('button', { name: 'Save' }).click();
      await details.getByText('state is required').waitFor();
    },
  },
  {
    name: 'delete-account',
    path: '/my-account',
    // Who is still paying by card can't go yet.
    signedIn: 'newcomer',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('textbox', { name: 'Your password' }).waitFor();
    },
  },
  { name: 'top-up', path: '/top-up', signedIn: true },
  { name: 'transactions', path: '/transactions', signedIn: true },
  { name: 'transactions-none', path: '/transactions?type=shipping_fee', signedIn: true },
  { name: 'transaction', path: '/transactions', signedIn: true, prepare: openPurchase },
  {
    name: 'receipt',
    path: '/transactions',
    signedIn: true,
    prepare: async (page) => {
      await openPurchase(page);
      await page.getByRole('link', { name: 'View receipt' }).click();
      await page.getByText(/^FF-/).waitFor();
    },
  },
  { name: 'opening-pack', path: '/card-opening', signedIn: true, prepare: payPack },
  { name: 'opening-card', path: '/card-opening', signedIn: true, prepare: turnRareCard },
  {
    name: 'opening-congratulations',
    path: '/card-opening',
    signedIn: true,
    prepare: (page) => turnRareCard(page, 'praised'),
  },
  {
    name: 'opening-exit',
    path: '/card-opening',
    signedIn: true,
    prepare: async (page) => {
      await turnRareCard(page);
      await page.getByRole('button', { name: 'Exit' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-jobs',
    path: '/admin/jobs',
    signedIn: 'admin',
    prepare: (page) =>
      page.getByText('No such user here').filter({ visible: true }).first().waitFor(),
  },
  { name: 'admin-catalogue', path: '/admin/catalogue', signedIn: 'admin' },
  {
    name: 'admin-pack-type',
    path: '/admin/catalogue?id=magic-mid-draft',
    signedIn: 'admin',
    prepare: (page) => page.getByLabel('Price (CAD)').waitFor(),
  },
  { name: 'admin-stock', path: '/admin/stock', signedIn: 'admin' },
  { name: 'admin-intake', path: '/admin/stock/intake', signedIn: 'admin' },
  { name: 'admin-prices', path: '/admin/prices', signedIn: 'admin' },
  { name: 'admin-mail', path: '/admin/mail', signedIn: 'admin' },
  { name: 'admin-users', path: '/admin/users', signedIn: 'admin' },
  { name: 'admin-audit', path: '/admin/audit', signedIn: 'admin' },
  { name: 'admin-audit-promises', path: '/admin/audit?view=promises', signedIn: 'admin' },
  { name: 'admin-overview', path: '/admin', signedIn: 'admin' },
  { name: 'admin-orders', path: '/admin/orders', signedIn: 'admin' },
  { name: 'admin-shipping', path: '/admin/shipping', signedIn: 'admin' },
  { name: 'admin-locked-cards', path: '/admin/locked-cards', signedIn: 'admin' },
  { name: 'admin-transactions', path: '/admin/transactions', signedIn: 'admin' },
  { name: 'admin-discount-codes', path: '/admin/discount-codes', signedIn: 'admin' },
  ...Object.entries(ADMIN_CALLS).flatMap(([name, calls]) => {
    const path = name === 'overview' ? '/admin' : `/admin/${name}`;
    return [
      waiting({ name: `admin-${name}-loading`, path, signedIn: 'admin', network: never(calls) }),
      failing({ name: `admin-${name}-error`, path, signedIn: 'admin', network: fails(calls) }),
    ];
  }),
  {
    name: 'admin-mail-open',
    path: `/admin/mail?search=${UNKNOWN}`,
    signedIn: 'admin',
    prepare: async (page) => {
      await page.getByRole('link', { name: /code$/ }).filter({ visible: true }).first().click();
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    },
  },
];

/** A screen of somebody who is signed in, while it waits. */
function waiting(screen: Screen): Screen {
  return { signedIn: true, ...screen, prepare: (page) => said(page, /^Loading/) };
}

/** The same, when the shop refused. */
function failing(screen: Screen): Screen {
  return { signedIn: true, ...screen, prepare: (page) => said(page, 'Try Again') };
}

async function said(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('main').getByText(text).first().waitFor();
}

/** On a busy machine the network may rest while the code still starts. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await comeToRest(page);
  await page
    .locator('main')
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'hidden' });
}

/** Calls that get no answer. */
function never(url: string): (page: Page) => Promise<unknown> {
  return (page) => page.route(url, () => new Promise(() => {}));
}

/** Calls that are refused, in a way that another try would not help. */
function fails(url: string): (page: Page) => Promise<unknown> {
  const error = { code: 'VALIDATION_ERROR', message: 'Bad request - please check your input' };
  return (page) =>
    page.route(url, (route) =>
      route.fulfill({ status: 400, json: { success: false, error, timestamp: '' } }),
    );
}

async function follow(page: Page, link: string, text: string): Promise<void> {
  await page.waitForLoadState('networkidle'); // Before that a link loads the next page anew.
  await page.evaluate((name) => {
    const found = [...document.querySelectorAll('a')].find(
      (one) => one.ariaLabel === name || one.textContent === name,
    );
    found!.click();
  }, link);
  await said(page, text);
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
}

/** Somebody new, with their second factor just turned on. Answers their address. */
async function turnTwoFactorOn(page: Page): Promise<string> {
  const email = `guarded-${Math.random().toString(36).slice(2)}@example.com`;
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.waitForURL('/');
  await page.goto('/my-account');
  await setUpTwoFactor(page);
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const code = generateSync({ secret: key!.replaceAll(' ', '') });
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  return email;
}

async function enterGuarded(page: Page): Promise<void> {
  const email = await turnTwoFactorOn(page);
  await page.evaluate(() => {
    for (const name of ['access_token', 'refresh_token', 'felt-and-foil'])
      localStorage.removeItem(name);
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

/** Goes to the shipping page with three cards of the collection. */
async function shipThree(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: /^Select (?!all)/ }).filter({ visible: true });
  for (const at of [0, 1, 2]) await ticks.nth(at).check();
  await page.getByRole('link', { name: 'Ship all' }).click();
  await page.getByLabel('First name').waitFor();
}

async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel('First name').fill(ADDRESSEE.firstName);
  await page.getByLabel('Last name').fill(ADDRESSEE.lastName);
  await page.getByLabel('Address line 1').fill(ADDRESSEE.addressLine1);
  await page.getByLabel('City').fill(ADDRESSEE.city);
  await page.getByLabel('State or province').fill(ADDRESSEE.state);
  await page.getByLabel('Postal code').fill(ADDRESSEE.postalCode);
  await page.getByLabel('Country').selectOption(ADDRESSEE.country);
  await page.getByText('3-5 business days').waitFor();
}

async function openShipment(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /and 2 more$/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'Cancel shipment' }).waitFor();
}

async function emptyCart(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('checkout-pack-id'));
  await page.reload();
  await page.getByText('Your cart is empty').waitFor();
}

async function openPurchase(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^1 x / }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'View receipt' }).waitFor();
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Skip Animation' }).click();
  await page.getByRole('button', { name: 'View Collection' }).waitFor();
}

/** Pays a pack with a test card and goes to where it is opened. */
async function payPack(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const begun = await page.request.post('/api/payments/create-payment-intent', {
    headers: { authorization: `Bearer ${token}` },
    data: { packs: [{ packId: 'pokemon-sv1', quantity: 1 }] },
  });
  const { data } = (await begun.json()) as {
    data: { paymentIntentId: string; clientSecret: string };
  };
  await page.request.post(`/stripe-sandbox/v1/payment_intents/${data.paymentIntentId}/confirm`, {
    form: {
      key: 'pk_test_sandbox',
      client_secret: data.clientSecret,
      payment_method: 'pm_card_visa',
    },
  });
  await page.goto(`/card-opening?payment_intent=${data.paymentIntentId}`);
  await page.getByText('11 Cards').waitFor();
  await page.waitForLoadState('networkidle');
}

async function turnRareCard(page: Page, until: 'kept' | 'praised' = 'kept'): Promise<void> {
  await payPack(page);
  await page.getByRole('button', { name: 'Open now' }).click();
  await page.getByText('Card 1 of 11').waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press('s');
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  if (until === 'praised') return;
  await page.keyboard.press('Escape');
  await page.waitForTimeout(2500); // The light comes to rest.
}

type SignIn = { access_token: string; refresh_token: string; user: object };

async function post<Data = SignIn>(path: string, body: object, token?: string): Promise<Data> {
  const response = await fetch(`${ADDRESS}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Data }).data;
}

/** Who is signed in on a screen. A sign-in is good for minutes: each screen has its own. */
const PEOPLE = {
  shopper: { email: 'demo@feltandfoil.test', password: 'demo1234' },
  admin: { email: 'admin@feltandfoil.test', password: 'admin1234' },
  newcomer: { email: 'newcomer@example.com', password: 'demo1234' },
};

const signIn = (who: keyof typeof PEOPLE): Promise<SignIn> => post('/auth/login', PEOPLE[who]);

const ADDRESSEE = {
  firstName: 'Mira',
  lastName: 'van der Berg',
  addressLine1: '12 Queen St W',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5H 2N2',
  country: 'CA',
};

/** Cards of every kind and a shipment, so that lists have something to show. */
async function giveShopperCards(): Promise<void> {
  const { access_token: token } = await signIn('shopper');
  const packs = ['magic-mid-draft', 'pokemon-sv3pt5', 'yugioh-mystic-fighters'].map((packId) => ({
    packId,
    quantity: 1,
  }));
  const { packOpenings } = await post<{
    packOpenings: { id: string; cards: { id: string }[] }[];
  }>('/payments/purchase-with-balance', { packs, paymentMethod: 'balance' }, token);
  const cardGroups = packOpenings.map(({ id, cards }) => ({
    packOpeningId: id,
    cardIds: [cards.at(-1)!.id],
  }));
  const shipment = { cardGroups, shippingAddress: ADDRESSEE, paymentMethod: 'balance' };
  await post('/shipping/requests', shipment, token);
}

async function lookAt(browser: Browser, screen: Screen): Promise<void> {
  const { signedIn = false } = screen;
  const who = signedIn === true ? 'shopper' : signedIn;
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const session = who === false ? null : await signIn(who);
      const context = await browser.newContext({
        viewport: { width, height: width === 390 ? 844 : 900 },
        baseURL: ADDRESS,
        locale: 'en-CA',
      });
      await context.addInitScript(
        ([chosen, given]) => {
          localStorage.setItem('ui-theme', chosen);
          if (given === null) return;
          localStorage.setItem('access_token', given.access_token);
          localStorage.setItem('refresh_token', given.refresh_token);
          const state = {
            user: given.user,
            isAuthenticated: true,
            packTypes: null,
            packTypesFetchedAt: null,
          };
          localStorage.setItem('felt-and-foil', JSON.stringify({ state, version: 0 }));
        },
        [theme === 'grey' ? 'light' : theme, session] as const,
      );
      const page = await context.newPage();
      if (theme === 'grey') {
        const browserOf = await context.newCDPSession(page);
        await browserOf.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
      }
      await screen.network?.(page);
      await page.goto(screen.path);
      // What is never answered keeps the network busy for ever.
      if (!screen.network) await loaded(page);
      await screen.prepare?.(page);
      await comeToRest(page);
      const isOverlay = await page.locator('dialog[open]').count();
      // A page that was scrolled would be drawn with its header in the middle.
      if (isOverlay === 0) await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({
        path: `${FOLDER}/${screen.name}-${width}-${theme}.png`,
        fullPage: isOverlay === 0,
      });
      await context.close();
    }
  }
}

/** One page with every picture of the folder, those of a screen in a row. */
function writeIndex(): void {
  const rows = Map.groupBy(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.png'))
      .sort(),
    (name) => name.replace(/-\d+-[a-z]+\.png$/, ''),
  );
  const sections = [...rows].map(
    ([screen, pictures]) =>
      `<section id="${screen}"><h2>${screen}</h2>${pictures
        .map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`)
        .join('')}</section>`,
  );
  writeFileSync(
    `${FOLDER}/index.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>
  body { font: 14px system-ui; margin: 16px; background: #777; color: #fff }
  h2 { font-size: 14px; margin: 16px 0 4px } img { height: 640px; margin: 0 8px 8px 0; vertical-align: top }
</style>
${sections.join('\n')}</html>\n`,
  );
}

async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const ready = await fetch(`${ADDRESS}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The shop did not open');
}

const only = process.argv.slice(2);
rmSync(DATA_DIR, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const mail = await startMailServer();
mail.unknown.add(UNKNOWN);
const shop = spawn(process.execPath, ['src/server/main.ts'], {
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    SMTP_URL: mail.url,
  },
  stdio: 'inherit',
});
try {
  await waitUntilReady();
  await giveShopperCards();
  await post('/auth/register', PEOPLE.newcomer);
  // Their mail comes back.
  await post('/auth/register', { email: UNKNOWN, password: 'correct horse' });
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
  await inParallel(wanted, AT_ONCE, async (screen) => {
    try {
      await lookAt(browser, screen);
      console.log(`${screen.name}: ${WIDTHS.length * THEMES.length} pictures`);
    } catch (error) {
      // The others are worth looking at all the same.
      process.exitCode = 1;
      console.error(`${screen.name}: ${String(error)}`);
    }
  });
  await browser.close();
  writeIndex();
} finally {
  shop.kill('SIGTERM');
  await new Promise((resolve) => shop.on('exit', resolve));
  await mail.goAway();
}
