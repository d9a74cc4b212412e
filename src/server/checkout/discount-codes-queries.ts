import type { Cents } from '#domain/money.ts';
import type { Discount } from '#domain/pricing.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

type DiscountRow = { percent: number | null; amount_off: Cents | null };

/**
 * The worth of a discount code that a user can use now, or null. Codes are compared without case. A use
 * that is only kept for the same user doesn't count: another cart, or paying with credits, ends it.
 */
export async function findDiscount(
  db: Database,
  userId: string,
  code: string,
): Promise<Discount | null> {
  const [row] = await statement<DiscountRow>(
    db,
    `select percent, amount_off from discount_codes d
     where code = upper($2) and (expires_at is null or expires_at > shop_now()) and (uses_max is null or uses_max > uses - (
       select count(*) from orders o join reservations r on r.id = o.id and r.state = 'held'
       where o.user_id = $1 and upper(o.discount_code) = d.code))`,
    [userId, code],
  );
  return row === undefined ? null : discountOf(row);
}

/** Counts one use of a discount code and returns its worth, or null when it can't be used any more. */
export async function useDiscount(db: Transaction, code: string): Promise<Discount | null> {
  const [row] = await statement<DiscountRow>(
    db,
    `update discount_codes set uses = uses + 1
     where code = upper($1) and (uses_max is null or uses < uses_max) and (expires_at is null or expires_at > shop_now())
     returning percent, amount_off`,
    [code],
  );
  return row === undefined ? null : discountOf(row);
}

/** Takes back the use that an order counted, if it has a code: it will not be paid. */
export async function giveBackDiscountUse(db: Transaction, orderId: string): Promise<void> {
  await statement(
    db,
    `update discount_codes d set uses = uses - 1 from orders o where o.id = $1 and d.code = upper(o.discount_code)`,
    [orderId],
  );
}

function discountOf(row: DiscountRow): Discount {
  return row.percent === null
    ? { type: 'fixed', amount: row.amount_off! }
    : { type: 'percentage', rate: row.percent / 100 };
}

/**
 * Creates a discount code: a whole percentage off, or a fixed amount. Returns false, and makes nothing,
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
