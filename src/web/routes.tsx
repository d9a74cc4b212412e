// Every screen of the shop, one line each (docs/product.md §14). A screen's code is loaded when it is opened;
// `guarded` says who may open it, a line without it is public.
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { loadFigures } from './about/figures.ts';
import { ApiError } from './api/api-error.ts';
import { catalogueSearch } from './catalogue/admin/catalogue-search.ts';
import { codesSearch, ordersSearch } from './checkout/admin/orders-search.ts';
import { disputesSearch } from './disputes/admin/disputes-search.ts';
import { overviewSearch } from './admin/overview-search.ts';
import { allTransactionsSearch } from './wallet/admin/transactions-search.ts';
import { mailSearch } from './admin/mail-search.ts';
import { pricesSearch } from './catalogue/admin/prices-search.ts';
import { stockSearch } from './catalogue/admin/stock-search.ts';
import { sheetsSearch, shippingSearch } from './shipping/admin/shipping-search.ts';
import { lockedSearch } from './collection/admin/locked-search.ts';
import { auditSearch, usersSearch } from './admin/users-search.ts';
import { loadText } from './accounts/texts.ts';
import { authSearch } from './accounts/auth-search.ts';
import { gameOf } from './catalogue/game-filter.ts';
import './catalogue/navigation-state.ts';
import { loadCertification, loadCertifiedPacks } from './catalogue/certification-queries.ts';
import { loadPackType, loadPackTypes, loadPriceDay } from './catalogue/queries.ts';
import { loadShippingRates } from './catalogue/shipping-rates.ts';
import { loadTrendingPacks } from './catalogue/suggestion-queries.ts';
import { cartSearch, returnSearch } from './checkout/cart-search.ts';
import { myCardsSearch } from './collection/my-cards-search.ts';
import { openingSearch, paymentToOpen } from './opening/opening-search.ts';
import { rootRoute } from './shell/document.tsx';
import { guarded, GuardPending } from './shell/guard.tsx';
import { titled } from './shell/page-title.ts';
import { publicHead } from './shell/public-head.ts';
import { textsSearch } from './storefront/admin/texts-search.ts';
import { shipmentsSearch } from './shipping/shipments-search.ts';
import { topUpSearch } from './wallet/top-up-search.ts';
import { transactionsSearch } from './wallet/transactions-search.ts';

const root = () => rootRoute;

