// Lists every screen of the shop (docs/product.md §14) except those of operators, which are in `admin-routes.tsx`. The
// code of a screen is loaded when the screen is opened.
// `guarded` names the roles that may open a screen. A screen without `guarded` is public.
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { loadFigures } from './about/figures.ts';
import { ApiError } from './api/api-error.ts';
import type { Asker } from './api/ask.ts';
import { loadText } from './accounts/texts.ts';
import { authSearch } from './accounts/auth-search.ts';
import { cardsSearch, packsSearch } from './catalogue/cards-search.ts';
import './catalogue/navigation-state.ts';
import { loadOpenedPacks, loadPackType, loadPackTypes, loadPriceDay } from './catalogue/queries.ts';
import { samplePort } from './catalogue/sample-port.ts';
import { loadShippingRates } from './catalogue/shipping-rates.ts';
import { loadTrendingPacks } from './catalogue/suggestion-queries.ts';
import { cartSearch, returnSearch } from './checkout/cart-search.ts';
import { myCardsSearch } from './collection/my-cards-search.ts';
import { cleaned, pageIn, textIn, versionIn } from './lists/address-parts.ts';
import { openingSearch, paymentToOpen } from './opening/opening-search.ts';
import { rootRoute } from './shell/document.tsx';
import { guarded, GuardPending } from './shell/guard.tsx';
import { titled } from './shell/page-title.ts';
import { publicHead } from './shell/public-head.ts';
import type { RouterContext } from './shell/router-context.ts';
import { topUpSearch } from './wallet/top-up-search.ts';
import { transactionsSearch } from './wallet/transactions-search.ts';

const root = () => rootRoute;

/** Builds the head of a public page from the page's path and name. It needs no other data. */
const publicPage =
  (path: string, name: string) =>
  ({ match }: { match: { context: RouterContext } }) =>
    publicHead(match.context, { name, path });

// These functions are defined outside their routes. Inside a route, TypeScript would infer the types of such a generic
// call too late.
const homeSearch = cleaned(paymentToOpen);
const versionSearch = cleaned(versionIn);
const cleanPacksSearch = cleaned(packsSearch);
const cleanCardsSearch = cleaned(cardsSearch);
const pageSearch = cleaned(pageIn);
const cleanOpeningSearch = cleaned(openingSearch);

const home = createRoute({
  getParentRoute: root,
  path: '/',
  head: ({ match }) => publicHead(match.context, { path: '/' }),
  validateSearch: homeSearch,
  beforeLoad: ({ search: { openPack: payment_intent } }) => {
    if (payment_intent === undefined) return;
    throw redirect({ to: '/card-opening', search: { payment_intent }, replace: true });
  },
  loader: async ({ context }) => {
    await Promise.all([
      loadPackTypes(context),
      loadPriceDay(context),
      loadText(context, 'why-choose-us'),
    ]);
  },
}).lazy(() => import('./catalogue/home-page.tsx').then((module) => module.screen));

samplePort.load = () =>
  import('./opening/card-opening-page.tsx').then((module) => module.SampleTear);

const about = createRoute({
  getParentRoute: root,
  path: '/about',
  head: publicPage('/about', 'About'),
  loader: async ({ context }) => {
    await Promise.all([
      loadFigures(context),
      loadPriceDay(context),
      loadText(context, 'about-mission'),
      loadText(context, 'about-sources'),
      loadText(context, 'questions'),
    ]);
  },
}).lazy(() => import('./about/about-page.tsx').then((module) => module.screen));

const howItWorks = createRoute({
  getParentRoute: root,
  path: '/how-it-works',
  head: publicPage('/how-it-works', 'How it works'),
  loader: ({ context }) => loadShippingRates(context),
}).lazy(() => import('./about/how-it-works-page.tsx').then((module) => module.screen));

const whereWeSell = createRoute({
  getParentRoute: root,
  path: '/where-we-sell',
  head: publicPage('/where-we-sell', 'Where we sell'),
  // The server loads the list of places before it renders. In the browser the page itself loads the list, so that the
  // first page needs no code for it.
  loader: ({ context }) =>
    import.meta.env.SSR
      ? import('./storefront/where-we-sell-page.tsx').then((module) => module.loadPlaces(context))
      : undefined,
}).lazy(() => import('./storefront/where-we-sell-page.tsx').then((module) => module.screen));

