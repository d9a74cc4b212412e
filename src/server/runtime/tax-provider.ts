// Defines the port to the tax provider, for shops without their own table of taxes. `card-payments/stripe-tax.ts`
// implements it. Never call it inside a database transaction, because a call can take as long as the network does.
import type { Cents } from '#domain/money.ts';
import type { TaxedGoods, TaxPlace } from '#domain/tax.ts';
import type { TaxLine } from '#domain/tax-lines.ts';

/** A price without tax, the kind of goods, and the place of supply. */
export type TaxQuestion = {
  taxable: Cents;
  sells: TaxedGoods;
  place: TaxPlace;
  taxCode: string;
};

/** The provider's calculation of taxes. A sale may use it for `lastsS` seconds. */
export type TaxResult = { id: string; lines: TaxLine[]; tax: Cents; lastsS: number };

/** The provider's record of a sale. `lineItem`: the id of the sold item in that record. */
export type RecordedSale = { id: string; lineItem: string };

export type TaxProvider = {
  name: string;
  calculate: (question: TaxQuestion) => Promise<TaxResult>;
  /** Records a sale. `reference` makes the call idempotent. */
  record: (calculationId: string, reference: string) => Promise<RecordedSale>;
  /**
   * Records that part of a sale was refunded, with its amounts before tax and of tax. `reference`
   * makes the call idempotent. Returns the provider's id.
   */
  reverse: (
    sale: RecordedSale,
    reference: string,
    back: { goods: Cents; tax: Cents },
  ) => Promise<string>;
  /** Returns why the provider can't calculate taxes yet, for operators, or null if it can. */
  problem: () => Promise<string | null>;
};

/**
 * Thrown if the provider refuses a request. The message has the provider's words. `isPlaceUnclear`: the provider needs
 * more of the address.
 */
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
