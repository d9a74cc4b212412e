// Computes the tax on a parcel's fee, by the parcel's destination (docs/product.md §17).
import { ZERO, type Cents } from '#domain/money.ts';
import { taxesOfParcel, type SaleTaxes } from '#domain/tax.ts';
import { sumOfTaxes, taxLines, type TaxLine } from '#domain/tax-lines.ts';
import type { TaxQuote } from '#domain/tax-quote.ts';
import type { Region } from '#domain/region.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { claimTaxQuote, quoteTaxes } from '../taxes/quote-taxes.ts';

type FeeTax = { taxes: TaxLine[]; tax: Cents; region: Region | null };

/** `isKnown` is false if the tax at this address is unknown, or if the provider has not calculated it yet. */
type ShownTax = FeeTax & { isKnown: boolean };

type Address = { country: string | null; state: string | null; postalCode?: string | null };

/** A fee, with the user who pays it. */
type Fee = { userId: string; fee: Cents };

/** Estimates the tax on a fee without asking the tax provider. */
export function taxOnFee(fee: Cents, sale: SaleTaxes): ShownTax {
  return { ...feeTax(fee, sale), isKnown: sale.isKnown && (sale.asked === null || fee === ZERO) };
}

/**
 * Quotes the tax on a fee before the payment. Call this outside of any transaction, because it may call the tax
 * provider.
 */
export async function quoteTaxOnFee(
  context: Context,
  { userId, fee }: Fee,
  address: Address,
): Promise<ShownTax> {
  const { settings, now } = context;
  const sale = taxesOfParcel(settings.taxes(), address, now());
  const { told, isKnown } = await quoteTaxes(context, sale, {
    userId,
    sells: 'parcel',
    taxable: fee,
  });
  return { ...feeTax(fee, sale, told), isKnown };
}

/**
 * Returns the tax that a shipment pays. Call this inside the shipment's transaction. If the shop
 * has a tax provider, uses the provider's earlier calculation. Rejects with VALIDATION_ERROR if the
 * province of the address is unknown, and with QUOTE_EXPIRED if no tax was calculated for this fee.
 */
export async function taxToPay(
  context: Context<Transaction>,
  { userId, fee, shipmentId }: Fee & { shipmentId: string },
  address: Address,
): Promise<FeeTax> {
  const { settings, now } = context;
  const sale = taxesOfParcel(settings.taxes(), address, now());
  if (!sale.isKnown) throw unclear('state', 'Please choose a province: the tax goes by it');
  if (sale.asked === null) return feeTax(fee, sale);
  const asked = { userId, sells: 'parcel', taxable: fee } as const;
  return feeTax(fee, sale, await claimTaxQuote(context, sale, asked, shipmentId, 'QUOTE_EXPIRED'));
}

/** Calculates the tax that a shipment will pay. Call this before the shipment's transaction. */
export async function prepareTaxOnFee(context: Context, fee: Fee, address: Address): Promise<void> {
  const { isKnown } = await quoteTaxOnFee(context, fee, address);
  if (!isKnown) throw unclear('postalCode', 'Please check the postal code: the tax goes by it');
}

function unclear(field: string, message: string): Rejection {
  return Rejection.ofField(`shippingAddress.${field}`, message);
}

function feeTax(fee: Cents, { rates, region }: SaleTaxes, told: TaxQuote | null = null): FeeTax {
  const taxes = told === null ? taxLines(fee, rates) : told.lines;
  return { taxes, tax: sumOfTaxes(taxes), region };
}