const helplines = createRoute({
  getParentRoute: root,
  path: '/helplines',
  head: publicPage('/helplines', 'Helplines'),
}).lazy(() => import('./about/how-it-works-page.tsx').then((module) => module.helplines));

const legal = createRoute({
  getParentRoute: root,
  path: '/legal/$text',
  validateSearch: versionSearch,
  loaderDeps: ({ search }) => versionIn(search),
  loader: async ({ context, params, deps }) =>
    (await import('./storefront/legal.ts')).loadLegalText(context, params.text, deps.version),
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Not found')({ match })
      : publicHead(match.context, { ...loaderData, path: `/legal/${params.text}` }),
}).lazy(() => import('./storefront/legal-page.tsx').then((module) => module.screen));

/** If the error says that the page's subject does not exist, returns "not found". Otherwise returns the error. */
function missingOr(error: unknown): unknown {
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  return isMissing ? notFound() : error;
}

const packs = createRoute({
  getParentRoute: root,
  path: '/packs',
  head: publicPage('/packs', 'Packs'),
  validateSearch: cleanPacksSearch,
  loader: async ({ context }) => {
    await Promise.all([loadPackTypes(context), loadTrendingPacks(context)]);
  },
}).lazy(() => import('./catalogue/packs-page.tsx').then((module) => module.screen));

/**
 * Loads the drop from which a pack type is on sale. `isNight`: for the page of a drop night, which also accepts a
 * published drop that is not on sale yet.
 */
const loadDropOf = async (asker: Asker, packTypeId: string, isNight = false) =>
  (await import('./fairness/drop-on-sale.ts')).loadDrop(asker, packTypeId, isNight);

/** Like `loadDropOf`, but only the server waits for the drop. */
const dropOf = (...of: Parameters<typeof loadDropOf>) => {
  const loading = loadDropOf(...of);
  return import.meta.env.SSR ? loading : undefined;
};

const pack = createRoute({
  getParentRoute: root,
  path: '/pack/$packId',
  loader: async ({ context, params, location }) => {
    try {
      const opened = loadOpenedPacks(context, params.packId);
      const drop = dropOf(context, params.packId);
      const found = await loadPackType(context, params.packId, location.state.pack);
      await opened;
      await drop;
      return { name: found.name, description: found.description, picture: found.packImageUrl };
    } catch (error) {
      throw missingOr(error);
    }
  },
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Pack not found')({ match })
      : publicHead(match.context, { ...loaderData, path: `/pack/${params.packId}` }),
}).lazy(() => import('./catalogue/pack-page.tsx').then((module) => module.screen));

const dropNight = createRoute({
  getParentRoute: root,
  path: '/pack/$packId/drop-night',
  loader: async ({ context, params }) => {
    await dropOf(context, params.packId, true);
    const found = await loadPackType(context, params.packId).catch((error) => {
      throw missingOr(error);
    });
    return { name: `Drop night: ${found.name}`, description: found.description };
  },
  head: ({ match, params: { packId }, loaderData }) =>
    loaderData === undefined
      ? titled('Drop night')({ match })
      : publicHead(match.context, {
          ...loaderData,
          path: `/pack/${packId}/drop-night`,
          picture: `/art/pack/${packId}/drop-night.jpeg`,
          isWide: true,
        }),
}).lazy(() => import('./catalogue/drop-night-page.tsx').then((module) => module.screen));

const cards = createRoute({
  getParentRoute: root,
  path: '/cards',
  head: publicPage('/cards', 'Cards'),
  validateSearch: cleanCardsSearch,
  // Only these query parameters change the page, so the loader depends on no others.
  loaderDeps: ({ search }) => cardsSearch(search),
  loader: async ({ context, deps }) =>
    (await import('./catalogue/card-queries.ts')).loadCards(context, deps),
}).lazy(() => import('./catalogue/cards-page.tsx').then((module) => module.screen));

