// The amounts that are added to the price of an order's packs: the taxes of the buyer's region, and
// the card fee.
import type { PaymentMethod, Charges, Discount } from '#domain/pricing.ts';
import { difference } from '#domain/money.ts';
import { priceOrder, type Offer, type Order, type WantedLine } from '#domain/purchase.ts';
import { asksWhereBuyersLive, withdrawalDaysIn, type BuyersPlace } from '#domain/sales-places.ts';
import type { Region } from '#domain/region.ts';
import { Rejection } from '#domain/rejection.ts';
import { taxesOfPacks, type SaleTaxes } from '#domain/tax.ts';
import type { TaxQuote } from '#domain/tax-quote.ts';
import { findOwnHome, placeOfBuyer, type OwnHome } from '../accounts/lives-in.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { claimTaxQuote, quoteTaxes, type TaxedSale } from '../taxes/quote-taxes.ts';

/** The taxes on a buyer's packs, and where the buyer lives. */
export type SaleTerms = SaleTaxes & BuyersPlace;

/**
 * The taxes and the place of a buyer. `said`: where the buyer says that they live. The address in
 * their profile has priority.
 */
export async function termsOfBuyer(
  context: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
  said: Region | null | undefined,
): Promise<SaleTerms> {
  return termsAt(context, await findOwnHome(context, userId), said);
}

/** Like `termsOfBuyer`, if the profile was already read. `home`: the address in the profile. */
export function termsAt(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  home: OwnHome | null,
  said: Region | null | undefined,
): SaleTerms {
  const place = placeOfBuyer(home, said);
  const region = place.livesIn;
  const postalCode = home?.region ? home.postalCode : null;
  const taxes = taxesOfPacks(settings.taxes(), region, now(), postalCode);
  const isAsked = region === null && asksWhereBuyersLive(settings.salesPlaces());
  return { ...taxes, ...place, isKnown: taxes.isKnown && !isAsked };
}

/** The fields of the sale terms that an order stores, and the days for a withdrawal. */
export function placeOfOrder(
  { settings }: Pick<Context, 'settings'>,
  { region, livesIn: home }: SaleTerms,
): { region: Region | null; livesIn: Region | null; withdrawalDays: number } {
  return { region, livesIn: home, withdrawalDays: withdrawalDaysIn(settings.salesPlaces(), home) };
}

/** A cart with the inputs of its price. */
export type PricedCart = {
  userId: string;
  wanted: WantedLine[];
  offers: Offer[];
  discount: Discount | null;
  method: PaymentMethod;
};

/**
 * Prices a cart before payment, outside any transaction, because a tax provider may be asked.
 * `isTaxKnown` false: the price does not include tax yet, because the buyer's location is unknown
 * or not exact enough.
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
 * Prices a cart inside the transaction that sells it, with the taxes that were quoted before.
 * Rejects with AMOUNT_MISMATCH if the quote was for another price.
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

/**
 * Gets the tax quote that a purchase will use. Rejects with REGION_REQUIRED if the quote needs more
 * of the buyer's address.
 */
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
