// Lists every screen of operators. It is loaded with the first address below /admin, so shoppers never download it.
import { createRoute } from '@tanstack/react-router';
import { mailSearch } from './admin/mail-search.ts';
import { marginSearch } from './admin/margin-search.ts';
import { overviewSearch } from './admin/overview-search.ts';
import { auditSearch, usersSearch } from './admin/users-search.ts';
import { catalogueSearch } from './catalogue/admin/catalogue-search.ts';
import { codesSearch, ordersSearch } from './checkout/admin/orders-search.ts';
import { lockedSearch } from './collection/admin/locked-search.ts';
import { disputesSearch } from './disputes/admin/disputes-search.ts';
import { dropsSearch, newDropSearch } from './drops/admin/drops-search.ts';
import { importsSearch } from './imports/imports-search.ts';
import { pricesSearch } from './prices/admin/prices-search.ts';
import { sheetsSearch, shippingSearch } from './shipping/admin/shipping-search.ts';
import { singlesSearch } from './singles/admin/singles-search.ts';
import { intakeSearch, stockSearch } from './stock/admin/stock-search.ts';
import { textsSearch } from './storefront/admin/texts-search.ts';
import { webhooksSearch } from './webhooks/webhooks-search.ts';
import { allTransactionsSearch } from './wallet/admin/transactions-search.ts';
import { cleaned, pageIn } from './lists/address-parts.ts';
import { shopRoutes } from './routes.tsx';
import { rootRoute } from './shell/document.tsx';
import { guarded } from './shell/guard.tsx';

const root = () => rootRoute;

const adminOverview = createRoute({
  getParentRoute: root,
  path: '/admin',
  ...guarded('staff', 'Overview'),
  validateSearch: cleaned(overviewSearch),
}).lazy(() => import('./admin/overview-page.tsx').then((module) => module.screen));

const adminMargin = createRoute({
  getParentRoute: root,
  path: '/admin/margin',
  ...guarded('money', 'Margin'),
  validateSearch: cleaned(marginSearch),
}).lazy(() => import('./admin/margin-page.tsx').then((module) => module.screen));

const adminOrders = createRoute({
  getParentRoute: root,
  path: '/admin/orders',
  ...guarded('support', 'Orders'),
  validateSearch: cleaned(ordersSearch),
}).lazy(() => import('./checkout/admin/orders-page.tsx').then((module) => module.screen));

const adminDisputes = createRoute({
  getParentRoute: root,
  path: '/admin/disputes',
  ...guarded('money', 'Disputes'),
  validateSearch: cleaned(disputesSearch),
}).lazy(() => import('./disputes/admin/disputes-page.tsx').then((module) => module.screen));

const adminTransactions = createRoute({
  getParentRoute: root,
  path: '/admin/transactions',
  ...guarded('support', 'Transactions'),
  validateSearch: cleaned(allTransactionsSearch),
}).lazy(() => import('./wallet/admin/transactions-page.tsx').then((module) => module.screen));

const adminDiscountCodes = createRoute({
  getParentRoute: root,
  path: '/admin/discount-codes',
  ...guarded('money', 'Discount codes'),
  validateSearch: cleaned(codesSearch),
}).lazy(() => import('./checkout/admin/discount-codes-page.tsx').then((module) => module.screen));

const adminUsers = createRoute({
  getParentRoute: root,
  path: '/admin/users',
  ...guarded('money', 'Users'),
  validateSearch: cleaned(usersSearch),
}).lazy(() => import('./admin/users-page.tsx').then((module) => module.screen));

const adminStaff = createRoute({
  getParentRoute: root,
  path: '/admin/staff',
  ...guarded('owner', 'Staff'),
}).lazy(() => import('./admin/staff-page.tsx').then((module) => module.screen));

const adminKeys = createRoute({
  getParentRoute: root,
  path: '/admin/keys',
  ...guarded('owner', 'API keys'),
  validateSearch: cleaned(pageIn),
}).lazy(() => import('./admin/keys-page.tsx').then((module) => module.screen));

const adminAudit = createRoute({
  getParentRoute: root,
  path: '/admin/audit',
  ...guarded('support', 'Audit'),
  validateSearch: cleaned(auditSearch),
}).lazy(() => import('./admin/audit-page.tsx').then((module) => module.screen));

const adminShipping = createRoute({
  getParentRoute: root,
  path: '/admin/shipping',
  ...guarded('packing', 'Shipping'),
  validateSearch: cleaned(shippingSearch),
}).lazy(() => import('./shipping/admin/shipping-admin-page.tsx').then((module) => module.screen));