const card = createRoute({
  getParentRoute: root,
  path: '/card/$cardId',
  loader: async ({ context, params: { cardId } }) => {
    const [{ loadCard }, { loadCopiesOnSale }] = await Promise.all([
      import('./catalogue/card-queries.ts'),
      import('./singles/queries.ts'),
    ]);
    const [loaded] = await Promise.all([
      loadCard(context, cardId),
      loadCopiesOnSale(context, cardId),
    ]);
    return loaded;
  },
  head: ({ match, loaderData }) =>
    loaderData === undefined
      ? titled('Card not found')({ match })
      : publicHead(match.context, loaderData),
}).lazy(() => import('./collection/card-page.tsx').then((module) => module.screen));

const certificationPort = () => import('./stock/certification-queries.ts');

const certifiedPacks = createRoute({
  getParentRoute: root,
  path: '/pack/$packId/certification',
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => pageIn(search),
  loader: async ({ context, params, deps }) => {
    try {
      const packs = certificationPort().then(({ loadCertifiedPacks }) =>
        loadCertifiedPacks(context, params.packId, deps.page),
      );
      // The browser waits for the drop too, because a pack type without a drop gets another page.
      const drop = loadDropOf(context, params.packId);
      const found = await loadPackType(context, params.packId);
      await packs;
      await drop;
      return { name: found.name };
    } catch (error) {
      throw missingOr(error);
    }
  },
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Pack not found')({ match })
      : publicHead(match.context, {
          name: `Certified packs: ${loaderData.name}`,
          path: `/pack/${params.packId}/certification`,
        }),
}).lazy(() => import('./stock/certified-packs-page.tsx').then((module) => module.screen));

const verify = createRoute({
  getParentRoute: root,
  path: '/verify',
  head: titled('Check a proof'),
  // A malformed id is not dropped from the URL, so that the page can say that the pack does not exist.
  validateSearch: cleaned((address) => textIn(address, 'pack', 255)),
}).lazy(() => import('./fairness/verify-page.tsx').then((module) => module.screen));

const fairness = createRoute({
  getParentRoute: root,
  path: '/fairness',
  head: titled('What you can check'),
  loader: async ({ context }) => (await import('./fairness/drop-queries.ts')).loadFairness(context),
}).lazy(() => import('./fairness/fairness-page.tsx').then((module) => module.screen));

const drop = createRoute({
  getParentRoute: root,
  path: '/drops/$hash',
  loader: async ({ context, params }) =>
    (await import('./fairness/drop-queries.ts')).loadDrop(context, params.hash),
  head: ({ match, params: { hash }, loaderData }) =>
    loaderData === undefined
      ? titled('Drop')({ match })
      : publicHead(match.context, {
          name: loaderData,
          path: `/drops/${hash}`,
          picture: `/art/drop/${hash}.jpeg`,
          isWide: true,
        }),
}).lazy(() => import('./fairness/drop-page.tsx').then((module) => module.screen));

const certification = createRoute({
  getParentRoute: root,
  path: '/verify/$physicalPackId',
  head: titled('Pack certification'),
  loader: async ({ context, params }) => {
    try {
      const { loadCertification } = await certificationPort();
      const { packTypeId } = await loadCertification(context, params.physicalPackId);
      await loadPackType(context, packTypeId);
    } catch (error) {
      throw missingOr(error);
    }
  },
}).lazy(() => import('./stock/certification-page.tsx').then((module) => module.screen));

const auth = createRoute({
  getParentRoute: root,
  path: '/auth',
  head: titled('Sign in'),
  ssr: false,
  pendingComponent: GuardPending,
  validateSearch: cleaned(authSearch),
}).lazy(() => import('./accounts/auth-page.tsx').then((module) => module.screen));

const myCards = createRoute({
  getParentRoute: root,
  path: '/my-cards',
  ...guarded('user', 'My cards'),
  validateSearch: cleaned(myCardsSearch),
}).lazy(() => import('./collection/my-cards-page.tsx').then((module) => module.screen));

const myAccount = createRoute({
  getParentRoute: root,
  path: '/my-account',
  ...guarded('user', 'My account'),
}).lazy(() => import('./profile/my-account-page.tsx').then((module) => module.screen));

