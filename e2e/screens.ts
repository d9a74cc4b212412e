// Lists every screen of the shop in all its states, for all scripts that visit every screen (the accessibility tests
// and `npm run look`).
import type { Page } from '@playwright/test';
import { LEGAL_KEYS } from '#domain/consent.ts';
import {
  changeResponses,
  holdResponses,
  fakeResponses,
  refuseRequests,
  type Whose,
} from './answers.ts';
import { comeToRest } from './come-to-rest.ts';
import {
  COVERED_PACKS,
  TERMS,
  NOTICES,
  MATTERS,
  PRINTED_LABELS,
  CREDIT_PARTS,
  DROPS,
  showDrops,
  showCopies,
  showSingles,
  ON_SALE,
  SINGLE,
  typeNumbers,
  showElsewhere,
  showImports,
  IMPORT_ID,
  showMargins,
  showInvited,
  showWebhooks,
  showMadeStaff,
  showReturnedMail,
  demandTwoFactor,
  showKeys,
  ALERTS,
  WAITING,
  TRACKING_FILE,
} from './made-up-answers.ts';
import { arrive, card, openPack, showRarities, standStill } from './pack-to-open.ts';
import {
  said,
  follow,
  closeDialog,
  unfold,
  paySealedPacks,
  sellAllCards,
  refundPack,
  openFirstCard,
  goOffline,
  leave,
  setUpTwoFactor,
  enterGuarded,
  endSession,
  comeBackUnpaid,
  shipThree,
  goWithThree,
  typeAddress,
  openShipment,
  emptyCart,
  fillCart,
  openMail,
  openPurchase,
  buy,
  payWithCredits,
  seeAll,
  turnSample,
  turnRareCard,
  fanPack,
  untilLoaded,
  bringProof,
} from './screen-steps.ts';
import { callAs, newEmail, PASSWORD, turnOnTwoFactor } from './shopper.ts';

export type Screen = {
  name: string;
  path: string;
  /**
   * The person who sees the screen. If omitted, it is a visitor. A shopper has cards and a shipment; a newcomer has
   * done nothing yet. A stranger is a new person for this screen alone, because the screen changes their account.
   */
  who?: 'shopper' | 'newcomer' | 'stranger' | 'admin';
  /**
   * Set for a list that is waiting for its response, or whose request was refused, and for a checkout whose total
   * changed. All lists and all ways to pay show these states in the same way.
   */
  state?: 'loading' | 'refused' | 'total changed';
  /** Makes requests fail or stay without a response from the start. */
  network?: (page: Page) => Promise<unknown>;
  /** The steps that lead to the screen. They begin at the screen in `from`, or at the page if `from` is omitted. */
  prepare?: (page: Page) => Promise<unknown>;
  /**
   * The name of the screen from which this screen is reached. A visit of several screens continues from there. Both
   * screens have the same path and person.
   */
  from?: string;
  /**
   * The steps that lead back to the screen in `from`. If omitted, there is no way back, so this screen must be the
   * last one reached from the screen in `from`.
   */
  leave?: (page: Page) => Promise<unknown>;
  /** Whether a visit has only this screen, because its steps sign in somebody else. */
  isAlone?: true;
};

/** The pages with a shopper's own lists, and the endpoint of each list. */
const LISTS = {
  'my-cards': 'listMyCards',
  'my-account': 'showProfile',
  shipments: 'listShipments',
  transactions: 'listTransactions',
} as const;

/**
 * The operators' pages with lists, and the endpoint of each list. The overview is not a list, and its address is
 * /admin itself.
 */
const ADMIN_LISTS = {
  overview: 'showOverview',
  catalogue: 'listAdminPackTypes',
  stock: 'listStock',
  singles: 'listSingles',
  drops: 'listAdminDrops',
  prices: 'showPrices',
  orders: 'listOrders',
  disputes: 'listDisputes',
  transactions: 'listAllTransactions',
  'discount-codes': 'listDiscountCodes',
  shipping: 'listAdminShipments',
  'locked-cards': 'listLockedCards',
  users: 'listUsers',
  audit: 'listAuditEntries',
  mail: 'listMails',
  jobs: 'listJobs',
  webhooks: 'listWebhooks',
} as const;

