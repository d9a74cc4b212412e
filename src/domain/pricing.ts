// What an order costs (docs/product.md §6). Each part is rounded once, half up, and the total is the
// sum of the rounded parts.
import {
  difference,
  formatCad,
  shareHalfUp,
  sum,
  times,
  toCents,
  ZERO,
  type Cents,
} from './money.ts';
import { Rejection } from './rejection.ts';

export type PaymentMethod = 'balance' | 'stripe';

/** A discount code's worth: a rate of the subtotal, or a fixed amount off. */
export type Discount = { type: 'percentage'; rate: number } | { type: 'fixed'; amount: Cents };

/** The settings that a quote needs: a tax rate as a fraction, and the fee of a card payment. */
export type Charges = { taxRate: number; cardFee: Cents };

export type PricedLine = { unitPrice: Cents; quantity: number };

/** An order priced before paying: `total = subtotal - discount + tax + processingFee`. */
export type Quote = {
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  processingFee: Cents;
  total: Cents;
};

/** The amount a discount takes off: half up, capped at the subtotal. */
function discountOn(subtotal: Cents, discount: Discount | null): Cents {
  if (discount === null) return ZERO;
  const off = discount.type === 'fixed' ? discount.amount : shareHalfUp(subtotal, discount.rate);
  return off > subtotal ? subtotal : off;
}

/** Prices an order. The card fee is only for card payments; tax is on what is left after the discount. */
export function quoteOrder(
  lines: PricedLine[],
  discount: Discount | null,
  method: PaymentMethod,
  charges: Charges,
): Quote {
  const subtotal = sum(...lines.map((line) => times(line.unitPrice, line.quantity)));
  const off = discountOn(subtotal, discount);
  const taxable = difference(subtotal, off);
  const tax = shareHalfUp(taxable, charges.taxRate);
  const processingFee = method === 'stripe' ? charges.cardFee : ZERO;
  return { subtotal, discount: off, tax, processingFee, total: sum(taxable, tax, processingFee) };
}

/** The least that the card provider charges. */
const CARD_TOTAL_LEAST = toCents(50);

/** The most that the card provider charges at once. */
const CARD_TOTAL_MOST = toCents(99_999_999);

/**
 * Rejects an order that a card can't pay: AMOUNT_MISMATCH if the shopper saw another total
 * (null: not sent), VALIDATION_ERROR if it is too small or too large for a card payment.
 */
export function checkCardTotal(total: Cents, expected: Cents | null): void {
  if (expected !== null && expected !== total) throw new Rejection('AMOUNT_MISMATCH');
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