const invitation = createRoute({
  getParentRoute: root,
  path: '/invitation',
  ...guarded('user', 'Invitation'),
}).lazy(() => import('./profile/invitation-page.tsx').then((module) => module.screen));

const wishes = createRoute({
  getParentRoute: root,
  path: '/wishes',
  ...guarded('user', 'Wishes'),
}).lazy(() => import('./wishes/wishes-page.tsx').then((module) => module.screen));

const notices = createRoute({
  getParentRoute: root,
  path: '/notices',
  ...guarded('user', 'Notices'),
  validateSearch: pageSearch,
}).lazy(() => import('./wishes/notices-page.tsx').then((module) => module.screen));

const topUp = createRoute({
  getParentRoute: root,
  path: '/top-up',
  ...guarded('user', 'Buy credits'),
  validateSearch: cleaned(topUpSearch),
}).lazy(() => import('./wallet/top-up-page.tsx').then((module) => module.screen));

const transactions = createRoute({
  getParentRoute: root,
  path: '/transactions',
  ...guarded('user', 'Transactions'),
  validateSearch: cleaned(transactionsSearch),
}).lazy(() => import('./wallet/transactions-page.tsx').then((module) => module.screen));

const transaction = createRoute({
  getParentRoute: root,
  path: '/transactions/$transactionId',
  ...guarded('user', 'Transaction'),
}).lazy(() => import('./wallet/transaction-page.tsx').then((module) => module.screen));

const receipt = createRoute({
  getParentRoute: root,
  path: '/transactions/$transactionId/receipt',
  ...guarded('user', 'Receipt'),
}).lazy(() => import('./wallet/receipt-page.tsx').then((module) => module.screen));

const checkout = createRoute({
  getParentRoute: root,
  path: '/checkout',
  ...guarded('user', 'Checkout'),
  validateSearch: cleaned(cartSearch),
}).lazy(() => import('./checkout/checkout-page.tsx').then((module) => module.screen));

const cardOpening = createRoute({
  getParentRoute: root,
  path: '/card-opening',
  ...guarded('user', 'Card opening'),
  validateSearch: cleanOpeningSearch,
  loaderDeps: ({ search }) => openingSearch(search),
  loader: async ({ context, deps }) => (await import('./opening/admit.ts')).admit(context, deps),
  // The loaded data is never reused, because after the payment the page must start with new data.
  gcTime: 0,
}).lazy(() => import('./opening/card-opening-page.tsx').then((module) => module.screen));

const checkoutSuccess = createRoute({
  getParentRoute: root,
  path: '/checkout/success',
  ...guarded('user', 'Checkout'),
  validateSearch: cleaned(returnSearch),
}).lazy(() => import('./checkout/checkout-success-page.tsx').then((module) => module.screen));

const shipping = createRoute({
  getParentRoute: root,
  path: '/shipping',
  ...guarded('user', 'Shipping'),
}).lazy(() => import('./shipping/shipping-page.tsx').then((module) => module.screen));

const cardShipping = createRoute({
  getParentRoute: root,
  path: '/shipping/$cardId',
  ...guarded('user', 'Shipping'),
}).lazy(() => import('./shipping/shipping-page.tsx').then((module) => module.cardScreen));

const shipments = createRoute({
  getParentRoute: root,
  path: '/shipments',
  ...guarded('user', 'Shipments'),
  validateSearch: pageSearch,
}).lazy(() => import('./shipping/shipments-page.tsx').then((module) => module.screen));

const shipment = createRoute({
  getParentRoute: root,
  path: '/shipments/$shipmentId',
  ...guarded('user', 'Shipment'),
}).lazy(() => import('./shipping/shipment-page.tsx').then((module) => module.screen));

export const shopRoutes = [
  home,
  about,
  howItWorks,
  whereWeSell,
  helplines,
  legal,
  packs,
  pack,
  cards,
  card,
  certifiedPacks,
  dropNight,
  certification,
  verify,
  fairness,
  drop,
  auth,
  myCards,
  myAccount,
  invitation,
  wishes,
  notices,
  topUp,
  transactions,
  transaction,
  receipt,
  checkout,
  checkoutSuccess,
  cardOpening,
  shipping,
  cardShipping,
  shipments,
  shipment,
] as const;
