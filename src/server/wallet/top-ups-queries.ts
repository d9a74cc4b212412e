import type { Cents } from '#domain/money.ts';
import type { TopUpQuote } from '#domain/top-up.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';

/** Records what is to be bought, before anything is asked of the card provider. Returns when. */
export async function insertTopUp(
  db: Transaction,
  topUp: { id: string; userId: string; quote: TopUpQuote },
): Promise<Date> {
  const [row] = await statement<{ created_at: Date }>(
    db,
    `insert into top_ups (id, user_id, amount, fee, created_at) values ($1, $2, $3, $4, shop_now()) returning created_at`,
    [topUp.id, topUp.userId, topUp.quote.amount, topUp.quote.fee],
  );
  return row!.created_at;
}

export type TopUp = { amount: Cents; fee: Cents };

/** The credits a top-up buys, and its fee. */
export async function findTopUp(db: Database, id: string): Promise<TopUp | null> {
  const [row] = await statement<{ amount: Cents; fee: Cents }>(
    db,
    'select amount, fee from top_ups where id = $1',
    [id],
  );
  return row === undefined ? null : { amount: row.amount, fee: row.fee };
}

/** What moved on a user's account, from the first on. Credits that stand for card money were bought, all others earned. */
export async function listMovements(
  db: Database,
  userId: string,
): Promise<{ amount: Cents; isBought: boolean }[]> {
  return statement(
    db,
    `select case t.credit_account_id when $1 then t.amount else -t.amount end as amount,
       t.debit_account_id in ('house:card_clearing', 'house:refunds') as "isBought"
     from transfers t where $1 in (t.credit_account_id, t.debit_account_id)
     order by case t.credit_account_id when $1 then t.credit_version else t.debit_version end`,
    [userId],
  );
}
