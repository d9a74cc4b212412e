// The refund for packs that were paid by card and never opened (docs/product.md §6).
import type { Transfer } from './ledger.ts';
import { difference, sum, times, toCents, ZERO, type Cents } from './money.ts';
import type { Quote } from './pricing.ts';

/** The parts of a refund: goods after the discount, their tax, and the card fee if no pack was opened. */
export type RefundQuote = { goods: Cents; tax: Cents; fee: Cents; total: Cents };

/**
 * The share of an order that its unopened packs have, by their prices before the discount. Each part is
 * rounded once, half up; all packs get back all that was paid.
 */
export function quoteRefund(
  quote: Quote,
  lines: { packTypeId: string; unitPrice: Cents; quantity: number }[],
  unopened: { packTypeId: string; count: number }[],
): RefundQuote {
  const countOf = (packTypeId: string) =>
    unopened.find((one) => one.packTypeId === packTypeId)?.count ?? 0;
  const returned = sum(...lines.map((line) => times(line.unitPrice, countOf(line.packTypeId))));
  const isWhole = lines.every((line) => countOf(line.packTypeId) === line.quantity);
  const paidForGoods = difference(quote.subtotal, quote.discount);
  const share = (amount: Cents) =>
    isWhole ? amount : partHalfUp(amount, returned, quote.subtotal);
  const goods = share(paidForGoods);
  const tax = share(quote.tax);
  const fee = isWhole ? quote.processingFee : ZERO;
  return { goods, tax, fee, total: sum(goods, tax, fee) };
}

/** `amount * part / whole`, half up; nothing of nothing. All of them are non-negative. */
function partHalfUp(amount: Cents, part: Cents, whole: Cents): Cents {
  if (whole === 0) return ZERO;
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return toCents(Number(doubled / (2n * BigInt(whole))));
}

/** The house takes a sale back, part by part, and owes it to a card until the provider has paid it. */
export function packRefund({ goods, tax, fee }: RefundQuote): Transfer[] {
  const parts: Transfer[] = [
    { debit: 'house:sales', credit: 'house:refunds', amount: goods },
    { debit: 'house:tax', credit: 'house:refunds', amount: tax },
    { debit: 'house:fees', credit: 'house:refunds', amount: fee },
  ];
  return parts.filter((transfer) => transfer.amount > 0);
}
