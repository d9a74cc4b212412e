// The endpoint table: all endpoints of the server by name. The OpenAPI document and the tests of roles and rejections
// read it.
import * as accounts from './accounts.ts';
import * as accountsSecurity from './accounts-security.ts';
import * as admin from './admin.ts';
import * as adminKeys from './admin-keys.ts';
import * as adminStaff from './admin-staff.ts';
import * as adminSearch from './admin-search.ts';
import * as adminStock from './admin-stock.ts';
import * as adminTimeline from './admin-timeline.ts';
import * as adminUsers from './admin-users.ts';
import * as adminWaiting from './admin-waiting.ts';
import * as adminViews from './admin-views.ts';
import * as auditLog from './audit-log.ts';
import * as cardPayments from './card-payments.ts';
import * as cardPaymentsAdmin from './card-payments-admin.ts';
import * as catalogue from './catalogue.ts';
import * as catalogueAdmin from './catalogue-admin.ts';
import * as catalogueSample from './catalogue-sample.ts';
import * as catalogueSuggestions from './catalogue-suggestions.ts';
import * as checkout from './checkout.ts';
import * as checkoutAdmin from './checkout-admin.ts';
import * as checkoutLimits from './checkout-limits.ts';
import * as checkoutRefunds from './checkout-refunds.ts';
import * as checkoutTrending from './checkout-trending.ts';
import * as collection from './collection.ts';
import * as collectionAdmin from './collection-admin.ts';
import * as collectionCopies from './collection-copies.ts';
import * as disputesAdmin from './disputes-admin.ts';
import * as imports from './imports.ts';
import type { Endpoint } from './endpoint.ts';
import * as drops from './drops.ts';
import * as dropsAdmin from './drops-admin.ts';
import * as games from './games.ts';
import * as jobs from './jobs.ts';
import * as margin from './margin.ts';
import * as metricsAlerts from './metrics-alerts.ts';
import * as opening from './opening.ts';
import * as prices from './prices.ts';
import * as pricesAdmin from './prices-admin.ts';
import * as profile from './profile.ts';
import * as profileData from './profile-data.ts';
import * as profileInvitation from './profile-invitation.ts';
import * as profileLimits from './profile-limits.ts';
import * as profileWaiting from './profile-waiting.ts';
import * as profileWorth from './profile-worth.ts';
import * as sharing from './sharing.ts';
import * as sharingAdmin from './sharing-admin.ts';
import * as shipping from './shipping.ts';
import * as shippingAdmin from './shipping-admin.ts';
import * as shippingHolds from './shipping-holds.ts';
import * as shippingLabels from './shipping-labels.ts';
import * as shippingLosses from './shipping-losses.ts';
import * as shippingPacking from './shipping-packing.ts';
import * as shippingTracking from './shipping-tracking.ts';
import * as shippingTariff from './shipping-tariff.ts';
import * as singles from './singles.ts';
import * as singlesAdmin from './singles-admin.ts';
import * as singlesElsewhere from './singles-elsewhere.ts';
import * as singlesPrices from './singles-prices.ts';
import * as stock from './stock.ts';
import * as stockAdmin from './stock-admin.ts';
import * as stockCostsAdmin from './stock-costs-admin.ts';
import * as stockPhotographsAdmin from './stock-photographs-admin.ts';
import * as storefront from './storefront.ts';
import * as storefrontAdmin from './storefront-admin.ts';
import * as storefrontOpening from './storefront-opening.ts';
import * as storefrontPlaces from './storefront-places.ts';
import * as storefrontTaxes from './storefront-taxes.ts';
import * as storefrontTexts from './storefront-texts.ts';
import * as wallet from './wallet.ts';
import * as walletAdmin from './wallet-admin.ts';
import * as walletCredits from './wallet-credits.ts';
import * as webhooks from './webhooks.ts';
import * as wishes from './wishes.ts';

/** The endpoints by room, in the order of the OpenAPI document. */
export const ENDPOINTS = {
  ...endpointsIn(accounts),
  ...endpointsIn(accountsSecurity),
  ...endpointsIn(profile),
  ...endpointsIn(profileData),
  ...endpointsIn(profileLimits),
  ...endpointsIn(profileWaiting),
  ...endpointsIn(wallet),
  ...endpointsIn(walletCredits),
  ...endpointsIn(walletAdmin),
  ...endpointsIn(catalogue),
  ...endpointsIn(catalogueSample),
  ...endpointsIn(catalogueSuggestions),
  ...endpointsIn(catalogueAdmin),
  ...endpointsIn(games),
  ...endpointsIn(prices),
  ...endpointsIn(pricesAdmin),
  ...endpointsIn(stock),
  ...endpointsIn(stockAdmin),
  ...endpointsIn(stockPhotographsAdmin),
  ...endpointsIn(stockCostsAdmin),
  ...endpointsIn(singles),
  ...endpointsIn(singlesAdmin),
  ...endpointsIn(singlesPrices),
  ...endpointsIn(singlesElsewhere),
  ...endpointsIn(drops),
  ...endpointsIn(dropsAdmin),
  ...endpointsIn(checkout),
  ...endpointsIn(checkoutLimits),
  ...endpointsIn(checkoutTrending),
  ...endpointsIn(checkoutRefunds),
  ...endpointsIn(checkoutAdmin),
  ...endpointsIn(cardPayments),
  ...endpointsIn(cardPaymentsAdmin),
  ...endpointsIn(opening),
  ...endpointsIn(collection),
  ...endpointsIn(profileWorth),
  ...endpointsIn(profileInvitation),
  ...endpointsIn(collectionCopies),
  ...endpointsIn(collectionAdmin),
  ...endpointsIn(wishes),
  ...endpointsIn(sharing),
  ...endpointsIn(sharingAdmin),
  ...endpointsIn(shipping),
  ...endpointsIn(shippingAdmin),
  ...endpointsIn(shippingHolds),
  ...endpointsIn(shippingLabels),
  ...endpointsIn(shippingLosses),
  ...endpointsIn(shippingPacking),
  ...endpointsIn(shippingTracking),
  ...endpointsIn(shippingTariff),
  ...endpointsIn(disputesAdmin),
  ...endpointsIn(margin),
  ...endpointsIn(jobs),
  ...endpointsIn(metricsAlerts),
  ...endpointsIn(imports),
  ...endpointsIn(admin),
  ...endpointsIn(adminWaiting),
  ...endpointsIn(adminUsers),
  ...endpointsIn(adminStaff),
  ...endpointsIn(adminKeys),
  ...endpointsIn(adminViews),
  ...endpointsIn(adminStock),
  ...endpointsIn(adminSearch),
  ...endpointsIn(adminTimeline),
  ...endpointsIn(auditLog),
  ...endpointsIn(webhooks),
  ...endpointsIn(storefront),
  ...endpointsIn(storefrontAdmin),
  ...endpointsIn(storefrontOpening),
  ...endpointsIn(storefrontPlaces),
  ...endpointsIn(storefrontTaxes),
  ...endpointsIn(storefrontTexts),
};

type EndpointsIn<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

/** The endpoints among the exports of a contract file. */
export function endpointsIn<Module extends object>(module: Module): EndpointsIn<Module> {
  const endpoints = Object.entries(module).filter(([, value]) => isEndpoint(value));
  return Object.fromEntries(endpoints) as EndpointsIn<Module>;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'reply' in value;
}
