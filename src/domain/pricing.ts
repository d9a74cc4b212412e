// What an order costs (docs/product.md §6). Each part is rounded once, half up, and the total is the
// sum of the rounded parts.
import {
  difference,
  formatCad,
  partHalfUp,
  shareHalfUp,
  sum,
  times,
  toCents,
  ZERO,
  type Cents,
} from './money.ts';
import { Rejection } from './rejection.ts';
import { sumOfTaxes, taxLines, type TaxLine, type TaxRate } from './tax-lines.ts';
import { quotedLines, type TaxQuote } from './tax-quote.ts';

export type PaymentMethod = 'balance' | 'stripe';

/** A discount code's worth, a rate of the subtotal or a fixed amount off, and what it asks of an order. */
export type Discount = ({ type: 'percentage'; rate: number } | { type: 'fixed'; amount: Cents }) & {
  /** The smallest subtotal that it is for. */
  leastOrder?: Cents | null;
  /** It may take everything off. */
  isFree?: boolean;
};

/**
 * What a quote needs: the taxes of the place where it is supplied, and the fee of a card payment. `told`: what a tax provider
 * said of this price.
 */
export type Charges = { taxes: readonly TaxRate[]; cardFee: Cents; told?: TaxQuote | null };

/** The specification's fee of a card payment, which the demo asks. Elsewhere there is none (docs/product.md §17). */
export const SPECIFIED_CARD_FEE = toCents(50);

export type PricedLine = { unitPrice: Cents; quantity: number };

/** An order priced before paying: `total = subtotal - discount + tax + processingFee`. */
export type Quote = {
  subtotal: Cents;
  discount: Cents;
  /** The sum of its lines. */
  tax: Cents;
  taxes: TaxLine[];
  processingFee: Cents;
  total: Cents;
};

/**
 * What one pack of an order cost: a share of the total, by price. `before`: the prices of the packs that come before
 * it. The shares of all of them add up to the total.
 */
export function costOfPack(
  { subtotal, total }: Pick<Quote, 'subtotal' | 'total'>,
  before: Cents,
  price: Cents,
): Cents {
  const upTo = (goods: Cents) => partHalfUp(total, goods, subtotal);
  return difference(upTo(sum(before, price)), upTo(before));
}

/** What a discount leaves to be paid of the packs' price, unless its code is a gift. Also in SQL: `check_discount`. */
const LEFT_BY_DISCOUNT = toCents(50);

/**
 * The amount a discount takes off: half up, and no more than leaves the least price. Rejects with
 * DISCOUNT_CODE_INVALID where the order is too small for it.
 */
function discountOn(subtotal: Cents, discount: Discount | null): Cents {
  if (discount === null) return ZERO;
  const { leastOrder = null, isFree = false } = discount;
  if (leastOrder !== null && subtotal < leastOrder) {
    throw new Rejection(
      'DISCOUNT_CODE_INVALID',
      `This discount code is for orders of ${formatCad(leastOrder)} or more, before tax.`,
    );
  }
  const off = discount.type === 'fixed' ? discount.amount : shareHalfUp(subtotal, discount.rate);
  const left = isFree ? ZERO : LEFT_BY_DISCOUNT;
  const most = subtotal > left ? difference(subtotal, left) : ZERO;
  return off > most ? most : off;
}

/** Rejects with DISCOUNT_CODE_INVALID who has used a code as often as one person may; null: any number of times. */
export function checkUsesOfPerson(used: number, most: number | null): void {
  if (most === null || used < most) return;
  const often = used === 1 ? '' : ` ${used} times`;
  throw new Rejection('DISCOUNT_CODE_INVALID', `You have used this discount code${often} already.`);
}

/**
 * Prices an order. The card fee is only for card payments; tax is on what is left after the discount. Rejects
 * with DISCOUNT_CODE_INVALID an order that is too small for its code.
 */
export function quoteOrder(
  lines: PricedLine[],
  discount: Discount | null,
  method: PaymentMethod,
  charges: Charges,
): Quote {
  const subtotal = sum(...lines.map((line) => times(line.unitPrice, line.quantity)));
  const off = discountOn(subtotal, discount);
  const taxable = difference(subtotal, off);
  const taxes = charges.told
    ? quotedLines(charges.told, taxable)
    : taxLines(taxable, charges.taxes);
  const tax = sumOfTaxes(taxes);
  const processingFee = method === 'stripe' ? charges.cardFee : ZERO;
  const total = sum(taxable, tax, processingFee);
  return { subtotal, discount: off, tax, taxes, processingFee, total };
}

/** What packs of this price cost with tax: a quote's total for credits, without a discount. */
export function withTax(price: Cents, rates: readonly { rate: number }[]): Cents {
  return sum(price, ...rates.map(({ rate }) => shareHalfUp(price, rate)));
}

/** The least that the card provider charges. */
const CARD_TOTAL_LEAST = toCents(50);

/** Whether an amount is one that a card can be charged. */
export function isChargeable(total: Cents): boolean {
  return total >= CARD_TOTAL_LEAST && total <= CARD_TOTAL_MOST;
}

/** Rejects with AMOUNT_MISMATCH if the shopper saw another total; null: they didn't say. */
export function checkSeenTotal(total: Cents, seen: Cents | null): void {
  if (seen !== null && seen !== total) throw new Rejection('AMOUNT_MISMATCH');
}

/** The most that the card provider charges at once. */
const CARD_TOTAL_MOST = toCents(99_999_999);

/** Rejects with VALIDATION_ERROR an order that is too small or too large for a card payment. */
export function checkCardTotal(total: Cents): void {
  if (total < CARD_TOTAL_LEAST) {
    throw new Rejection(
      'VALIDATION_ERROR',
      `Card payments start at ${formatCad(CARD_TOTAL_LEAST)}. Please use your account balance.`,
    );
  }
  if (total > CARD_TOTAL_MOST) {
    throw new Rejection(
      'VALIDATION_ERROR',
      `Card payments end at ${formatCad(CARD_TOTAL_MOST)}. Please order fewer packs at once.`,
    );
  }
}
