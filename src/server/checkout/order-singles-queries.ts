// The SQL of the singles of orders.
import { randomUUID } from 'node:crypto';
import type { CardStatus, Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { SingleLine } from '#domain/purchase.ts';
import type { TaxLine } from '#domain/tax-lines.ts';
import {
  batchedStatement,
  statement,
  withoutTableScans,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

/**
 * Stores the singles of an order, each with the id that the buyer's holding of it will have. The statement is not
 * awaited, and is not sent for an order without singles.
 */
export function insertSinglesOfOrder(
  db: Transaction,
  orderId: string,
  singles: SingleLine[],
): void {
  if (singles.length === 0) return;
  // Sorted in the order in which all transactions lock these cards, because a new line locks its
  // card against deletion.
  const lines = singles
    .map((single) => ({ ...single, orderId, newCardId: randomUUID() }))
    .toSorted((one, other) => (one.houseCardId < other.houseCardId ? -1 : 1));
  db.later(withoutTableScans(db, () => batchedStatement(db, NEW_SINGLES, lines)));
}

type NewSingle = SingleLine & { orderId: string; newCardId: string };

const NEW_SINGLES: BatchedStatement<NewSingle[]> = {
  text: `insert into order_singles (order_id, house_card_id, unit_price, discount, new_card_id)
   select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::uuid[])`,
  valuesOf: (orders) =>
    inColumns(
      orders
        .flat()
        .map((one) => [one.orderId, one.houseCardId, one.unitPrice, one.discount, one.newCardId]),
      5,
    ),
};

/** A single that a user bought, with all that decides its return. */
export type BoughtSingleRow = {
  order_id: string;
  house_card_id: string;
  card_id: string;
  condition: Condition;
  paid: Cents;
  status: CardStatus;
  payment_method: PaymentMethod;
  withdrawal_days: number;
  bought_at: Date;
  refunded: Cents | null;
};

/** Returns a single that a user bought, by the id of their holding, or null if they bought no such card. */
export async function findBoughtSingle(
  db: Database,
  userId: string,
  cardId: string,
): Promise<BoughtSingleRow | null> {
  const [row] = await statement<BoughtSingleRow>(
    db,
    `select s.order_id, s.house_card_id, p.card_id, p.condition, p.cost as paid, p.status, o.payment_method,
       o.withdrawal_days, p.opened_at as bought_at, s.refund_amount as refunded
     from physical_cards p
     join order_singles s on s.new_card_id = p.id
     join orders o on o.id = s.order_id
     where p.id = $2 and p.opened_by_id = $1`,
    [userId, cardId],
  );
  return row ?? null;
}

/** A returned single of an order, and how its price was refunded. */
export type ReturnedSingle = {
  newCardId: string;
  goods: Cents;
  /**
   * The taxes that were refunded in credits. Null if the money went to a card or was taken by a
   * bank.
   */
  taxes: TaxLine[] | null;
  refundId: string | null;
};

/**
 * Records what was refunded for singles of an order. A recorded refund of a single never changes.
 */
export async function markSinglesRefunded(
  db: Transaction,
  singles: ReturnedSingle[],
): Promise<void> {
  if (singles.length === 0) return;
  await statement(
    db,
    `update order_singles s
     set refunded_at = shop_now(), refund_amount = w.goods, refund_taxes = w.taxes::jsonb, refund_id = w.refund_id
     from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[]) as w (id, goods, taxes, refund_id)
     where s.new_card_id = w.id`,
    inColumns(
      singles.map(({ newCardId, goods, taxes, refundId }) => [
        newCardId,
        goods,
        taxes === null ? null : JSON.stringify(taxes),
        refundId,
      ]),
    ),
  );
}

/** The amount that was refunded for a single, with taxes. Null if the single was not returned. */
export async function findGivenBack(db: Database, newCardId: string): Promise<Cents | null> {
  const [row] = await statement<{ amount: Cents | null }>(
    db,
    `select coalesce(f.amount, s.refund_amount + (
       select coalesce(sum((l->>'amount')::bigint), 0)::bigint from jsonb_array_elements(s.refund_taxes) l)) as amount
     from order_singles s left join refunds f on f.id = s.refund_id where s.new_card_id = $1`,
    [newCardId],
  );
  return row?.amount ?? null;
}

/** Returns the buyer of a paid order with singles, or null if there is no such order. */
export async function findBuyerOfSingles(db: Database, orderId: string): Promise<string | null> {
  const [row] = await statement<{ user_id: string }>(
    db,
    `select o.user_id from orders o
     where o.id = $1 and o.paid_at is not null and exists (select from order_singles s where s.order_id = o.id)`,
    [orderId],
  );
  return row?.user_id ?? null;
}
