// The lines of an order's receipt (docs/product.md §6).
import type { ReceiptNote } from './ledger.ts';
import { shareHalfUp, times, type Cents } from './money.ts';
import { assert } from './rejection.ts';
import type { OrderLine } from './purchase.ts';
import type { Quote } from './pricing.ts';

/** The lines of an order with the packs' current names, and the discount. */
export function receiptOfOrder(
  order: { lines: OrderLine[]; quote: Pick<Quote, 'discount'> },
  packTypes: { packTypeId: string; name: string }[],
): ReceiptNote {
  return {
    lines: order.lines.map(({ packTypeId, quantity, unitPrice }) => {
      const packType = packTypes.find((one) => one.packTypeId === packTypeId);
      assert(packType !== undefined, 'an order is of known pack types');
      return { text: packType.name, quantity, amount: times(unitPrice, quantity) };
    }),
    discount: order.quote.discount,
  };
}

/** A tax on a receipt; `rate` as a fraction, null where it is not known. */
export type TaxLine = { name: string; rate: number | null; amount: Cents };

/**
 * The lines of tax of an order. Until orders say theirs it is one, and its rate is told only where it gives the amount:
 * the setting may have been another on its day.
 */
export function taxLinesOf(taxed: Cents, tax: Cents, rate: number): TaxLine[] {
  if (tax === 0) return [];
  return [{ name: 'Tax', rate: shareHalfUp(taxed, rate) === tax ? rate : null, amount: tax }];
}

/** "HST 13%". The one tax of a shop that has only one is "Tax". */
export function taxLabel({ name, rate }: TaxLine): string {
  if (rate === null || name === 'Tax') return name;
  return `${name} ${Number((rate * 100).toFixed(3))}%`;
}