const adminPack = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/pack',
  ...guarded('packing', 'Pack'),
  validateSearch: cleaned(sheetsSearch),
}).lazy(() => import('./shipping/admin/pack-page.tsx').then((module) => module.screen));

const adminLabels = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/labels',
  ...guarded('packing', 'Labels'),
  validateSearch: cleaned(sheetsSearch),
}).lazy(() => import('./shipping/admin/labels-page.tsx').then((module) => module.screen));

const adminPickList = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/pick-list',
  ...guarded('packing', 'Pick list'),
  validateSearch: cleaned(sheetsSearch),
}).lazy(() => import('./shipping/admin/pick-list-page.tsx').then((module) => module.screen));

const adminPackingSlips = createRoute({
  getParentRoute: root,
  path: '/admin/shipping/packing-slips',
  ...guarded('packing', 'Packing slips'),
  validateSearch: cleaned(sheetsSearch),
}).lazy(() => import('./shipping/admin/packing-slip-page.tsx').then((module) => module.screen));

const adminLockedCards = createRoute({
  getParentRoute: root,
  path: '/admin/locked-cards',
  ...guarded('support', 'Locked cards'),
  validateSearch: cleaned(lockedSearch),
}).lazy(() => import('./collection/admin/locked-cards-page.tsx').then((module) => module.screen));

const adminAlerts = createRoute({
  getParentRoute: root,
  path: '/admin/alerts',
  ...guarded('staff', 'Alerts'),
}).lazy(() => import('./admin/alerts-page.tsx').then((module) => module.screen));

const adminJobs = createRoute({
  getParentRoute: root,
  path: '/admin/jobs',
  ...guarded('support', 'Jobs'),
}).lazy(() => import('./admin/jobs-page.tsx').then((module) => module.screen));

const adminMail = createRoute({
  getParentRoute: root,
  path: '/admin/mail',
  ...guarded('owner', 'Mail'),
  validateSearch: cleaned(mailSearch),
}).lazy(() => import('./admin/mail-page.tsx').then((module) => module.screen));

const adminWebhooks = createRoute({
  getParentRoute: root,
  path: '/admin/webhooks',
  ...guarded('owner', 'Webhooks'),
  validateSearch: cleaned(webhooksSearch),
}).lazy(() => import('./webhooks/webhooks-page.tsx').then((module) => module.screen));

const adminCatalogue = createRoute({
  getParentRoute: root,
  path: '/admin/catalogue',
  ...guarded('catalogue', 'Catalogue'),
  validateSearch: cleaned(catalogueSearch),
}).lazy(() => import('./catalogue/admin/catalogue-page.tsx').then((module) => module.screen));

const adminGames = createRoute({
  getParentRoute: root,
  path: '/admin/games',
  ...guarded('catalogue', 'Games'),
}).lazy(() => import('./games/games-page.tsx').then((module) => module.screen));

const adminStock = createRoute({
  getParentRoute: root,
  path: '/admin/stock',
  ...guarded('packing', 'Stock'),
  validateSearch: cleaned(stockSearch),
}).lazy(() => import('./stock/admin/stock-page.tsx').then((module) => module.screen));

const adminIntake = createRoute({
  getParentRoute: root,
  path: '/admin/stock/intake',
  ...guarded('catalogue', 'Take in packs'),
  validateSearch: cleaned(intakeSearch),
}).lazy(() => import('./stock/admin/stock-intake-page.tsx').then((module) => module.screen));

const adminSingles = createRoute({
  getParentRoute: root,
  path: '/admin/singles',
  ...guarded('packing', 'Singles'),
  validateSearch: cleaned(singlesSearch),
}).lazy(() => import('./singles/admin/singles-page.tsx').then((module) => module.screen));

const adminTakeInHand = createRoute({
  getParentRoute: root,
  path: '/admin/singles/take-in-hand',
  ...guarded('packing', 'Take in hand'),
}).lazy(() => import('./singles/admin/take-in-hand-page.tsx').then((module) => module.screen));

const adminElsewhere = createRoute({
  getParentRoute: root,
  path: '/admin/singles/elsewhere',
  ...guarded('catalogue', 'Other shops'),
}).lazy(() => import('./singles/admin/elsewhere-page.tsx').then((module) => module.screen));

