// Takes back packs whose price the shop or its provider refunds to the card that paid.
import type { Transfer } from '#domain/ledger.ts';
import { difference, ZERO, type Cents } from '#domain/money.ts';
import {
  matchRefund,
  packRefund,
  capRefund,
  type GivenBack,
  type RefundQuote,
} from '#domain/refund.ts';
import { assert } from '#domain/rejection.ts';
import { sumTakenBack } from '../card-payments/refunds-queries.ts';
import { holdCardsOfPacks, returnBoughtCards } from '../stock/physical-cards-queries.ts';
import { lockSealedPacks, returnPacksToSale } from '../stock/places-queries.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { markSinglesRefunded } from './order-singles-queries.ts';
import {
  addRefundedPacks,
  findOrder,
  listOpenedPacks,
  publishRefunded,
  type PlacedOrder,
} from './orders-queries.ts';

type PackRow = { id: string; pack_type_id: string };
type PackCount = { packTypeId: string; count: number };

/**
 * Implements the port for a refund that was made outside the shop. Sealed packs go back on sale.
 * Unsold cards of opened packs wait for an operator. Singles that have not left belong to the house
 * again. If the amount is not the price of any packs or singles, takes nothing back.
 */
export async function takeBackOrder(
  { db }: Context<Transaction>,
  payment: Payment,
  { amount, left }: { amount: Cents; left: Cents },
): Promise<{ transfers: Transfer[]; owed: Cents }> {
  const [order, sealed, opened, taken] = await Promise.all([
    findOrder(db, payment.subjectId),
    lockSealedPacks(db, payment.subjectId, 'sold'),
    listOpenedPacks(db, payment.subjectId),
    sumTakenBack(db, payment),
  ]);
  assert(order !== null, 'a payment for an order has its order');
  const lines = order.lines.map((line) => ({
    ...line,
    unopened: countType(sealed, line.packTypeId),
    opened: countType(opened, line.packTypeId),
  }));
  const match = matchRefund(
    order.quote,
    lines,
    partsLeft(order, taken, left),
    amount,
    order.singles,
  );
  if (match === null) return { transfers: [], owed: ZERO };
  await returnPacks(db, order.id, choosePacks(sealed, match.unopened), match.unopened);
  await holdCardsOfPacks(db, choosePacks(opened, match.opened));
  await takeBackSingles(db, order, match.singles);
  publishRefunded(db, {
    orderId: order.id,
    userId: payment.userId,
    amount,
    to: 'card',
    packs: [...match.unopened, ...match.opened].map(({ packTypeId, count }) => ({
      packTypeId,
      quantity: count,
    })),
    cardIds: match.singles.map((back) => singleOf(order, back).newCardId),
  });
  return { transfers: packRefund(match.parts), owed: ZERO };
}

/**
 * Takes back singles whose price was refunded outside the shop. Singles that have left stay with
 * their owner.
 */
async function takeBackSingles(
  db: Transaction,
  order: PlacedOrder,
  back: GivenBack[],
): Promise<void> {
  if (back.length === 0) return;
  const returned = back.map((one) => {
    const { newCardId } = singleOf(order, one);
    return { newCardId, goods: one.goods, taxes: null, refundId: null };
  });
  await returnBoughtCards(
    db,
    returned.map(({ newCardId }) => newCardId),
  );
  await markSinglesRefunded(db, returned);
}

/** The single of an order that is given back. */
export function singleOf(
  { singles }: PlacedOrder,
  { houseCardId }: GivenBack,
): PlacedOrder['singles'][number] {
  const single = singles.find((one) => one.houseCardId === houseCardId);
  assert(single !== undefined, 'what is given back is of the order');
  return single;
}

function partsLeft({ quote }: PlacedOrder, taken: Map<string, Cents>, left: Cents): RefundQuote {
  const of = (account: string) => taken.get(account) ?? ZERO;
  return capRefund(
    difference(difference(quote.subtotal, quote.discount), of('house:sales')),
    quote.taxes.map((line) => ({ ...line, amount: difference(line.amount, of(line.account)) })),
    difference(quote.processingFee, of('house:fees')),
    left,
  );
}

/** Puts sealed packs of an order back on sale. */
export async function returnPacks(
  db: Transaction,
  orderId: string,
  packIds: string[],
  counts: PackCount[],
): Promise<void> {
  await returnPacksToSale(db, packIds);
  await addRefundedPacks(db, orderId, counts);
}

/** Returns the ids of the first packs in a list, as many of each type as `counts` says. */
export function choosePacks(packs: PackRow[], counts: PackCount[]): string[] {
  return counts.flatMap(({ packTypeId, count }) =>
    packs
      .filter((pack) => pack.pack_type_id === packTypeId)
      .slice(0, count)
      .map(({ id }) => id),
  );
}

export function countType(packs: PackRow[], packTypeId: string): number {
  return packs.filter((pack) => pack.pack_type_id === packTypeId).length;
}
