import type { ShopEvent } from '#contract/shop-events.ts';
import type { Cents } from '#domain/money.ts';
import type { LiveTicket } from '../drops/tickets-queries.ts';
import type { PaymentMethod, Quote } from '#domain/pricing.ts';
import type { Order, OrderLine, SingleLine } from '#domain/purchase.ts';
import type { Region } from '#domain/region.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { singleInWords, type SingleName } from '#domain/single-words.ts';
import { taxLinesOfSale, type TaxLine } from '#domain/tax-lines.ts';
import { inDrop, type PlaceInDrop } from '../drops/tickets-queries.ts';
import {
  batchedStatement,
  statement,
  withoutTableScans,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';
import { publishEvents } from '../webhooks/publish-events.ts';

type NewOrder = Omit<Order, 'singles'> & {
  id: string;
  userId: string;
  method: PaymentMethod;
  discountCode: string | null;
  /** The region whose taxes apply, or null if one tax rate applies everywhere. */
  region: Region | null;
  /** The region where the buyer lives, or null if that is not known. */
  livesIn: Region | null;
  /** The days in which the buyer may withdraw, by the law of the region where the buyer lives. */
  withdrawalDays: number;
};

/** Stores a paid order with its lines. The order's id is also the id of its reservation. */
export async function insertPaidOrder(
  db: Transaction,
  order: NewOrder & Pick<Order, 'singles'>,
): Promise<void> {
  publishPaid(db, order);
  await insertOrder(db, order, true);
}

/** Like `insertPaidOrder`, for an order that is not paid yet. */
export async function insertOpenOrder(db: Transaction, order: NewOrder): Promise<void> {
  await insertOrder(db, order, false);
}

async function insertOrder(db: Transaction, order: NewOrder, isPaid: boolean): Promise<void> {
  await withoutTableScans(db, () => batchedStatement(db, NEW_ORDERS, { ...order, isPaid }));
}

const NEW_ORDERS: BatchedStatement<NewOrder & { isPaid: boolean }> = {
  text: `with placed as (
     insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, discount_code, taxes, region, lives_in, withdrawal_days, created_at, paid_at, has_return_limits)
     select w.id, w.user_id, w.payment_method, w.subtotal, w.discount, w.tax, w.processing_fee, w.total, w.discount_code,
       w.taxes::jsonb, w.region, w.lives_in, w.withdrawal_days, shop_now(), case when w.is_paid then shop_now() end, true
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[],
       $10::text[], $11::text[], $12::boolean[], $13::text[], $14::smallint[]) as w
       (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, discount_code, taxes, region, is_paid, lives_in, withdrawal_days)
   )
   insert into order_lines (order_id, pack_type_id, quantity, unit_price)
   select * from unnest($15::uuid[], $16::text[], $17::int[], $18::bigint[])`,
  valuesOf: (orders) => {
    const placed = inColumns(
      orders.map(({ quote, ...order }) => [
        order.id,
        order.userId,
        order.method,
        quote.subtotal,
        quote.discount,
        quote.tax,
        quote.processingFee,
        quote.total,
        order.discountCode,
        JSON.stringify(quote.taxes),
        order.region,
        order.isPaid,
        order.livesIn,
        order.withdrawalDays,
      ]),
    );
    const lines = orders.flatMap(({ id, lines }) =>
      lines.map((line) => [id, line.packTypeId, line.quantity, line.unitPrice]),
    );
    return [...placed, ...inColumns(lines, 4)];
  },
};

/** Marks an order as paid, by card. */
export async function markOrderPaid(
  db: Transaction,
  userId: string,
  order: PlacedOrder,
): Promise<void> {
  publishPaid(db, { ...order, userId, method: 'stripe' });
  await statement(db, 'update orders set paid_at = shop_now() where id = $1 and paid_at is null', [
    order.id,
  ]);
}

function publishPaid(
  db: Transaction,
  { id, userId, method, quote, lines, singles }: Order & Pick<NewOrder, 'id' | 'userId' | 'method'>,
): void {
  const { subtotal, discount, tax, processingFee, total } = quote;
  publishEvents(db, {
    type: 'order.paid',
    data: {
      orderId: id,
      userId,
      paymentMethod: method,
      subtotal,
      discount,
      tax,
      processingFee,
      total,
      packs: [...lines],
      singles: [...singles],
    },
  });
}

/** Publishes that packs and singles of an order were taken back, and what their buyer gets for them. */
export function publishRefunded(
  db: Transaction,
  refund: Extract<ShopEvent, { type: 'order.refunded' }>['data'],
): void {
  publishEvents(db, { type: 'order.refunded', data: refund });
}

/** An order as it was placed, with the current names of its pack types. */
export type PlacedOrder = {
  id: string;
  discountCode: string | null;
  region: Region | null;
  quote: Quote;
  /** `refunded`: the number of the line's packs that were returned. */
  lines: (OrderLine & { name: string; sealKind: SealKind; refunded: number })[];
  /**
   * `refunded`: what was refunded of the single's price, before tax. Null if it was not returned.
   */
  singles: (SingleLine & {
    cardId: string;
    newCardId: string;
    name: string;
    refunded: Cents | null;
  })[];
};

export async function findOrder(db: Database, id: string): Promise<PlacedOrder | null> {
  const [row] = await statement<{
    id: string;
    subtotal: Cents;
    discount: Cents;
    tax: Cents;
    taxes: TaxLine[] | null;
    region: Region | null;
    processing_fee: Cents;
    total: Cents;
    discount_code: string | null;
    lines:
      | {
          pack_type_id: string;
          name: string;
          seal_kind: SealKind;
          quantity: number;
          unit_price: Cents;
          refunded: number;
        }[]
      | null;
    singles:
      | (SingleName & {
          house_card_id: string;
          new_card_id: string;
          card_id: string;
          unit_price: Cents;
          discount: Cents;
          refunded: Cents | null;
        })[]
      | null;
  }>(
    db,
    `select o.id, o.subtotal, o.discount, o.tax, o.taxes, o.region, o.processing_fee, o.total, o.discount_code, (
       select json_agg(json_build_object('pack_type_id', l.pack_type_id, 'name', t.name, 'seal_kind', t.seal_kind,
         'quantity', l.quantity, 'unit_price', l.unit_price, 'refunded', l.refunded) order by l.pack_type_id)
       from order_lines l join pack_types t on t.id = l.pack_type_id where l.order_id = o.id
     ) as lines, (
       select json_agg(json_build_object('house_card_id', s.house_card_id, 'new_card_id', s.new_card_id,
         'card_id', h.card_id, 'name', c.name, 'number', c.number, 'finish', c.finish, 'condition', h.condition,
         'unit_price', s.unit_price, 'discount', s.discount, 'refunded', s.refund_amount) order by s.house_card_id)
       from order_singles s join house_cards h on h.id = s.house_card_id join cards c on c.id = h.card_id
       where s.order_id = o.id
     ) as singles
     from orders o where o.id = $1`,
    [id],
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    discountCode: row.discount_code,
    region: row.region,
    quote: {
      subtotal: row.subtotal,
      discount: row.discount,
      tax: row.tax,
      taxes: taxLinesOfSale(row.taxes, row.tax),
      processingFee: row.processing_fee,
      total: row.total,
    },
    lines: (row.lines ?? []).map((line) => ({
      packTypeId: line.pack_type_id,
      name: line.name,
      sealKind: line.seal_kind,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      refunded: line.refunded,
    })),
    singles: (row.singles ?? []).map((one) => ({
      houseCardId: one.house_card_id,
      newCardId: one.new_card_id,
      cardId: one.card_id,
      name: singleInWords(one),
      unitPrice: one.unit_price,
      discount: one.discount,
      refunded: one.refunded,
    })),
  };
}

export type OrderedPackRow = {
  id: string;
  pack_type_id: string;
  name: string;
  opening_id: string | null;
};

/** The packs of an order, sealed packs first. */
export async function listPacksOfOrder(db: Database, orderId: string): Promise<OrderedPackRow[]> {
  return statement<OrderedPackRow>(
    db,
    `select p.id, p.pack_type_id, t.name, o.id as opening_id
     from places p
     join pack_types t on t.id = p.pack_type_id
     left join openings o on o.pack_id = p.pack_id
     where p.reservation_id = $1 and p.state in ('sold', 'disputed', 'opened')
     order by o.opened_at nulls first, p.pack_type_id, p.id`,
    [orderId],
  );
}

/** The opened packs of an order, most recently opened first. */
export async function listOpenedPacks(
  db: Database,
  orderId: string,
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(
    db,
    `select p.id, p.pack_type_id from places p join openings o on o.pack_id = p.pack_id
     where p.reservation_id = $1 and p.state = 'opened' order by o.opened_at desc, p.id`,
    [orderId],
  );
}

/** Adds these numbers of packs to the numbers that were returned unopened from an order. */
export async function addRefundedPacks(
  db: Transaction,
  orderId: string,
  packs: { packTypeId: string; count: number }[],
): Promise<void> {
  await statement(
    db,
    `update order_lines l set refunded = l.refunded + b.count
     from unnest($2::text[], $3::int[]) as b (pack_type_id, count)
     where l.order_id = $1 and l.pack_type_id = b.pack_type_id`,
    [orderId, packs.map((pack) => pack.packTypeId), packs.map((pack) => pack.count)],
  );
}

export type BoughtPackRow = {
  id: string;
  pack_type_id: string;
  name: string;
  /** The name of the operators' picture of the pack type. */
  picture: string | null;
  unit_price: Cents;
  paid_at: Date;
  is_disputed: boolean;
  opening_id: string | null;
  opened_at: Date | null;
  intent_id: string | null;
  in_drop: PlaceInDrop | null;
  /** The pack's ticket, or null if the pack is in no drop. */
  ticket: LiveTicket | null;
};

/** The filter of a list of a user's paid packs. A field that is null does not filter. */
type WhichPacks = { buyerId: string; isOpened: boolean | null; packTypeId: string | null };

/** Lists a page of a user's paid packs, newest first, and the total number. */
export async function listBoughtPacks(
  db: Database,
  { buyerId, isOpened, packTypeId }: WhichPacks,
  limit: number,
  offset: number,
): Promise<{ rows: BoughtPackRow[]; total: number }> {
  const from = `from places p
     join orders r on r.id = p.reservation_id and r.paid_at is not null
     join order_lines l on l.order_id = r.id and l.pack_type_id = p.pack_type_id
     join pack_types t on t.id = p.pack_type_id
     left join openings o on o.pack_id = p.pack_id
     left join payments y on y.purpose = 'order' and y.subject_id = r.id
     where p.buyer_id = $1 and p.state in ('sold', 'disputed', 'opened')
       and ($2::boolean is null or (p.state = 'opened') = $2) and ($3::text is null or p.pack_type_id = $3)`;
  const values = [buyerId, isOpened, packTypeId];
  const [rows, [count]] = await Promise.all([
    statement<BoughtPackRow>(
      db,
      `select p.id, p.pack_type_id, t.name, t.picture, l.unit_price, r.paid_at, p.state = 'disputed' as is_disputed, o.id as opening_id, o.opened_at, y.intent_id,
         ${inDrop('p.id')} as in_drop, case when p.drop_id is not null then live_ticket(p.id) end as ticket ${from}
       order by r.paid_at desc, p.id limit $4 offset $5`,
      [...values, limit, offset],
    ),
    statement<{ total: number }>(db, `select count(*) as total ${from}`, values),
  ]);
  return { rows, total: count!.total };
}

export type SealedTypeRow = {
  pack_type_id: string;
  name: string;
  picture: string | null;
  count: number;
  disputed: number;
  /** The pack that was paid first among the user's packs that can be opened, or null if no pack can be opened. */
  next_id: string | null;
  /** The card payment of pack `next_id`, or null if that pack was paid with credits. */
  intent_id: string | null;
};

/** Counts a user's sealed packs of each type. The most recently bought type comes first. */
export async function countSealedPacks(db: Database, userId: string): Promise<SealedTypeRow[]> {
  return statement<SealedTypeRow>(
    db,
    `select t.id as pack_type_id, t.name, t.picture, count(*) as count,
       count(*) filter (where p.state = 'disputed') as disputed,
       (array_agg(p.id order by r.paid_at, p.id) filter (where p.state = 'sold'))[1] as next_id,
       (array_agg(y.intent_id order by r.paid_at, p.id) filter (where p.state = 'sold'))[1] as intent_id
     from places p
     join orders r on r.id = p.reservation_id and r.paid_at is not null
     join pack_types t on t.id = p.pack_type_id
     left join payments y on y.purpose = 'order' and y.subject_id = r.id
     where p.buyer_id = $1 and p.state in ('sold', 'disputed')
     group by t.id order by max(r.paid_at) desc, t.id`,
    [userId],
  );
}

type FullyBoughtRow = { pack_type_id: string; is_sealed: boolean; intent_id: string | null };

/**
 * Lists the pack types with a limit that a user has bought up to that limit, and says of each type whether one of the
 * bought packs is still sealed.
 */
export async function listFullyBoughtTypes(
  db: Database,
  userId: string,
): Promise<FullyBoughtRow[]> {
  return statement<FullyBoughtRow>(
    db,
    `select p.pack_type_id, bool_or(p.state = 'sold') as is_sealed,
       max(y.intent_id) filter (where p.state = 'sold') as intent_id
     from places p
     join pack_types t on t.id = p.pack_type_id
     left join payments y on y.purpose = 'order' and y.subject_id = p.reservation_id
     where p.buyer_id = $1 and p.state in ('sold', 'disputed', 'opened') and t.purchase_limit is not null
     group by p.pack_type_id, t.purchase_limit
     having count(*) >= t.purchase_limit
     order by p.pack_type_id`,
    [userId],
  );
}

/**
 * Counts the user's carts that were reserved for a card during the last day and ended unpaid, and the seconds since the
 * last of them ended. A later card payment cancels a cart out if it is worth at least as much, less refunds (choice
 * 764). Payments that failed at the card provider don't count.
 */
export async function countUnpaidCarts(
  db: Database,
  userId: string,
): Promise<{ carts: number; endedSAgo: number }> {
  const [row] = await statement<{ carts: number; ended_s_ago: number | null }>(
    db,
    `select count(*)::int as carts, extract(epoch from shop_now() - max(updated_at))::float8 as ended_s_ago
     from payments c
     where user_id = $1 and purpose = 'order' and state = 'canceled' and updated_at > shop_now() - interval '1 day'
       and not exists (
         select from payments p join orders o on o.id = p.subject_id
         where p.user_id = $1 and p.purpose = 'order' and p.state = 'succeeded' and o.paid_at > c.created_at
           and p.amount - (select coalesce(sum(amount), 0) from refunds where payment_id = p.id and state <> 'failed') >= c.amount
           and not exists (select from disputes d where d.payment_id = p.id and d.state in ('open', 'lost'))
       )`,
    [userId],
  );
  return { carts: row!.carts, endedSAgo: row!.ended_s_ago ?? 0 };
}

/** The sales ranking reads this number of newest orders, so that a busy month costs no more than a busy day. */
const SCANNED_MOST = 20_000;

/**
 * Returns the ids of the pack types that sold most in the last `hours`, best seller first. Returned packs don't count.
 */
export async function listMostSold(db: Database, hours: number, limit: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select l.pack_type_id as id
     from (
       select id from orders where paid_at is not null and paid_at > shop_now() - make_interval(hours => $1)
       order by paid_at desc nulls last, id limit ${SCANNED_MOST}
     ) o
     join order_lines l on l.order_id = o.id
     group by l.pack_type_id
     having sum(l.quantity - l.refunded) > 0
     order by sum(l.quantity - l.refunded) desc, l.pack_type_id limit $2`,
    [hours, limit],
  );
  return rows.map((row) => row.id);
}
