// What comes on top of the packs of an order: the taxes of its buyer's region, and the fee of a card.
import type { PaymentMethod, Charges, Discount } from '#domain/pricing.ts';
import { difference } from '#domain/money.ts';
import { priceOrder, type Offer, type Order, type WantedLine } from '#domain/purchase.ts';
import { regionOf, type Region } from '#domain/region.ts';
import { Rejection } from '#domain/rejection.ts';
import { needsRegionOfBuyer, taxesOfPacks, type SaleTaxes } from '#domain/tax.ts';
import type { TaxQuote } from '#domain/tax-quote.ts';
import { findHome } from '../accounts/users-queries.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { claimTaxQuote, quoteTaxes, type TaxedSale } from '../taxes/quote-taxes.ts';

/** The taxes of what somebody buys. `said`: where they say they are; the address in their profile counts before it. */
export async function taxesOfBuyer(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
  said: Region | null | undefined,
): Promise<SaleTaxes> {
  const home = needsRegionOfBuyer(settings.taxes()) ? await findHome(db, userId) : null;
  return taxesAt(
    { settings, now },
    home && { region: regionOf(home), postalCode: home.postalCode },
    said,
  );
}

/** The same for whose profile was read: `home` is the address in it. */
export function taxesAt(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  home: { region: Region | null; postalCode: string | null } | null,
  said: Region | null | undefined,
): SaleTaxes {
  if (!home?.region) return taxesOfPacks(settings.taxes(), said ?? null, now());
  return taxesOfPacks(settings.taxes(), home.region, now(), home.postalCode);
}

/** A cart as it is priced. */
export type PricedCart = {
  userId: string;
  wanted: WantedLine[];
  offers: Offer[];
  discount: Discount | null;
  method: PaymentMethod;
};

/**
 * Prices a cart before anybody pays, outside of any transaction: a tax provider may be asked. `isTaxKnown` false: there is no
 * tax in it yet, as nobody knows where its buyer is, or not well enough.
 */
export async function tellPrice(
  context: Context,
  cart: PricedCart,
  taxes: SaleTaxes,
): Promise<Order & { isTaxKnown: boolean }> {
  const bare = priced(context, cart, taxes);
  const { told, isKnown } = await quoteTaxes(context, taxes, saleOf(cart, bare));
  return { ...(told === null ? bare : priced(context, cart, taxes, told)), isTaxKnown: isKnown };
}

/**
 * Prices a cart inside the transaction that sells it, with the taxes that were told before for an order. Rejects with
 * AMOUNT_MISMATCH where they were told for another price.
 */
export async function takePrice(
  context: Context<Transaction>,
  orderId: string,
  cart: PricedCart,
  taxes: SaleTaxes,
): Promise<Order> {
  const bare = priced(context, cart, taxes);
  if (taxes.asked === null) return bare;
  const sale = saleOf(cart, bare);
  const told = await claimTaxQuote(context, taxes, sale, orderId, 'AMOUNT_MISMATCH');
  return told === null ? bare : priced(context, cart, taxes, told);
}

/** Has the taxes told that a purchase will take. Rejects with REGION_REQUIRED where it takes more of an address. */
export async function prepareTaxes(
  context: Context,
  cart: PricedCart,
  taxes: SaleTaxes,
): Promise<void> {
  const { isTaxKnown } = await tellPrice(context, cart, taxes);
  if (isTaxKnown) return;
  throw new Rejection('REGION_REQUIRED', taxes.isKnown ? NEEDS_ADDRESS : {});
}

const NEEDS_ADDRESS =
  'Please save your address with its postal code in your profile first: the tax depends on it.';

function priced(
  { config }: Pick<Context, 'config'>,
  { wanted, offers, discount, method }: PricedCart,
  { rates }: SaleTaxes,
  told: TaxQuote | null = null,
): Order {
  const charges: Charges = { taxes: rates, cardFee: config.cardFee, told };
  return priceOrder(wanted, offers, discount, method, charges);
}

function saleOf({ userId }: PricedCart, { quote }: Order): TaxedSale {
  return { userId, sells: 'packs', taxable: difference(quote.subtotal, quote.discount) };
}
