// The tax on a parcel's fee: that of the place it goes to (docs/product.md §17).
import type { Cents } from '#domain/money.ts';
import { taxesOfParcel } from '#domain/tax.ts';
import { sumOfTaxes, taxLines, type TaxLine } from '#domain/tax-lines.ts';
import type { Region } from '#domain/region.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';

export type FeeTax = { taxes: TaxLine[]; tax: Cents; region: Region | null };

/** `isKnown` false: the address says no province, and there is no tax in it yet. */
export function taxOnFee(
  fee: Cents,
  address: { country: string | null; state: string | null },
  { settings, now }: Pick<Context, 'settings' | 'now'>,
): FeeTax & { isKnown: boolean } {
  const { rates, region, isKnown } = taxesOfParcel(settings.taxes(), address, now());
  const taxes = taxLines(fee, rates);
  return { taxes, tax: sumOfTaxes(taxes), region, isKnown };
}

/** The same before it is paid: rejects with VALIDATION_ERROR an address whose province nobody knows. */
export function taxToPay(
  fee: Cents,
  address: { country: string; state: string },
  context: Pick<Context, 'settings' | 'now'>,
): FeeTax {
  const { isKnown, ...tax } = taxOnFee(fee, address, context);
  if (!isKnown) {
    throw Rejection.ofField(
      'shippingAddress.state',
      'Please choose a province: the tax goes by it',
    );
  }
  return tax;
}
