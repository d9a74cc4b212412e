// The port to whoever says what tax a sale takes, where that is not the shop's own table; filled by
// `card-payments/stripe-tax.ts`. No call of it may run inside a database transaction: it can take as long as a network does.
import type { Cents } from '#domain/money.ts';
import type { TaxedGoods, TaxPlace } from '#domain/tax.ts';
import type { TaxLine } from '#domain/tax-lines.ts';

/** A price without tax, of what, and where it is supplied. */
export type TaxQuestion = {
  taxable: Cents;
  sells: TaxedGoods;
  place: TaxPlace;
  taxCode: string;
};

/** What the provider says of it. For so many seconds it can be told that the sale was made. */
export type TaxResult = { id: string; lines: TaxLine[]; tax: Cents; lastsS: number };

/** A sale as the provider has it; `lineItem` is what was sold in it. */
export type RecordedSale = { id: string; lineItem: string };

export type TaxProvider = {
  name: string;
  calculate: (question: TaxQuestion) => Promise<TaxResult>;
  /** The sale was made. `reference` makes it repeatable: it is recorded once. */
  record: (calculationId: string, reference: string) => Promise<RecordedSale>;
  /** So much of a sale went back, without its tax and of its tax. Recorded once by its reference. Returns the provider's id. */
  reverse: (
    sale: RecordedSale,
    reference: string,
    back: { goods: Cents; tax: Cents },
  ) => Promise<string>;
  /** Why it can't say any taxes yet, in words for an operator; null: it can. */
  problem: () => Promise<string | null>;
};

/** It says no, in its own words. `isPlaceUnclear`: it would know with more of the address. */
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