export const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  {
    name: 'home-sample',
    path: '/',
    from: 'home',
    leave: closeDialog,
    prepare: turnSample,
  },
  { name: 'packs', path: '/packs' },
  { name: 'pack', path: '/pack/magic-mid-draft' },
  { name: 'pack-sold-out', path: '/pack/yugioh-dimension-force' },
  { name: 'certified-packs', path: '/pack/magic-mid-draft/certification' },
  { name: 'drop-night', path: '/pack/magic-mid-draft/drop-night' },
  { name: 'pack-not-found', path: '/pack/nowhere' },
  { name: 'cards', path: '/cards' },
  { name: 'cards-alike', path: '/cards?search=charzard' },
  { name: 'cards-nothing', path: '/cards?search=qqxxzz' },
  { name: 'card', path: '/cards?search=pikachu&set=pokemon-sv2', prepare: openFirstCard },
  {
    name: 'card-on-sale',
    path: '/cards?search=pikachu&set=pokemon-sv2',
    network: showCopies,
    prepare: async (page) => {
      // Before hydration, the link would load the page with the shop's own copies.
      await comeToRest(page);
      await openFirstCard(page);
      await page.getByRole('heading', { name: 'Buy this card' }).waitFor();
    },
  },
  {
    name: 'card-own',
    path: '/cards?in=mine',
    who: 'shopper',
    prepare: async (page) => {
      await openFirstCard(page);
      await page
        .getByRole('button', { name: /^Share/ })
        .first()
        .waitFor();
    },
  },
  { name: 'card-not-found', path: '/card/nowhere' },
  {
    name: 'packs-loading',
    path: '/about',
    network: (page) => holdResponses(page, 'listPackTypes'),
    prepare: (page) => follow(page, 'Packs', 'Loading packs...'),
  },
  {
    name: 'packs-error',
    path: '/about',
    network: (page) => refuseRequests(page, 'listPackTypes', 'VALIDATION_ERROR'),
    prepare: (page) => follow(page, 'Packs', 'Error Loading Packs'),
  },
  {
    name: 'home-loading',
    path: '/about',
    network: (page) => holdResponses(page, 'listPackTypes'),
    prepare: (page) => follow(page, 'Felt & Foil, home', 'Loading packs...'),
  },
  { name: 'home-offline', path: '/', prepare: goOffline },
  {
    name: 'packs-none',
    path: '/about',
    network: (page) => fakeResponses(page, 'listPackTypes', []),
    prepare: (page) => follow(page, 'Packs', 'No packs available at the moment.'),
  },
  { name: 'about', path: '/about' },
  { name: 'how-it-works', path: '/how-it-works' },
  { name: 'where-we-sell', path: '/where-we-sell' },
  { name: 'helplines', path: '/helplines' },
  {
    name: 'legal',
    path: '/about',
    network: (page) => fakeResponses(page, 'showLegalText', TERMS),
    prepare: async (page) => {
      await comeToRest(page);
      // The test server has no published terms, so the page gets fake ones and the address is
      // opened inside the page.
      await page.evaluate(() => {
        history.pushState({}, '', '/legal/terms');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
    },
  },
  { name: 'fairness', path: '/fairness' },
  {
    name: 'drop',
    path: '/pack/magic-mid-draft',
    prepare: async (page) => {
      await page.getByRole('link', { name: /^How to check/ }).click();
      await page.getByText(/^Ordered by number/).waitFor();
    },
  },
  {
    name: 'proof',
    path: '/my-account',
    who: 'shopper',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^Proof/ })
        .first()
        .click();
      await page.getByText(/^Checked in your browser/).waitFor();
    },
  },
  { name: 'verify', path: '/verify' },
  {
    name: 'verify-checked',
    path: '/verify',
    from: 'verify',
    prepare: (page) => bringProof(page, 'Ember Fox'),
  },
  {
    name: 'verify-wrong',
    path: '/verify',
    from: 'verify-checked',
    prepare: (page) => bringProof(page, 'Ember Box'),
  },
  { name: 'not-found', path: '/nowhere' },
  { name: 'auth-email', path: '/auth' },
  { name: 'auth-signup', path: '/auth?mode=signup' },
  { name: 'auth-verify', path: '/auth?mode=verify', who: 'newcomer' },
  {
    name: 'auth-login',
    path: '/auth',
    from: 'auth-email',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('demo@feltandfoil.test');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    },
  },
  {
    name: 'auth-signup-errors',
    path: '/auth?mode=signup',
    from: 'auth-signup',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('mira@');
      await page.keyboard.press('Enter');
      await page.getByText('Please enter a valid email address').waitFor();
    },
  },
  { name: 'auth-forgot', path: '/auth?mode=forgot' },
  { name: 'auth-reset', path: '/auth?mode=reset#email=mira@example.com&code=482193' },
  { name: 'auth-two-factor', path: '/auth', isAlone: true, prepare: enterGuarded },
  {
    name: 'auth-recovery',
    path: '/auth',
    from: 'auth-two-factor',
    prepare: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  {
    name: 'email-form',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
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
    who: 'stranger',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit e-mail' }).click();
      await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail());
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByLabel('Confirmation code').waitFor();
    },
  },
  {
    name: 'change-password',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: closeDialog,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change Password' }).click();
      await page.getByRole('textbox', { name: 'Current password' }).press('Enter');
      await page.getByText('Password is required').first().waitFor();
    },
  },
  {
    name: 'two-factor',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: closeDialog,
    prepare: setUpTwoFactor,
  },
  {
    name: 'two-factor-wrong',
    path: '/my-account',
    who: 'shopper',
    from: 'two-factor',
    prepare: async (page) => {
      await page.getByLabel('Verification code').fill('000000');
      await page.getByText('Invalid verification code').waitFor();
    },
  },
  {
    name: 'sign-out-everywhere',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: closeDialog,
    prepare: async (page) => {
      await unfold(page, 'Sessions');
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'recovery-codes', path: '/', who: 'stranger', prepare: turnOnTwoFactor },
  {
    name: 'turn-off-two-factor',
    path: '/',
    who: 'stranger',
    from: 'recovery-codes',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'I have saved my codes' }).click();
      await page.getByRole('button', { name: 'Turn off two-factor' }).click();
      await page.getByLabel('Verification code').waitFor();
    },
  },
  {
    name: 'checkout',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    prepare: (page) => page.getByRole('button', { name: /^Pay CAD/ }).waitFor(),
  },
  {
    name: 'checkout-card',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    from: 'checkout',
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByLabel('Expiration (MM/YY)').fill('1329');
      await page.getByRole('button', { name: /^Pay CAD/ }).click();
      await page.getByText("Your card's expiration month is invalid.").waitFor();
      // The page has scrolled to the wrong field, so its header may cover half of a choice. This scrolls back to the
      // top.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'checkout-asked',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    network: (page) =>
      changeResponses(page, 'checkEligibility', (data: object) =>
        Object.assign(data, {
          asks: { texts: LEGAL_KEYS.map((text) => ({ text, version: 1 })), age: 19 },
        }),
      ),
    prepare: (page) => page.getByRole('checkbox', { name: 'I am 19 years old or older' }).waitFor(),
  },
  {
    name: 'checkout-region',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    network: (page) =>
      changeResponses(page, 'calculateTotal', (data: object) =>
        Object.assign(data, { tax: 0, taxes: [], region: null, needsRegion: true }),
      ),
    prepare: (page) => page.getByRole('heading', { name: 'Where do you live?' }).waitFor(),
  },
  {
    name: 'checkout-expired',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    network: (page) =>
      changeResponses(page, 'createPaymentIntent', (data: object) =>
        Object.assign(data, { expiresAt: new Date(Date.now() + 3_000).toISOString() }),
      ),
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByText('Reservation Expired').waitFor();
    },
  },
  { name: 'checkout-cart', path: '/checkout?cart=true', who: 'shopper', prepare: fillCart },
  {
    name: 'checkout-single',
    path: `/checkout?single=${ON_SALE.id}`,
    who: 'shopper',
    network: showCopies,
    prepare: (page) => page.getByRole('button', { name: /^Pay CAD/ }).waitFor(),
  },
  {
    name: 'checkout-single-gone',
    path: `/checkout?single=${ON_SALE.id}`,
    who: 'shopper',
    prepare: (page) => said(page, /no longer available/),
  },
  {
    name: 'checkout-opened',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    from: 'results',
    prepare: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByText('Your packs are open').waitFor();
    },
  },
  { name: 'checkout-empty', path: '/checkout', who: 'shopper', prepare: emptyCart },
  {
    name: 'checkout-short',
    path: '/checkout?packId=pokemon-sv1&quantity=100',
    who: 'shopper',
    prepare: (page) => said(page, 'Your 100 packs are reserved'),
  },
  { name: 'checkout-refused', path: '/checkout?packId=pokemon-sv3pt5', who: 'shopper' },
  {
    name: 'checkout-total-changed',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    state: 'total changed',
    network: (page) => refuseRequests(page, 'purchaseWithBalance', 'AMOUNT_MISMATCH'),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Pay CAD .* with Balance$/ }).click();
      await page.getByRole('button', { name: 'See New Total' }).waitFor();
    },
  },
  {
    name: 'checkout-card-total-changed',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    state: 'total changed',
    network: (page) => refuseRequests(page, 'createPaymentIntent', 'AMOUNT_MISMATCH'),
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByRole('button', { name: 'See New Total' }).waitFor();
    },
  },
  {
    name: 'checkout-paused',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    network: (page) =>
      refuseRequests(page, 'createPaymentIntent', 'UNPAID_CARTS', {
        details: { until: new Date(Date.now() + 15 * 60_000).toISOString() },
      }),
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Card/ }).check();
      await said(page, /^Your last carts were not paid/);
    },
  },
  {
    name: 'checkout-not-verified',
    path: '/checkout?packId=pokemon-sv1',
    who: 'newcomer',
    network: (page) =>
      refuseRequests(page, { address: '**/api/payments/**' }, 'EMAIL_NOT_VERIFIED'),
    prepare: (page) => page.getByRole('link', { name: 'Verify Email' }).waitFor(),
  },
  {
    name: 'results-asked',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    prepare: payWithCredits,
  },
  {
    name: 'results',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    from: 'results-asked',
    prepare: seeAll,
  },
  {
    name: 'share-dialog',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    prepare: async (page) => {
      await buy(page);
      await page.getByRole('button', { name: /^Share/ }).click();
      await page.getByRole('img', { name: /with its rarity/ }).waitFor();
    },
  },
  { name: 'my-cards-wall', path: '/my-cards?view=cards', who: 'shopper' },
  {
    name: 'my-cards-select',
    path: '/my-cards?view=cards',
    who: 'shopper',
    from: 'my-cards-wall',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'Select cards' }).click();
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
    },
    // A ticked card would stay ticked in the rows of the next screen.
    leave: (page) =>
      page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .uncheck(),
  },
  { name: 'my-cards', path: '/my-cards?tab=available', who: 'shopper' },
  {
    name: 'my-cards-covered',
    path: '/my-cards',
    who: 'shopper',
    network: (page) =>
      changeResponses(page, 'listCoveredPacks', (data: object) =>
        Object.assign(data, { packs: COVERED_PACKS, total: COVERED_PACKS.length }),
      ),
    prepare: (page) => page.getByRole('region', { name: 'Not looked at yet' }).waitFor(),
  },
  {
    name: 'sell-dialog',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'my-cards',
    leave: closeDialog,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Sell/ }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'my-cards-card',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'my-cards',
    leave: closeDialog,
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^History of/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Pulled from its pack').waitFor();
    },
  },
  {
    name: 'my-cards-bought',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'my-cards',
    leave: closeDialog,
    prepare: async (page) => {
      await changeResponses(page, 'showCard', (data: object) =>
        Object.assign(data, { boughtFor: 3.2, autoConvertAt: null, daysUntilAutoConvert: null }),
      );
      await fakeResponses(page, 'showSingleReturn', {
        way: 'open',
        amount: 3.46,
        until: '2026-12-01T12:00:00.000Z',
        isAtPaid: true,
        to: 'card',
      });
      await page
        .getByRole('link', { name: /^History of/ })
        .nth(1)
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Return for CAD 3.46' }).waitFor();
    },
  },
  {
    name: 'my-cards-binder',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'my-cards',
    leave: async (page) => {
      await page.getByRole('button', { name: 'Rows', exact: true }).click();
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .waitFor();
    },
    prepare: async (page) => {
      // Chance decides which cards are missing, so each has the longest name here.
      await changeResponses(page, 'showBinder', ({ pockets }: { pockets: object[] }) => {
        const single = { cardId: ON_SALE.catalogueCardId, price: 3.2 };
        for (const pocket of pockets) {
          Object.assign(pocket, { name: 'Lunarch Veteran // Luminous Phantom', single });
        }
      });
      await page.getByRole('button', { name: 'Binder', exact: true }).click();
      await page.getByRole('list', { name: /, page \d+ of/ }).waitFor();
    },
  },
  {
    name: 'shipping',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'my-cards',
    prepare: shipThree,
  },
  {
    name: 'shipping-not-verified',
    path: '/my-cards?tab=available',
    who: 'shopper',
    network: (page) => refuseRequests(page, 'checkShippingEligibility', 'EMAIL_NOT_VERIFIED'),
    prepare: async (page) => {
      await untilLoaded(page);
      await goWithThree(page);
      await page.getByRole('link', { name: 'Verify Email' }).waitFor();
    },
  },
  {
    name: 'shipping-errors',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'shipping',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
      await page.getByText('first name is required').waitFor();
    },
  },
  {
    name: 'shipping-card',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'shipping-errors',
    prepare: async (page) => {
      await typeAddress(page);
      await page.getByRole('radio', { name: /Card/ }).check();
      await page.getByLabel('Card number').waitFor();
    },
  },
  {
    name: 'shipping-done',
    path: '/my-cards?tab=available',
    who: 'shopper',
    from: 'shipping-card',
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Balance/ }).check();
      await page.getByRole('button', { name: 'Submit Shipping Request' }).click();
      await page.getByText('Shipping Request Created!').waitFor();
      await untilLoaded(page);
    },
  },
  { name: 'shipments', path: '/shipments', who: 'shopper' },
  {
    name: 'shipment',
    path: '/shipments',
    who: 'shopper',
    from: 'shipments',
    prepare: openShipment,
  },
  {
    name: 'shipment-cancel',
    path: '/shipments',
    who: 'shopper',
    from: 'shipment',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cancel shipment' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...(['my-cards', 'my-account', 'shipments', 'transactions'] as const).flatMap((name) => [
    waiting(LISTS[name], { name: `${name}-loading`, path: `/${name}` }),
    failing(LISTS[name], { name: `${name}-error`, path: `/${name}` }),
    {
      name: `${name}-new`,
      path: `/${name}`,
      who: 'newcomer' as const,
    },
  ]),
  { name: 'my-cards-history', path: '/my-cards?tab=history', who: 'shopper' },
  { name: 'my-cards-worth', path: '/my-cards?tab=worth', who: 'shopper' },
  { name: 'my-cards-sealed', path: '/', who: 'stranger', prepare: paySealedPacks },
  { name: 'my-cards-offline', path: '/my-cards', who: 'shopper', prepare: goOffline },
  waiting('listPackTypes', { name: 'checkout-loading', path: '/checkout?packId=pokemon-sv1' }),
  { name: 'denied', path: '/admin', who: 'shopper' },
  {
    name: 'session-ended',
    path: '/checkout?packId=pokemon-sv1',
    who: 'shopper',
    network: endSession,
    prepare: (page) => page.getByRole('heading', { name: 'Access Denied' }).waitFor(),
  },
  { name: 'payment-unconfirmed', path: '/about', who: 'stranger', prepare: comeBackUnpaid },
  { name: 'my-account', path: '/my-account', who: 'shopper' },
  {
    name: 'my-account-limits',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: async () => {},
    prepare: async (page) => {
      await unfold(page, 'Limits and breaks');
      const day = page.getByLabel('Money in 24 hours, CAD');
      await day.fill('much');
      await page.getByText('Please enter a number, or nothing for no limit').waitFor();
    },
  },
  {
    name: 'break-dialog',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    leave: closeDialog,
    prepare: async (page) => {
      await unfold(page, 'Limits and breaks');
      await page.getByLabel('How long').selectOption('forever');
      await page.getByRole('button', { name: 'Sell me nothing' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'my-account-break',
    path: '/my-account',
    who: 'stranger',
    prepare: async (page) => {
      await callAs(page, '/users/breaks', { kind: 'year' });
      await page.reload();
      await unfold(page, 'Limits and breaks');
      await page.getByText('We sell you nothing').waitFor();
    },
  },
  {
    name: 'my-account-edit',
    path: '/my-account',
    who: 'shopper',
    from: 'my-account',
    prepare: async (page) => {
      const details = page.getByRole('region', { name: 'Personal details' });
      await unfold(page, 'Personal details');
      await details.getByRole('button', { name: 'Edit' }).click();
      await details.getByLabel('City').fill('Halifax');
      await details.getByRole('button', { name: 'Save' }).click();
      await details.getByText('state is required').waitFor();
    },
  },
  {
    name: 'delete-account',
    path: '/my-account',
    // A stranger, because a person with an open card payment can't delete their account yet.
    who: 'stranger',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('textbox', { name: 'Your password' }).fill('wrong horse');
      await page.keyboard.press('Enter');
      await page.getByText('Invalid password. Please try again.').waitFor();
    },
  },
  { name: 'leaving', path: '/', isAlone: true, prepare: leave },
  { name: 'top-up', path: '/top-up', who: 'shopper' },
  {
    name: 'top-up-give-back',
    path: '/top-up',
    who: 'shopper',
    network: (page) => fakeResponses(page, 'showCreditParts', CREDIT_PARTS),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Give back unspent credits' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'transactions', path: '/transactions', who: 'shopper' },
  { name: 'wishes', path: '/wishes', who: 'shopper' },
  { name: 'wishes-none', path: '/wishes', who: 'newcomer' },
  {
    name: 'notices',
    path: '/notices',
    who: 'shopper',
    network: (page) => fakeResponses(page, 'listNotices', NOTICES),
    prepare: (page) => page.getByText('12 unread', { exact: true }).waitFor(),
  },
  {
    name: 'notices-bell',
    path: '/notices',
    who: 'shopper',
    from: 'notices',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Notices, 9+ unread' }).click();
      await page.getByRole('region', { name: 'Notices', exact: true }).waitFor();
    },
  },
  { name: 'notices-none', path: '/notices', who: 'newcomer' },
  { name: 'transactions-none', path: '/transactions?type=shipping_fee', who: 'shopper' },
  { name: 'transaction-cards', path: '/', who: 'stranger', prepare: sellAllCards },
  {
    name: 'transaction',
    path: '/transactions',
    who: 'shopper',
    from: 'transactions',
    prepare: openPurchase,
  },
  {
    name: 'receipt',
    path: '/transactions',
    who: 'shopper',
    from: 'transaction',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'View receipt' }).click();
      await page.getByText(/^FF-\d{8}-/).waitFor();
    },
  },
  { name: 'credit-note', path: '/', who: 'stranger', prepare: refundPack },
  { name: 'opening-pack', path: '/', isAlone: true, prepare: (page) => arrive(page) },
  { name: 'opening-congratulations', path: '/', from: 'opening-pack', prepare: turnRareCard },
  {
    name: 'opening-card',
    path: '/',
    from: 'opening-congratulations',
    prepare: async (page) => {
      await page.keyboard.press('Escape');
      // Waits until the light has come to rest.
      await page.locator('.stage-light .stage-sparks').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'opening-legendary',
    path: '/',
    isAlone: true,
    prepare: async (page) => {
      await showRarities(page, ['mythic']);
      await arrive(page);
      await openPack(page);
      await standStill(page);
      await card(page).press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'opening-fan', path: '/', isAlone: true, prepare: fanPack },
  {
    name: 'opening-exit',
    path: '/',
    from: 'opening-card',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Exit' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-jobs-failed',
    path: '/admin/jobs',
    who: 'admin',
    network: showReturnedMail,
    prepare: (page) =>
      page.getByText('No such user here').filter({ visible: true }).first().waitFor(),
  },
  { name: 'admin-jobs', path: '/admin/jobs', who: 'admin' },
  { name: 'admin-catalogue', path: '/admin/catalogue', who: 'admin' },
  {
    name: 'admin-pack-type',
    path: '/admin/catalogue?id=magic-mid-draft',
    who: 'admin',
    prepare: (page) => page.getByLabel('Price (CAD)').waitFor(),
  },
  { name: 'admin-games', path: '/admin/games', who: 'admin' },
  {
    name: 'admin-game',
    path: '/admin/games',
    who: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change Yu-Gi-Oh!' }).click();
      await page.getByLabel('Any other word').waitFor();
    },
  },
  {
    name: 'admin-change-packs',
    path: '/admin/catalogue?columns=name,price,cost,limit,tags',
    who: 'admin',
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).filter({ visible: true }).check();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('combobox', { name: 'Prices', exact: true }).selectOption('percent');
      await page.getByLabel('Change by (%)').fill('10');
    },
  },
  {
    name: 'admin-views',
    path: '/admin/orders?sort=-total',
    who: 'admin',
    prepare: (page) => page.getByRole('button', { name: 'Views' }).click(),
  },
  { name: 'admin-stock', path: '/admin/stock', who: 'admin' },
  {
    name: 'admin-stock-pack',
    path: '/admin/stock',
    who: 'admin',
    prepare: async (page) => {
      // On wide screens the link is in a table, on others in a list.
      await page.locator('main a[href*="id="]').filter({ visible: true }).first().click();
      await page.getByRole('button', { name: 'Choose a photograph' }).waitFor();
    },
  },
  {
    name: 'admin-intake',
    path: '/admin/stock/intake',
    who: 'admin',
    prepare: (page) => page.getByLabel('Pack type').selectOption('magic-mid-draft'),
  },
  {
    name: 'admin-intake-json',
    path: '/admin/stock/intake',
    who: 'admin',
    from: 'admin-intake',
    prepare: (page) => page.getByRole('tab', { name: 'From JSON' }).click(),
  },
  {
    name: 'admin-photographs',
    path: '/admin/stock/intake',
    who: 'admin',
    prepare: (page) => page.getByRole('tab', { name: 'Photographs' }).click(),
  },
  { name: 'admin-singles', path: '/admin/singles', who: 'admin', network: showSingles },
  {
    name: 'admin-single',
    path: `/admin/singles?id=${SINGLE.id}`,
    who: 'admin',
    network: showSingles,
    prepare: (page) => page.getByRole('heading', { name: 'History' }).waitFor(),
  },
  {
    name: 'admin-take-in-hand',
    path: '/admin/singles/take-in-hand',
    who: 'admin',
    network: showSingles,
    prepare: typeNumbers,
  },
  {
    name: 'admin-price-rules',
    path: '/admin/singles/prices',
    who: 'admin',
    network: showSingles,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'admin-costs',
    path: '/admin/stock/intake',
    who: 'admin',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Costs' }).click();
      await page.getByLabel('Pack type').selectOption('magic-mid-draft');
      await page
        .getByRole('button', { name: /^Record the cost/ })
        .first()
        .click();
    },
  },
  {
    name: 'admin-elsewhere',
    path: '/admin/singles/elsewhere',
    who: 'admin',
    network: showElsewhere,
  },
  {
    name: 'admin-imports',
    path: '/admin/imports?kind=stock',
    who: 'admin',
    network: showImports,
    prepare: (page) => page.getByRole('list', { name: 'Recent imports' }).waitFor(),
  },
  {
    name: 'admin-import',
    path: `/admin/imports?id=${IMPORT_ID}`,
    who: 'admin',
    network: showImports,
    prepare: (page) => page.getByRole('list', { name: 'Problems' }).waitFor(),
  },
  { name: 'admin-drops', path: '/admin/drops', who: 'admin', network: showDrops },
  {
    name: 'admin-drop-packs',
    path: '/admin/drops/new?packType=magic-mid-draft',
    who: 'admin',
    network: showDrops,
    prepare: (page) => page.getByLabel('How many packs').waitFor(),
  },
  {
    name: 'admin-drop-draft',
    path: `/admin/drops/${DROPS.draft}`,
    who: 'admin',
    network: showDrops,
    prepare: (page) => page.getByRole('heading', { name: 'Odds' }).waitFor(),
  },
  {
    name: 'admin-drop-publish',
    path: `/admin/drops/${DROPS.draft}/publish`,
    who: 'admin',
    network: showDrops,
    prepare: async (page) => {
      await page.getByLabel('Opens', { exact: true }).selectOption('at');
    },
  },
  {
    name: 'admin-drop',
    path: `/admin/drops/${DROPS.open}`,
    who: 'admin',
    network: showDrops,
    prepare: (page) => page.getByRole('heading', { name: 'Public log' }).waitFor(),
  },
  { name: 'admin-prices', path: '/admin/prices', who: 'admin' },
  { name: 'admin-mail', path: '/admin/mail', who: 'admin' },
  { name: 'admin-webhooks', path: '/admin/webhooks', who: 'admin', network: showWebhooks },
  {
    name: 'admin-webhook',
    path: '/admin/webhooks',
    who: 'admin',
    network: showWebhooks,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change Books' }).click();
      await page.getByRole('checkbox', { name: 'order.paid' }).waitFor();
    },
  },
  {
    name: 'admin-webhook-delivery',
    path: '/admin/webhooks?delivery=18',
    who: 'admin',
    network: showWebhooks,
    prepare: (page) => page.getByText('Service unavailable').waitFor(),
  },
  { name: 'admin-users', path: '/admin/users', who: 'admin' },
  { name: 'admin-staff', path: '/admin/staff', who: 'admin', network: showMadeStaff },
  {
    name: 'admin-staff-role',
    path: '/admin/staff',
    who: 'admin',
    from: 'admin-staff',
    leave: closeDialog,
    prepare: (page) => page.getByRole('button', { name: 'Change Parcels' }).click(),
  },
  {
    name: 'admin-staff-token',
    path: '/admin/staff',
    who: 'admin',
    from: 'admin-staff',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Give set-up token' }).click();
      await page.getByRole('button', { name: 'Give token', exact: true }).click();
      await page.getByText('7KX2M-Q4WTD').waitFor();
    },
  },
  {
    name: 'admin-two-factor-first',
    path: '/admin/users',
    who: 'admin',
    network: demandTwoFactor,
    prepare: (page) =>
      page.getByRole('heading', { name: 'Turn on two-factor sign-in first' }).waitFor(),
  },
  {
    name: 'two-factor-token',
    path: '/admin/users',
    who: 'admin',
    from: 'admin-two-factor-first',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Open My account' }).click();
      await page.getByRole('button', { name: 'Set up two-factor' }).click();
      await page.getByRole('dialog').getByLabel('Token').waitFor();
    },
  },
  { name: 'admin-keys', path: '/admin/keys', who: 'admin', network: showKeys },
  {
    name: 'admin-keys-new',
    path: '/admin/keys',
    who: 'admin',
    network: showKeys,
    prepare: (page) => page.getByRole('button', { name: 'New key' }).click(),
  },
  { name: 'invitation', path: '/invitation', who: 'newcomer', network: showInvited },
  {
    name: 'admin-user',
    path: '/admin/users',
    who: 'admin',
    from: 'admin-users',
    prepare: async (page) => {
      await page.locator('main a[href*="id="]').filter({ visible: true }).first().click();
      await page.getByText('Signed up', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-search',
    path: '/admin/jobs',
    who: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('admin');
      await page.getByRole('group', { name: 'People' }).waitFor();
    },
  },
  { name: 'admin-parcels', path: '/admin/parcels', who: 'admin' },
  { name: 'admin-settings', path: '/admin/settings', who: 'admin' },
  {
    name: 'admin-settings-refused',
    path: '/admin/settings',
    who: 'admin',
    prepare: (page) => page.getByLabel('Brand colour', { exact: true }).fill('#ffd400'),
  },
  { name: 'admin-texts-template', path: '/admin/texts?text=terms', who: 'admin' },
  { name: 'admin-taxes', path: '/admin/taxes', who: 'admin' },
  {
    name: 'admin-taxes-by-place',
    path: '/admin/taxes',
    who: 'admin',
    prepare: async (page) => {
      await page.getByLabel('Rule').selectOption('places');
    },
  },
  { name: 'admin-places', path: '/admin/places', who: 'admin' },
  {
    name: 'admin-places-listed',
    path: '/admin/places',
    who: 'admin',
    prepare: async (page) => {
      await page.getByLabel('Parcels go to').selectOption('listed');
      await page.getByRole('button', { name: 'Add a place' }).click();
    },
  },
  { name: 'admin-opening', path: '/admin/opening', who: 'admin' },
  { name: 'admin-texts', path: '/admin/texts?text=questions', who: 'admin' },
  {
    name: 'admin-texts-preview',
    path: '/admin/texts?text=questions',
    who: 'admin',
    prepare: (page) => page.getByRole('button', { name: 'Preview' }).click(),
  },
  { name: 'admin-audit', path: '/admin/audit', who: 'admin' },
  { name: 'admin-audit-promises', path: '/admin/audit?view=promises', who: 'admin' },
  { name: 'admin-overview', path: '/admin', who: 'admin' },
  {
    name: 'admin-alerts',
    path: '/admin/alerts',
    who: 'admin',
    network: (page) => fakeResponses(page, 'showAlerts', ALERTS),
    prepare: (page) => page.getByRole('heading', { name: 'Mended' }).waitFor(),
  },
  {
    name: 'admin-waiting',
    path: '/admin',
    who: 'admin',
    network: async (page) => {
      await fakeResponses(page, 'listWaiting', WAITING);
      await fakeResponses(page, 'showAlerts', ALERTS);
    },
    prepare: (page) => page.getByText('500+ parcels to pack').waitFor(),
  },
  { name: 'admin-margin', path: '/admin/margin', who: 'admin', network: showMargins },
  {
    name: 'admin-matters',
    path: '/admin',
    who: 'admin',
    network: (page) => fakeResponses(page, 'listHeldParcels', MATTERS),
    prepare: (page) => page.getByText('Is this somebody else?').waitFor(),
  },
  { name: 'admin-orders', path: '/admin/orders', who: 'admin' },
  { name: 'admin-disputes', path: '/admin/disputes', who: 'admin' },
  { name: 'admin-shipping', path: '/admin/shipping', who: 'admin' },
  {
    name: 'admin-pack',
    path: '/admin/shipping',
    who: 'admin',
    from: 'admin-shipping',
    prepare: async (page) => {
      await page.goto('/admin/shipping');
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .filter({ visible: true })
        .first()
        .check();
      await page.getByRole('link', { name: 'Pick and pack' }).click();
      await page.getByRole('heading', { name: 'Boxes' }).waitFor();
      await page.getByLabel('Card number').fill('C-NONE-1');
      await page.keyboard.press('Enter');
      await page.getByText('No card has the number C-NONE-1').waitFor();
    },
  },
  {
    name: 'admin-packed',
    path: '/admin/shipping?status=packed',
    who: 'admin',
    network: (page) => fakeResponses(page, 'shipByFile', TRACKING_FILE),
    prepare: async (page) => {
      await page.getByLabel('File of tracking numbers').setInputFiles({
        name: 'numbers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Shipment,Tracking number'),
      });
      await page.getByRole('list', { name: 'Problems' }).waitFor();
    },
  },
  {
    name: 'admin-labels',
    path: `/admin/shipping/labels?ids=${PRINTED_LABELS.labels[0]!.shipmentId}`,
    who: 'admin',
    network: (page) => fakeResponses(page, 'printLabels', PRINTED_LABELS),
    prepare: (page) => page.getByText('Open this label at the carrier').waitFor(),
  },
  {
    name: 'admin-packing-slip',
    path: '/admin/shipping',
    who: 'admin',
    from: 'admin-shipping',
    prepare: async (page) => {
      await page.goto('/admin/shipping');
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .filter({ visible: true })
        .first()
        .check();
      // Opens the slips in this tab, because a click on the link would open another tab.
      const slips = page.getByRole('link', { name: 'Packing slips' });
      await page.goto((await slips.getAttribute('href'))!);
      await page.getByText('Shipping to').first().waitFor();
    },
  },
  { name: 'admin-locked-cards', path: '/admin/locked-cards', who: 'admin' },
  { name: 'admin-transactions', path: '/admin/transactions', who: 'admin' },
  { name: 'admin-discount-codes', path: '/admin/discount-codes', who: 'admin' },
  ...Object.entries(ADMIN_LISTS).flatMap(([name, list]) => {
    const path = name === 'overview' ? '/admin' : `/admin/${name}`;
    return [
      waiting(list, { name: `admin-${name}-loading`, path, who: 'admin' }),
      failing(list, { name: `admin-${name}-error`, path, who: 'admin' }),
    ];
  }),
  {
    name: 'admin-mail-open',
    path: '/admin/mail',
    who: 'admin',
    from: 'admin-mail',
    prepare: openMail,
  },
  {
    name: 'admin-mail-returned',
    path: '/admin/mail',
    who: 'admin',
    network: showReturnedMail,
    prepare: async (page) => {
      await openMail(page);
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    },
  },
];

/** A screen of a signed-in person that waits for a response that never comes. */
function waiting(list: Whose, screen: Screen): Screen {
  return {
    who: 'shopper',
    state: 'loading',
    ...screen,
    network: (page) => holdResponses(page, list),
    prepare: (page) => said(page, /^Loading/),
  };
}

/**
 * A screen of a signed-in person whose request is refused with an error that a retry would not change. A healthy
 * shop never responds like that.
 */
function failing(list: Whose, screen: Screen): Screen {
  return {
    who: 'shopper',
    state: 'refused',
    ...screen,
    network: (page) => refuseRequests(page, list, 'VALIDATION_ERROR'),
    prepare: (page) => said(page, 'Try Again'),
  };
}