const home = createRoute({
  getParentRoute: root,
  path: '/',
  head: ({ match }) => publicHead(match.context, { path: '/' }),
  beforeLoad: ({ search }) => {
    const payment_intent = paymentToOpen(search);
    if (payment_intent === null) return;
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

const about = createRoute({
  getParentRoute: root,
  path: '/about',
  head: ({ match }) => publicHead(match.context, { name: 'About', path: '/about' }),
  loader: async ({ context }) => {
    await Promise.all([
      loadFigures(context),
      loadPriceDay(context),
      loadText(context, 'about-mission'),
      loadText(context, 'questions'),
    ]);
  },
}).lazy(() => import('./about/about-page.tsx').then((module) => module.screen));

const howItWorks = createRoute({
  getParentRoute: root,
  path: '/how-it-works',
  head: ({ match }) => publicHead(match.context, { name: 'How it works', path: '/how-it-works' }),
  loader: ({ context }) => loadShippingRates(context),
}).lazy(() => import('./about/how-it-works-page.tsx').then((module) => module.screen));

const legal = createRoute({
  getParentRoute: root,
  path: '/legal/$text',
  validateSearch: ({ version }: { version?: unknown }): { version?: number } =>
    Number.isSafeInteger(version) && Number(version) > 0 ? { version: Number(version) } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./storefront/legal.ts')).loadLegalText(context, params.text, deps.version),
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Not found')({ match })
      : publicHead(match.context, { ...loaderData, path: `/legal/${params.text}` }),
}).lazy(() => import('./storefront/legal-page.tsx').then((module) => module.screen));

const packs = createRoute({
  getParentRoute: root,
  path: '/packs',
  head: ({ match }) => publicHead(match.context, { name: 'Packs', path: '/packs' }),
  validateSearch: gameOf,
  loader: async ({ context }) => {
    await Promise.all([loadPackTypes(context), loadTrendingPacks(context)]);
  },
}).lazy(() => import('./catalogue/packs-page.tsx').then((module) => module.screen));

const pack = createRoute({
  getParentRoute: root,
  path: '/pack/$packId',
  loader: async ({ context, params, location }) => {
    try {
      const found = await loadPackType(context, params.packId, location.state.pack);
      return { name: found.name, description: found.description, picture: found.packImageUrl };
    } catch (error) {
      const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
      throw isMissing ? notFound() : error;
    }
  },
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Pack not found')({ match })
      : publicHead(match.context, { ...loaderData, path: `/pack/${params.packId}` }),
}).lazy(() => import('./catalogue/pack-page.tsx').then((module) => module.screen));

const certifiedPacks = createRoute({
  getParentRoute: root,
  path: '/pack/$packId/certification',
  loader: async ({ context, params }) => {
    try {
      const packs = loadCertifiedPacks(context, params.packId);
      const found = await loadPackType(context, params.packId);
      await packs;
      return { name: found.name };
    } catch (error) {
      const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
      throw isMissing ? notFound() : error;
    }
  },
  head: ({ match, params, loaderData }) =>
    loaderData === undefined
      ? titled('Pack not found')({ match })
      : publicHead(match.context, {
          name: `Certified packs: ${loaderData.name}`,
          path: `/pack/${params.packId}/certification`,
        }),
}).lazy(() => import('./catalogue/certified-packs-page.tsx').then((module) => module.screen));

const verify = createRoute({
  getParentRoute: root,
  path: '/verify/$physicalPackId',
  head: titled('Pack certification'),
  loader: async ({ context, params }) => {
    try {
      const { packTypeId } = await loadCertification(context, params.physicalPackId);
      await loadPackType(context, packTypeId);
    } catch (error) {
      const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
      throw isMissing ? notFound() : error;
    }
  },
}).lazy(() => import('./catalogue/verify-page.tsx').then((module) => module.screen));

const auth = createRoute({
  getParentRoute: root,
  path: '/auth',
  head: titled('Sign in'),
  ssr: false,
  pendingComponent: GuardPending,
  validateSearch: authSearch,
}).lazy(() => import('./accounts/auth-page.tsx').then((module) => module.screen));

const myCards = createRoute({
  getParentRoute: root,
  path: '/my-cards',
  head: titled('My cards'),
  ...guarded('user'),
  validateSearch: myCardsSearch,
}).lazy(() => import('./collection/my-cards-page.tsx').then((module) => module.screen));

const myAccount = createRoute({
  getParentRoute: root,
  path: '/my-account',
  head: titled('My account'),
  ...guarded('user'),
}).lazy(() => import('./profile/my-account-page.tsx').then((module) => module.screen));

const topUp = createRoute({
  getParentRoute: root,
  path: '/top-up',
  head: titled('Buy credits'),
  ...guarded('user'),
  validateSearch: topUpSearch,
}).lazy(() => import('./wallet/top-up-page.tsx').then((module) => module.screen));

const transactions = createRoute({
  getParentRoute: root,
  path: '/transactions',
  head: titled('Transactions'),
  ...guarded('user'),
  validateSearch: transactionsSearch,
}).lazy(() => import('./wallet/transactions-page.tsx').then((module) => module.screen));

const transaction = createRoute({
  getParentRoute: root,
  path: '/transactions/$transactionId',
  head: titled('Transaction'),
  ...guarded('user'),
}).lazy(() => import('./wallet/transaction-page.tsx').then((module) => module.screen));

const receipt = createRoute({
  getParentRoute: root,
  path: '/transactions/$transactionId/receipt',
  head: titled('Receipt'),
  ...guarded('user'),
}).lazy(() => import('./wallet/receipt-page.tsx').then((module) => module.screen));

const checkout = createRoute({
  getParentRoute: root,
  path: '/checkout',
  head: titled('Checkout'),
  ...guarded('user'),
  validateSearch: cartSearch,
}).lazy(() => import('./checkout/checkout-page.tsx').then((module) => module.screen));

const cardOpening = createRoute({
  getParentRoute: root,
  path: '/card-opening',
  head: titled('Card opening'),
  ...guarded('user'),
  validateSearch: openingSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => (await import('./opening/admit.ts')).admit(context, deps),
}).lazy(() => import('./opening/card-opening-page.tsx').then((module) => module.screen));

const checkoutSuccess = createRoute({
  getParentRoute: root,
  path: '/checkout/success',
  head: titled('Checkout'),
  ...guarded('user'),
  validateSearch: returnSearch,
}).lazy(() => import('./checkout/checkout-success-page.tsx').then((module) => module.screen));

const adminOverview = createRoute({
  getParentRoute: root,
  path: '/admin',
  head: titled('Overview'),
  ...guarded('moderator'),
  validateSearch: overviewSearch,
}).lazy(() => import('./admin/overview-page.tsx').then((module) => module.screen));

const adminOrders = createRoute({
  getParentRoute: root,
  path: '/admin/orders',
  head: titled('Orders'),
  ...guarded('moderator'),
  validateSearch: ordersSearch,
}).lazy(() => import('./checkout/admin/orders-page.tsx').then((module) => module.screen));

const adminDisputes = createRoute({
  getParentRoute: root,
  path: '/admin/disputes',
  head: titled('Disputes'),
  ...guarded('admin'),
  validateSearch: disputesSearch,
}).lazy(() => import('./disputes/admin/disputes-page.tsx').then((module) => module.screen));

const adminTransactions = createRoute({
  getParentRoute: root,
  path: '/admin/transactions',
  head: titled('Transactions'),
  ...guarded('moderator'),
  validateSearch: allTransactionsSearch,
}).lazy(() => import('./wallet/admin/transactions-page.tsx').then((module) => module.screen));

const adminDiscountCodes = createRoute({
  getParentRoute: root,
  path: '/admin/discount-codes',
  head: titled('Discount codes'),
  ...guarded('admin'),
  validateSearch: codesSearch,
}).lazy(() => import('./checkout/admin/discount-codes-page.tsx').then((module) => module.screen));

const adminUsers = createRoute({
  getParentRoute: root,
  path: '/admin/users',
  head: titled('Users'),
  ...guarded('admin'),
  validateSearch: usersSearch,
}).lazy(() => import('./admin/users-page.tsx').then((module) => module.screen));

const adminAudit = createRoute({
  getParentRoute: root,
  path: '/admin/audit',
  head: titled('Audit'),
  ...guarded('moderator'),
  validateSearch: auditSearch,
}).lazy(() => import('./admin/audit-page.tsx').then((module) => module.screen));

const adminShipping = createRoute({
  getParentRoute: root,
  path: '/admin/shipping',
  head: titled('Shipping'),
  ...guarded('moderator'),
  validateSearch: shippingSearch,
}).lazy(() => import('./shipping/admin/shipping-admin-page.tsx').then((module) => module.screen));

const adminPickList = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/pick-list',
  head: titled('Pick list'),
  ...guarded('moderator'),
  validateSearch: sheetsSearch,
}).lazy(() => import('./shipping/admin/pick-list-page.tsx').then((module) => module.screen));

const adminPackingSlips = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/packing-slips',
  head: titled('Packing slips'),
  ...guarded('moderator'),
  validateSearch: sheetsSearch,
}).lazy(() => import('./shipping/admin/packing-slip-page.tsx').then((module) => module.screen));

