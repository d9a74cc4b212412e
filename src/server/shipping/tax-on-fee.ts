// The tax on a parcel's fee: that of its destination (docs/product.md §17).
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

/**
 * `isKnown` false: it has no tax yet. Either the tax for such an address is unknown, or the
 * provider has not calculated it yet.
 */
type ShownTax = FeeTax & { isKnown: boolean };

type Address = { country: string | null; state: string | null; postalCode?: string | null };

/** A fee, and who pays it. */
type Fee = { userId: string; fee: Cents };

/** An estimate, for which no provider is asked. */
export function taxOnFee(fee: Cents, sale: SaleTaxes): ShownTax {
  return { ...feeTax(fee, sale), isKnown: sale.isKnown && (sale.asked === null || fee === ZERO) };
}

/** Before payment, outside of any transaction: it may call a provider. */
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
 * What a shipment pays, inside its transaction: the provider's earlier calculation, if there is a
 * provider. Rejects with VALIDATION_ERROR an address whose province is unknown, and with
 * QUOTE_EXPIRED a fee without a calculated tax.
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

/** Quotes the tax that a shipment will pay, before its transaction. */
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
