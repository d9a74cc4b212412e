// The lines of an order's receipt (docs/product.md §6).
import type { ReceiptNote } from './ledger.ts';
import { times } from './money.ts';
import { assert } from './rejection.ts';
import type { OrderLine, SingleLine } from './purchase.ts';
import type { Quote } from './pricing.ts';

/** The lines of an order, with the current names of the packs and singles, and the discount. */
export function receiptOfOrder(
  order: { lines: OrderLine[]; singles: SingleLine[]; quote: Pick<Quote, 'discount'> },
  packTypes: { packTypeId: string; name: string }[],
  singles: { houseCardId: string; name: string }[],
): ReceiptNote {
  const packs = order.lines.map(({ packTypeId, quantity, unitPrice }) => {
    const packType = packTypes.find((one) => one.packTypeId === packTypeId);
    assert(packType !== undefined, 'an order is of known pack types');
    return { text: packType.name, quantity, amount: times(unitPrice, quantity) };
  });
  const cards = order.singles.map(({ houseCardId, unitPrice }) => {
    const single = singles.find((one) => one.houseCardId === houseCardId);
    assert(single !== undefined, 'an order is of known singles');
    return { text: single.name, quantity: 1, amount: unitPrice };
  });
  return { lines: [...packs, ...cards], discount: order.quote.discount };
}