const adminLockedCards = createRoute({
  getParentRoute: root,
  path: '/admin/locked-cards',
  head: titled('Locked cards'),
  ...guarded('moderator'),
  validateSearch: lockedSearch,
}).lazy(() => import('./collection/admin/locked-cards-page.tsx').then((module) => module.screen));

const adminJobs = createRoute({
  getParentRoute: root,
  path: '/admin/jobs',
  head: titled('Jobs'),
  ...guarded('moderator'),
}).lazy(() => import('./admin/jobs-page.tsx').then((module) => module.screen));

const adminMail = createRoute({
  getParentRoute: root,
  path: '/admin/mail',
  head: titled('Mail'),
  ...guarded('admin'),
  validateSearch: mailSearch,
}).lazy(() => import('./admin/mail-page.tsx').then((module) => module.screen));

const adminCatalogue = createRoute({
  getParentRoute: root,
  path: '/admin/catalogue',
  head: titled('Catalogue'),
  ...guarded('admin'),
  validateSearch: catalogueSearch,
}).lazy(() => import('./catalogue/admin/catalogue-page.tsx').then((module) => module.screen));

const adminStock = createRoute({
  getParentRoute: root,
  path: '/admin/stock',
  head: titled('Stock'),
  ...guarded('moderator'),
  validateSearch: stockSearch,
}).lazy(() => import('./catalogue/admin/stock-page.tsx').then((module) => module.screen));

