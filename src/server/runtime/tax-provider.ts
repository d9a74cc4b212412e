// The port to the tax provider, for shops that don't use their own table of taxes; implemented by
// `card-payments/stripe-tax.ts`. None of its calls may run inside a database transaction: a call
// can take as long as a network does.
import type { Cents } from '#domain/money.ts';
import type { TaxedGoods, TaxPlace } from '#domain/tax.ts';
import type { TaxLine } from '#domain/tax-lines.ts';

/** A price without tax, what it is for, and where it is supplied. */
export type TaxQuestion = {
  taxable: Cents;
  sells: TaxedGoods;
  place: TaxPlace;
  taxCode: string;
};

/** The provider's calculation. For `lastsS` seconds a sale can be recorded with it. */
export type TaxResult = { id: string; lines: TaxLine[]; tax: Cents; lastsS: number };

/** A sale as the provider has recorded it; `lineItem` is the item sold in it. */
export type RecordedSale = { id: string; lineItem: string };

export type TaxProvider = {
  name: string;
  calculate: (question: TaxQuestion) => Promise<TaxResult>;
  /** Records that the sale was made. `reference` makes it idempotent: the sale is recorded once. */
  record: (calculationId: string, reference: string) => Promise<RecordedSale>;
  /**
   * Records that part of a sale was refunded, with its amounts before tax and of tax. Recorded once
   * by its reference. Returns the provider's id.
   */
  reverse: (
    sale: RecordedSale,
    reference: string,
    back: { goods: Cents; tax: Cents },
  ) => Promise<string>;
  /** Why it can't calculate taxes yet, in words for an operator; null: it can. */
  problem: () => Promise<string | null>;
};

/** The provider refuses, in its own words. `isPlaceUnclear`: it needs more of the address. */
export class TaxRefusal extends Error {
  override readonly name = 'TaxRefusal';
  readonly code: string;
  readonly isPlaceUnclear: boolean;
  constructor(message: string, code: string, isPlaceUnclear: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.isPlaceUnclear = isPlaceUnclear;
  }
}
