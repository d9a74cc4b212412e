import type { Cents } from '#domain/money.ts';
import { checkUsesOfPerson, type Discount } from '#domain/pricing.ts';
import { Rejection } from '#domain/rejection.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

type DiscountRow = {
  percent: number | null;
  amount_off: Cents | null;
  least_order: Cents | null;
  is_free: boolean;
  uses_per_person: number | null;
  uses_of_person: number;
};

/** SQL that counts the orders in which user `$1` uses the code `d.code`, if they meet the condition `isUse`. */
const usesOf = (isUse: string) => `(
  select count(*)::int from orders o left join reservations r on r.id = o.id
  where o.user_id = $1 and upper(o.discount_code) = d.code and (${isUse})
) as uses_of_person`;

const WORTH = 'd.percent, d.amount_off, d.least_order, d.is_free, d.uses_per_person';

/**
 * Returns the value of a discount code that a user can use now, or null if the code can't be used. Codes are compared
 * without case. A use that the user's own unpaid cart has reserved doesn't count, because the user's next cart, or a
 * payment with credits, ends that reservation. If the user has used the code as often as one user may, rejects with
 * DISCOUNT_CODE_INVALID.
 */
export async function findDiscount(
  db: Database,
  userId: string,
  code: string,
): Promise<Discount | null> {
  const [row] = await statement<DiscountRow>(
    db,
    `select ${WORTH}, ${usesOf('o.paid_at is not null')} from discount_codes d
     where code = upper($2) and (expires_at is null or expires_at > shop_now()) and (uses_max is null or uses_max > uses - (
       select count(*) from orders o join reservations r on r.id = o.id and r.state = 'held'
       where o.user_id = $1 and upper(o.discount_code) = d.code))`,
    [userId, code],
  );
  return row === undefined ? null : discountOf(row);
}

/**
 * Counts one use of a discount code by a user, and returns the code's value. The caller must have locked the user's
 * account. If the code can't be used any more, or not by this user, rejects with DISCOUNT_CODE_INVALID.
 */
export async function useDiscount(
  db: Transaction,
  userId: string,
  code: string,
): Promise<Discount> {
  const [row] = await statement<DiscountRow>(
    db,
    `update discount_codes d set uses = uses + 1
     where code = upper($2) and (uses_max is null or uses < uses_max) and (expires_at is null or expires_at > shop_now())
     returning ${WORTH}, ${usesOf("o.paid_at is not null or r.state = 'held'")}`,
    [userId, code],
  );
  if (row === undefined) throw new Rejection('DISCOUNT_CODE_INVALID');
  return discountOf(row);
}

/**
 * Releases an order's use of its discount code, because the order will not be paid. If the order has no code, does
 * nothing.
 */
export async function giveBackDiscountUse(db: Transaction, orderId: string): Promise<void> {
  await statement(
    db,
    `update discount_codes d set uses = uses - 1 from orders o where o.id = $1 and d.code = upper(o.discount_code)`,
    [orderId],
  );
}

function discountOf(row: DiscountRow): Discount {
  checkUsesOfPerson(row.uses_of_person, row.uses_per_person);
  const terms = { leastOrder: row.least_order, isFree: row.is_free };
  return row.percent === null
    ? { type: 'fixed', amount: row.amount_off!, ...terms }
    : { type: 'percentage', rate: row.percent / 100, ...terms };
}

/** Creates a discount code. If a code of that name exists, creates nothing and returns false. */
export async function insertDiscountCode(
  db: Database,
  code: {
    code: string;
    percent?: number;
    amountOff?: Cents;
    usesMax?: number | null;
    usesPerPerson?: number | null;
    leastOrder?: Cents | null;
    isFree?: boolean;
    expiresAt?: Date | null;
  },
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into discount_codes (code, percent, amount_off, uses_max, expires_at, uses_per_person, least_order, is_free)
     values (upper($1), $2, $3, $4, $5, $6, $7, $8) on conflict (code) do nothing returning code`,
    [
      code.code,
      code.percent ?? null,
      code.amountOff ?? null,
      code.usesMax ?? null,
      code.expiresAt ?? null,
      code.usesPerPerson ?? null,
      code.leastOrder ?? null,
      code.isFree ?? false,
    ],
  );
  return rows.length === 1;
}
