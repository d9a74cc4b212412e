// Computes what is added to the price of an order's packs and singles: the taxes of the buyer's region, and the card fee.
import type { PaymentMethod, Charges, Discount } from '#domain/pricing.ts';
import { difference } from '#domain/money.ts';
import { priceOrder, type Goods, type Order } from '#domain/purchase.ts';
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
 * Reads the taxes and the place of a buyer. `said`: where the buyer says that they live. If the buyer's profile has an
 * address, that address has priority.
 */
export async function termsOfBuyer(
  context: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
  said: Region | null | undefined,
): Promise<SaleTerms> {
  return termsAt(context, await findOwnHome(context, userId), said);
}

/** Like `termsOfBuyer`, for a caller that has already read the profile. `home`: the address in the profile. */
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
export type PricedCart = Goods & {
  userId: string;
  discount: Discount | null;
  method: PaymentMethod;
};

/**
 * Prices a cart before payment, outside any transaction, because a tax provider may be asked. If `isTaxKnown` is false,
 * the price does not include tax yet, because the buyer's location is unknown or not exact enough.
 */
export async function quotePrice(
  context: Context,
  cart: PricedCart,
  taxes: SaleTaxes,
): Promise<Order & { isTaxKnown: boolean }> {
  const bare = priced(context, cart, taxes);
  const { told, isKnown } = await quoteTaxes(context, taxes, saleOf(cart, bare));
  return { ...(told === null ? bare : priced(context, cart, taxes, told)), isTaxKnown: isKnown };
}

/**
 * Prices a cart inside the transaction that sells it, with the taxes that were quoted earlier. If that quote was for
 * another price, rejects with AMOUNT_MISMATCH.
 */
export async function claimPrice(
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
 * Gets the tax quote that a purchase will use. If the quote needs more of the buyer's address, rejects with
 * REGION_REQUIRED.
 */
export async function prepareTaxes(
  context: Context,
  cart: PricedCart,
  taxes: SaleTaxes,
): Promise<void> {
  const { isTaxKnown } = await quotePrice(context, cart, taxes);
  if (isTaxKnown) return;
  throw new Rejection('REGION_REQUIRED', taxes.isKnown ? NEEDS_ADDRESS : {});
}

const NEEDS_ADDRESS =
  'Please save your address with its postal code in your profile first: the tax depends on it.';

function priced(
  { config }: Pick<Context, 'config'>,
  { discount, method, ...goods }: PricedCart,
  { rates }: SaleTaxes,
  told: TaxQuote | null = null,
): Order {
  const charges: Charges = { taxes: rates, cardFee: config.cardFee, told };
  return priceOrder(goods, discount, method, charges);
}

function saleOf({ userId }: PricedCart, { quote }: Order): TaxedSale {
  return { userId, sells: 'packs', taxable: difference(quote.subtotal, quote.discount) };
}