const adminIntake = createRoute({
  getParentRoute: root,
  path: '/admin/stock/intake',
  head: titled('Take in packs'),
  ...guarded('admin'),
}).lazy(() => import('./catalogue/admin/stock-intake-page.tsx').then((module) => module.screen));

const adminPrices = createRoute({
  getParentRoute: root,
  path: '/admin/prices',
  head: titled('Prices'),
  ...guarded('admin'),
  validateSearch: pricesSearch,
}).lazy(() => import('./catalogue/admin/prices-page.tsx').then((module) => module.screen));

const adminParcels = createRoute({
  getParentRoute: root,
  path: '/admin/parcels',
  head: titled('Parcels'),
  ...guarded('admin'),
}).lazy(() => import('./shipping/admin/tariff-page.tsx').then((module) => module.screen));

const adminSettings = createRoute({
  getParentRoute: root,
  path: '/admin/settings',
  head: titled('Settings'),
  ...guarded('admin'),
}).lazy(() => import('./storefront/admin/settings-page.tsx').then((module) => module.screen));

const adminTaxes = createRoute({
  getParentRoute: root,
  path: '/admin/taxes',
  head: titled('Taxes'),
  ...guarded('admin'),
}).lazy(() => import('./storefront/admin/taxes-page.tsx').then((module) => module.screen));

const adminTexts = createRoute({
  getParentRoute: root,
  path: '/admin/texts',
  head: titled('Texts'),
  ...guarded('moderator'),
  validateSearch: textsSearch,
}).lazy(() => import('./storefront/admin/texts-page.tsx').then((module) => module.screen));

const shipping = createRoute({
  getParentRoute: root,
  path: '/shipping',
  head: titled('Shipping'),
  ...guarded('user'),
}).lazy(() => import('./shipping/shipping-page.tsx').then((module) => module.screen));

const cardShipping = createRoute({
  getParentRoute: root,
  path: '/shipping/$cardId',
  head: titled('Shipping'),
  ...guarded('user'),
}).lazy(() => import('./shipping/shipping-page.tsx').then((module) => module.cardScreen));

const shipments = createRoute({
  getParentRoute: root,
  path: '/shipments',
  head: titled('Shipments'),
  ...guarded('user'),
  validateSearch: shipmentsSearch,
}).lazy(() => import('./shipping/shipments-page.tsx').then((module) => module.screen));

const shipment = createRoute({
  getParentRoute: root,
  path: '/shipments/$shipmentId',
  head: titled('Shipment'),
  ...guarded('user'),
}).lazy(() => import('./shipping/shipment-page.tsx').then((module) => module.screen));

export const routeTree = rootRoute.addChildren([
  home,
  about,
  howItWorks,
  legal,
  packs,
  pack,
  certifiedPacks,
  verify,
  auth,
  myCards,
  myAccount,
  topUp,
  transactions,
  transaction,
  receipt,
  checkout,
  checkoutSuccess,
  cardOpening,
  adminOverview,
  adminOrders,
  adminDisputes,
  adminTransactions,
  adminDiscountCodes,
  adminShipping,
  adminPickList,
  adminPackingSlips,
  adminLockedCards,
  adminUsers,
  adminAudit,
  adminJobs,
  adminMail,
  adminCatalogue,
  adminStock,
  adminIntake,
  adminPrices,
  adminParcels,
  adminSettings,
  adminTaxes,
  adminTexts,
  shipping,
  cardShipping,
  shipments,
  shipment,
]);
