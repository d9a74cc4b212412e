// The lines of an order's receipt (docs/product.md §6).
import type { ReceiptNote } from './ledger.ts';
import { times } from './money.ts';
import { assert } from './rejection.ts';
import type { OrderLine } from './purchase.ts';
import type { Quote } from './pricing.ts';

/** The lines of an order, with the current names of the packs, and the discount. */
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
