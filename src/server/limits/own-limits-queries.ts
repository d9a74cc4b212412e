// Reads the limits that people set for themselves, and the spending that counts towards these limits.
import type { Cents } from '#domain/money.ts';
import {
  LIMIT_KINDS,
  type LimitKind,
  type OwnLimit,
  type OwnLimits,
  type Spending,
} from '#domain/own-limits.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

type LimitRow = {
  kind: LimitKind;
  amount: Cents | null;
  asked_at: Date | null;
  asked_amount: Cents | null;
};

const NONE: OwnLimit<Cents> = { limit: null, raise: null };

/** A person's limits, and their requests for higher ones. */
export async function findOwnLimits(db: Database, userId: string): Promise<OwnLimits> {
  const rows = await statement<LimitRow>(
    db,
    'select kind, amount, asked_at, asked_amount from own_limits where user_id = $1',
    [userId],
  );
  const of = (kind: LimitKind): OwnLimit<Cents> => {
    const row = rows.find((one) => one.kind === kind);
    if (row === undefined) return NONE;
    const { amount: limit, asked_at: askedAt, asked_amount: to } = row;
    return { limit, raise: askedAt && { to, askedAt } };
  };
  const [day, week, month, packs] = LIMIT_KINDS.map(of);
  return { day: day!, week: week!, month: month!, packs: packs! };
}

/** Sets a limit at once. If the person has requested a higher limit, that request ends. */
export async function setOwnLimit(
  db: Transaction,
  userId: string,
  kind: LimitKind,
  amount: number | null,
): Promise<void> {
  await statement(
    db,
    `insert into own_limits (user_id, kind, amount) values ($1, $2, $3)
     on conflict (user_id, kind) do update set amount = $3, asked_at = null, asked_amount = null, changed_at = shop_now()`,
    [userId, kind, amount],
  );
}

/** Records a request for a higher limit. If `amount` is null, the person wants no limit. */
export async function askForHigherLimit(
  db: Transaction,
  userId: string,
  kind: LimitKind,
  amount: number | null,
): Promise<void> {
  await statement(
    db,
    'update own_limits set asked_at = shop_now(), asked_amount = $3 where user_id = $1 and kind = $2',
    [userId, kind, amount],
  );
}

/**
 * Sums what a person has spent by card, and counts the packs that they opened. `paymentId`: a cancelled or failed
 * payment that counts nevertheless, because its money arrived.
 */
export async function findSpending(
  db: Database,
  userId: string,
  paymentId: string | null = null,
): Promise<Spending> {
  const [row] = await statement<Spending>(
    db,
    'select day, week, month, packs from spent_within($1, $2)',
    [userId, paymentId],
  );
  return row!;
}

/** Records that a person is shown how much they spent. Returns false if they already were in the last thirty days. */
export async function noteSpendingLine(db: Transaction, userId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into spending_lines (user_id, shown_at) values ($1, shop_now())
     on conflict (user_id) do update set shown_at = shop_now()
     where spending_lines.shown_at <= shop_now() - interval '30 days' returning user_id`,
    [userId],
  );
  return rows.length > 0;
}

/** Lists a person's limits in the form of the data export. */
export async function listOwnLimits(
  db: Database,
  userId: string,
): Promise<{ kind: LimitKind; amount: Cents | null; packs: number | null; changedAt: Date }[]> {
  return statement(
    db,
    `select kind, case when kind <> 'packs' then amount end as amount, case when kind = 'packs' then amount end as packs,
       changed_at as "changedAt"
     from own_limits where user_id = $1 order by kind`,
    [userId],
  );
}
