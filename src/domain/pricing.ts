// The price of an order (docs/product.md §6). Each part is rounded once, half up. The total is the sum of the rounded
// parts.
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

/** A discount with its conditions. It is a rate of the subtotal, or a fixed amount. */
export type Discount = ({ type: 'percentage'; rate: number } | { type: 'fixed'; amount: Cents }) & {
  /** The minimum subtotal to which the discount applies. */
  leastOrder?: Cents | null;
  /** Whether the discount may make the order free. */
  isFree?: boolean;
};

/**
 * What is added to an order. These are the taxes at its place of supply, and the fee of a card payment. `told` is a
 * tax provider's answer for this price.
 */
export type Charges = { taxes: readonly TaxRate[]; cardFee: Cents; told?: TaxQuote | null };

/**
 * The fee of a card payment in the specification, which the demo charges. Other shops charge no such fee
 * (docs/product.md §17).
 */
export const SPECIFIED_CARD_FEE = toCents(50);

export type PricedLine = { unitPrice: Cents; quantity: number };

/** The price of an order before payment: `total = subtotal - discount + tax + processingFee`. */
export type Quote = {
  subtotal: Cents;
  discount: Cents;
  /** The sum of the lines of `taxes`. */
  tax: Cents;
  taxes: TaxLine[];
  processingFee: Cents;
  total: Cents;
};

/**
 * The cost of one pack of an order, which is its share of the total, by price. `before` is the sum of the prices of
 * the earlier packs. The shares of all packs add up to the total.
 */
export function costOfPack(
  { subtotal, total }: Pick<Quote, 'subtotal' | 'total'>,
  before: Cents,
  price: Cents,
): Cents {
  const upTo = (goods: Cents) => partHalfUp(total, goods, subtotal);
  return difference(upTo(sum(before, price)), upTo(before));
}

/** What a single costs after its part of the discount, before tax. */
export function netOf({ unitPrice, discount }: { unitPrice: Cents; discount: Cents }): Cents {
  return difference(unitPrice, discount);
}

/**
 * The minimum amount for the packs after a discount, unless the code may make the order free. The SQL function
 * `check_discount` has the same amount.
 */
const LEFT_BY_DISCOUNT = toCents(50);

/**
 * The amount of a discount, rounded half up and limited so that the minimum amount remains. Rejects with
 * DISCOUNT_CODE_INVALID if the order is too small for the discount.
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

/**
 * Rejects with DISCOUNT_CODE_INVALID if a person has used a code `most` times. `most` is null if there is no limit.
 */
export function checkUsesOfPerson(used: number, most: number | null): void {
  if (most === null || used < most) return;
  const often = used === 1 ? '' : ` ${used} times`;
  throw new Rejection('DISCOUNT_CODE_INVALID', `You have used this discount code${often} already.`);
}

/**
 * Prices an order. The card fee applies to card payments only. Taxes apply to the amount after the discount. Rejects
 * with DISCOUNT_CODE_INVALID if the order is too small for its code.
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

/** The price with taxes. It is the total of a quote that is paid with credits, without a discount. */
export function withTax(price: Cents, rates: readonly { rate: number }[]): Cents {
  return sum(price, ...rates.map(({ rate }) => shareHalfUp(price, rate)));
}

/** The minimum amount that the card provider charges. */
const CARD_TOTAL_LEAST = toCents(50);

/** Whether a card can be charged this amount. */
export function isChargeable(total: Cents): boolean {
  return total >= CARD_TOTAL_LEAST && total <= CARD_TOTAL_MOST;
}

/**
 * Rejects with AMOUNT_MISMATCH if the shopper saw another total. `seen` is null if the shopper didn't say which
 * total they saw.
 */
export function checkSeenTotal(total: Cents, seen: Cents | null): void {
  if (seen !== null && seen !== total) throw new Rejection('AMOUNT_MISMATCH');
}

/** The maximum amount that the card provider charges at once. */
const CARD_TOTAL_MOST = toCents(99_999_999);

/** Rejects with VALIDATION_ERROR if the total is too small or too large for a card payment. */
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
