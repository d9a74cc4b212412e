import { toCents, type Cents } from '#domain/money.ts';
import type { Discount, PaymentMethod } from '#domain/pricing.ts';
import type { Order } from '#domain/purchase.ts';
import { statement, type Database } from '../database/database.ts';

/** Writes an order that is paid, with its lines. Its id is that of the reservation of its packs. */
export async function insertPaidOrder(
  db: Database,
  order: Order & { id: string; userId: string; method: PaymentMethod; discountCode: string | null },
): Promise<void> {
  const { quote, lines } = order;
  await statement(
    db,
    'insert_paid_order',
    `with placed as (
       insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, discount_code, paid_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, shop_now()) returning id
     )
     insert into order_lines (order_id, pack_type_id, quantity, unit_price)
     select placed.id, l.* from placed, unnest($10::text[], $11::int[], $12::bigint[]) as l`,
    [
      order.id,
      order.userId,
      order.method,
      quote.subtotal,
      quote.discount,
      quote.tax,
      quote.processingFee,
      quote.total,
      order.discountCode,
      lines.map((line) => line.packTypeId),
      lines.map((line) => line.quantity),
      lines.map((line) => line.unitPrice),
    ],
  );
}

type DiscountRow = { percent: number | null; amount_off: number | null };

/** The worth of a discount code that can be used now, or null. Codes are compared without case. */
export async function findDiscount(db: Database, code: string): Promise<Discount | null> {
  const [row] = await statement<DiscountRow>(
    db,
    'find_discount',
    `select percent, amount_off from discount_codes
     where code = upper($1) and (uses_max is null or uses < uses_max) and (expires_at is null or expires_at > shop_now())`,
    [code],
  );
  return row === undefined ? null : discountOf(row);
}

/** Counts one use of a discount code and answers its worth, or null when it can't be used any more. */
export async function useDiscount(db: Database, code: string): Promise<Discount | null> {
  const [row] = await statement<DiscountRow>(
    db,
    'use_discount',
    `update discount_codes set uses = uses + 1
     where code = upper($1) and (uses_max is null or uses < uses_max) and (expires_at is null or expires_at > shop_now())
     returning percent, amount_off`,
    [code],
  );
  return row === undefined ? null : discountOf(row);
}

function discountOf(row: DiscountRow): Discount {
  return row.percent === null
    ? { type: 'fixed', amount: toCents(row.amount_off!) }
    : { type: 'percentage', rate: row.percent / 100 };
}

/**
 * Makes a discount code: a whole percentage off, or a fixed amount. Answers false, and makes nothing,
 * when there is one of that name.
 */
export async function insertDiscountCode(
  db: Database,
  code: {
    code: string;
    percent?: number;
    amountOff?: Cents;
    usesMax?: number | null;
    expiresAt?: Date | null;
  },
): Promise<boolean> {
  const rows = await statement(
    db,
    'insert_discount_code',
    `insert into discount_codes (code, percent, amount_off, uses_max, expires_at)
     values (upper($1), $2, $3, $4, $5) on conflict (code) do nothing returning code`,
    [
      code.code,
      code.percent ?? null,
      code.amountOff ?? null,
      code.usesMax ?? null,
      code.expiresAt ?? null,
    ],
  );
  return rows.length === 1;
}

export type BoughtPackRow = {
  id: string;
  pack_type_id: string;
  name: string;
  unit_price: number;
  paid_at: Date;
  opening_id: string | null;
  opened_at: Date | null;
};

/** A page of the packs that a user paid for and has, newest first, and how many there are in all. */
export async function listBoughtPacks(
  db: Database,
  userId: string,
  limit: number,
  offset: number,
): Promise<{ rows: BoughtPackRow[]; total: number }> {
  const from = `from physical_packs p
     join orders r on r.id = p.reservation_id and r.paid_at is not null
     join order_lines l on l.order_id = r.id and l.pack_type_id = p.pack_type_id
     join pack_types t on t.id = p.pack_type_id
     left join openings o on o.pack_id = p.id
     where p.buyer_id = $1 and p.state in ('sold', 'opened')`;
  const [rows, [count]] = await Promise.all([
    statement<BoughtPackRow>(
      db,
      'list_bought_packs',
      `select p.id, p.pack_type_id, t.name, l.unit_price, r.paid_at, o.id as opening_id, o.opened_at ${from}
       order by r.paid_at desc, p.id limit $2 offset $3`,
      [userId, limit, offset],
    ),
    statement<{ total: number }>(db, 'count_bought_packs', `select count(*) as total ${from}`, [
      userId,
    ]),
  ]);
  return { rows, total: count!.total };
}
