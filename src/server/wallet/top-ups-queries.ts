import type { Cents } from '#domain/money.ts';
import type { Region } from '#domain/region.ts';
import type { CreditMovement, TopUpQuote } from '#domain/top-up.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';

/** Records a top-up, before any call to the card provider. Returns the time. */
export async function insertTopUp(
  db: Transaction,
  topUp: { id: string; userId: string; livesIn: Region | null; quote: TopUpQuote },
): Promise<Date> {
  const [row] = await statement<{ created_at: Date }>(
    db,
    `insert into top_ups (id, user_id, amount, fee, lives_in, created_at) values ($1, $2, $3, $4, $5, shop_now()) returning created_at`,
    [topUp.id, topUp.userId, topUp.quote.amount, topUp.quote.fee, topUp.livesIn],
  );
  return row!.created_at;
}

export type TopUp = { amount: Cents; fee: Cents };

/** The credits that a top-up buys, and its fee. */
export async function findTopUp(db: Database, id: string): Promise<TopUp | null> {
  const [row] = await statement<{ amount: Cents; fee: Cents }>(
    db,
    'select amount, fee from top_ups where id = $1',
    [id],
  );
  return row === undefined ? null : { amount: row.amount, fee: row.fee };
}

/**
 * All movements of a user's account. Credits from card payments count as bought, and all others as
 * earned.
 */
export async function listCreditMovements(db: Database, userId: string): Promise<CreditMovement[]> {
  return statement<CreditMovement>(
    db,
    `select case when t.is_in then t.amount else -t.amount end as amount, j.reference_id as reference,
       case when t.is_in then t.debit_account_id else t.credit_account_id end in ('house:card_clearing', 'house:refunds') as "isBought"
     from (
       select *, credit_account_id = $1 as is_in from transfers where $1 in (credit_account_id, debit_account_id)
     ) t
     join journals j on j.id = t.journal_id
     order by case when t.is_in then t.credit_version else t.debit_version end`,
    [userId],
  );
}