const adminImports = createRoute({
  getParentRoute: root,
  path: '/admin/imports',
  ...guarded('catalogue', 'Import'),
  validateSearch: cleaned(importsSearch),
}).lazy(() => import('./imports/imports-page.tsx').then((module) => module.screen));

const adminPriceRules = createRoute({
  getParentRoute: root,
  path: '/admin/singles/prices',
  ...guarded('catalogue', 'Prices by rule'),
}).lazy(() => import('./singles/admin/price-rules-page.tsx').then((module) => module.screen));

const adminDrops = createRoute({
  getParentRoute: root,
  path: '/admin/drops',
  ...guarded('catalogue', 'Drops'),
  validateSearch: cleaned(dropsSearch),
}).lazy(() => import('./drops/admin/drops-page.tsx').then((module) => module.screen));

const adminNewDrop = createRoute({
  getParentRoute: root,
  path: '/admin/drops/new',
  ...guarded('catalogue', 'New drop'),
  validateSearch: cleaned(newDropSearch),
}).lazy(() => import('./drops/admin/new-drop-page.tsx').then((module) => module.screen));

const adminDrop = createRoute({
  getParentRoute: root,
  path: '/admin/drops/$dropId',
  ...guarded('catalogue', 'Drop'),
}).lazy(() => import('./drops/admin/drop-page.tsx').then((module) => module.screen));

const adminPublishDrop = createRoute({
  getParentRoute: root,
  path: '/admin/drops/$dropId/publish',
  ...guarded('catalogue', 'Publish drop'),
}).lazy(() => import('./drops/admin/publish-drop-page.tsx').then((module) => module.screen));

const adminPrices = createRoute({
  getParentRoute: root,
  path: '/admin/prices',
  ...guarded('catalogue', 'Prices'),
  validateSearch: cleaned(pricesSearch),
}).lazy(() => import('./prices/admin/prices-page.tsx').then((module) => module.screen));

const adminParcels = createRoute({
  getParentRoute: root,
  path: '/admin/parcels',
  ...guarded('owner', 'Parcels'),
}).lazy(() => import('./shipping/admin/tariff-page.tsx').then((module) => module.screen));

const adminSettings = createRoute({
  getParentRoute: root,
  path: '/admin/settings',
  ...guarded('owner', 'Settings'),
}).lazy(() => import('./storefront/admin/settings-page.tsx').then((module) => module.screen));

const adminTaxes = createRoute({
  getParentRoute: root,
  path: '/admin/taxes',
  ...guarded('money', 'Taxes'),
}).lazy(() => import('./storefront/admin/taxes-page.tsx').then((module) => module.screen));

const adminPlaces = createRoute({
  getParentRoute: root,
  path: '/admin/places',
  ...guarded('owner', 'Places'),
}).lazy(() => import('./storefront/admin/places-page.tsx').then((module) => module.screen));

const adminOpening = createRoute({
  getParentRoute: root,
  path: '/admin/opening',
  ...guarded('owner', 'Opening'),
}).lazy(() => import('./storefront/admin/opening-page.tsx').then((module) => module.screen));

const adminTexts = createRoute({
  getParentRoute: root,
  path: '/admin/texts',
  ...guarded('support', 'Texts'),
  validateSearch: cleaned(textsSearch),
}).lazy(() => import('./storefront/admin/texts-page.tsx').then((module) => module.screen));

const adminRoutes = [
  adminOverview,
  adminMargin,
  adminOrders,
  adminDisputes,
  adminTransactions,
  adminDiscountCodes,
  adminUsers,
  adminStaff,
  adminKeys,
  adminAudit,
  adminShipping,
  adminPack,
  adminLabels,
  adminPickList,
  adminPackingSlips,
  adminLockedCards,
  adminAlerts,
  adminJobs,
  adminMail,
  adminWebhooks,
  adminCatalogue,
  adminGames,
  adminStock,
  adminIntake,
  adminSingles,
  adminTakeInHand,
  adminElsewhere,
  adminImports,
  adminPriceRules,
  adminDrops,
  adminNewDrop,
  adminDrop,
  adminPublishDrop,
  adminPrices,
  adminParcels,
  adminSettings,
  adminTaxes,
  adminPlaces,
  adminOpening,
  adminTexts,
] as const;

/** Makes the tree of all routes. */
export const wholeTree = () => rootRoute.addChildren([...shopRoutes, ...adminRoutes]);

export type RouteTree = ReturnType<typeof wholeTree>;
