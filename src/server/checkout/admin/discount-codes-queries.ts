import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';

export type DiscountCodeRow = {
  code: string;
  percent: number | null;
  amount_off: Cents | null;
  uses_max: number | null;
  uses: number;
  uses_per_person: number | null;
  least_order: Cents | null;
  is_free: boolean;
  expires_at: Date | null;
  is_usable: boolean;
  created_at: Date;
};

const DISCOUNT_CODE = `code, percent, amount_off, uses_max, uses, uses_per_person, least_order, is_free, expires_at, created_at,
  (expires_at is null or expires_at > shop_now()) and (uses_max is null or uses < uses_max) as is_usable`;

/** Lists a page of the discount codes that begin with a text, newest first. */
export async function listDiscountCodeRows(
  db: Database,
  search: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: DiscountCodeRow[]; total: number }> {
  const from = `from discount_codes where ($1::text is null or starts_with(code, upper($1)))`;
  const page = (part: string) =>
    `select ${DISCOUNT_CODE} ${from} order by created_at desc, code desc ${part}`;
  return pageOf(db, { from, values: [search], page }, limit, offset);
}

/** Finds a discount code by its name, which must be in upper case. */
export async function findDiscountCode(
  db: Database,
  code: string,
): Promise<DiscountCodeRow | null> {
  const [row] = await statement<DiscountCodeRow>(
    db,
    `select ${DISCOUNT_CODE} from discount_codes where code = $1`,
    [code],
  );
  return row ?? null;
}

/** Like `findDiscountCode`, but locks the code until the transaction ends, so that nobody uses the code before that. */
export async function lockDiscountCode(
  db: Transaction,
  code: string,
): Promise<DiscountCodeRow | null> {
  const [row] = await statement<DiscountCodeRow>(
    db,
    `select ${DISCOUNT_CODE} from discount_codes where code = $1 for update`,
    [code],
  );
  return row ?? null;
}

/** Sets how often and until when a code can be used. `endNow`: ends the code now, by the shop's clock. */
export async function updateDiscountCode(
  db: Transaction,
  code: string,
  limits: { usesMax: number | null; expiresAt: Date | null; endNow: boolean },
): Promise<DiscountCodeRow> {
  const [row] = await statement<DiscountCodeRow>(
    db,
    `update discount_codes set uses_max = $2, expires_at = case when $4::boolean then shop_now() else $3 end
     where code = $1 returning ${DISCOUNT_CODE}`,
    [code, limits.usesMax, limits.expiresAt, limits.endNow],
  );
  return row!;
}
