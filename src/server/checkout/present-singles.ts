import type { Reply } from '#contract/endpoint.ts';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import { netOf } from '#domain/pricing.ts';
import type { SingleLine } from '#domain/purchase.ts';
import { assert } from '#domain/rejection.ts';
import type { SoldSingle } from '../singles/house-cards-queries.ts';

/** The singles of a purchase in the form of the API, in the order of the cart. */
export function presentSingles(
  order: { singles: SingleLine[] },
  named: { houseCardId: string; name: string }[],
  sold: SoldSingle[],
): Reply<typeof purchaseWithBalance>['singles'] {
  return order.singles.map((line) => {
    const isIt = (one: { houseCardId: string }) => one.houseCardId === line.houseCardId;
    const holding = sold.find(isIt);
    assert(holding !== undefined, 'each single of the order was sold');
    return {
      cardId: holding.newCardId,
      singleId: line.houseCardId,
      catalogueCardId: holding.cardId,
      name: named.find(isIt)!.name,
      paid: netOf(line),
    };
  });
}
