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
