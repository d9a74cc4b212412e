// The endpoint table: every row that the server serves, by name. The OpenAPI document, the role test
// and the count of tested rejections all read it.
import * as accounts from './accounts.ts';
import * as accountsSecurity from './accounts-security.ts';
import * as admin from './admin.ts';
import * as adminStock from './admin-stock.ts';
import * as adminUsers from './admin-users.ts';
import * as auditLog from './audit-log.ts';
import * as cardPayments from './card-payments.ts';
import * as cardPaymentsAdmin from './card-payments-admin.ts';
import * as catalogue from './catalogue.ts';
import * as catalogueAdmin from './catalogue-admin.ts';
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
import type { Endpoint } from './endpoint.ts';
import * as drops from './drops.ts';
import * as dropsAdmin from './drops-admin.ts';
import * as jobs from './jobs.ts';
import * as opening from './opening.ts';
import * as prices from './prices.ts';
import * as pricesAdmin from './prices-admin.ts';
import * as profile from './profile.ts';
import * as profileData from './profile-data.ts';
import * as profileWorth from './profile-worth.ts';
import * as sharing from './sharing.ts';
import * as sharingAdmin from './sharing-admin.ts';
import * as shipping from './shipping.ts';
import * as shippingAdmin from './shipping-admin.ts';
import * as shippingLabels from './shipping-labels.ts';
import * as shippingTariff from './shipping-tariff.ts';
import * as stock from './stock.ts';
import * as stockAdmin from './stock-admin.ts';
import * as stockPhotographsAdmin from './stock-photographs-admin.ts';
import * as storefront from './storefront.ts';
import * as storefrontAdmin from './storefront-admin.ts';
import * as storefrontTaxes from './storefront-taxes.ts';
import * as storefrontTexts from './storefront-texts.ts';
import * as wallet from './wallet.ts';
import * as walletAdmin from './wallet-admin.ts';
import * as wishes from './wishes.ts';

/** By room, in the order of the OpenAPI document. */
export const ENDPOINTS = {
  ...rowsIn(accounts),
  ...rowsIn(accountsSecurity),
  ...rowsIn(profile),
  ...rowsIn(profileData),
  ...rowsIn(wallet),
  ...rowsIn(walletAdmin),
  ...rowsIn(catalogue),
  ...rowsIn(catalogueSuggestions),
  ...rowsIn(catalogueAdmin),
  ...rowsIn(prices),
  ...rowsIn(pricesAdmin),
  ...rowsIn(stock),
  ...rowsIn(stockAdmin),
  ...rowsIn(stockPhotographsAdmin),
  ...rowsIn(drops),
  ...rowsIn(dropsAdmin),
  ...rowsIn(checkout),
  ...rowsIn(checkoutLimits),
  ...rowsIn(checkoutTrending),
  ...rowsIn(checkoutRefunds),
  ...rowsIn(checkoutAdmin),
  ...rowsIn(cardPayments),
  ...rowsIn(cardPaymentsAdmin),
  ...rowsIn(opening),
  ...rowsIn(collection),
  ...rowsIn(profileWorth),
  ...rowsIn(collectionCopies),
  ...rowsIn(collectionAdmin),
  ...rowsIn(wishes),
  ...rowsIn(sharing),
  ...rowsIn(sharingAdmin),
  ...rowsIn(shipping),
  ...rowsIn(shippingAdmin),
  ...rowsIn(shippingLabels),
  ...rowsIn(shippingTariff),
  ...rowsIn(disputesAdmin),
  ...rowsIn(jobs),
  ...rowsIn(admin),
  ...rowsIn(adminUsers),
  ...rowsIn(adminStock),
  ...rowsIn(auditLog),
  ...rowsIn(storefront),
  ...rowsIn(storefrontAdmin),
  ...rowsIn(storefrontTaxes),
  ...rowsIn(storefrontTexts),
};

type RowsIn<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

/** The rows among a contract file's exports. */
export function rowsIn<Module extends object>(module: Module): RowsIn<Module> {
  const rows = Object.entries(module).filter(([, value]) => isRow(value));
  return Object.fromEntries(rows) as RowsIn<Module>;
}

function isRow(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'reply' in value;
}
