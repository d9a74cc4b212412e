import type { Cents } from '#domain/money.ts';
import type { Region } from '#domain/region.ts';
import type { CreditMovement } from '#domain/credit-lots.ts';
import type { TopUpQuote } from '#domain/top-up.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';

/** Records a top-up before the card provider is called. Returns the time of the top-up. */
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

/** Finds the credits that a top-up buys, and its fee. */
export async function findTopUp(db: Database, id: string): Promise<TopUp | null> {
  const [row] = await statement<{ amount: Cents; fee: Cents }>(
    db,
    'select amount, fee from top_ups where id = $1',
    [id],
  );
  return row === undefined ? null : { amount: row.amount, fee: row.fee };
}

/**
 * House accounts whose payments to a user never return credits that the user has spent. Payments from all other
 * accounts do.
 */
const NOT_GIVEN_BACK = `('house:card_clearing', 'house:refunds', 'house:losses', 'house:buyback', 'house:promotions',
  'house:imported_bought', 'house:imported_earned')`;

/** Lists all movements of a user's credits, beginning with the first movement. */
export async function listCreditMovements(db: Database, userId: string): Promise<CreditMovement[]> {
  return statement<CreditMovement>(
    db,
    `select t.amount, t.bought, coalesce(o.reference_id, j.reference_id) as reference, j.created_at as at,
       case
         when t.amount > 0 then case
           when j.kind = 'credit_purchase' then 'top_up'
           when g.top_up_id is not null then 'gift'
           when t.other not in ${NOT_GIVEN_BACK} then 'back'
           else 'other' end
         when j.kind = 'take_back' then 'to_card'
         when starts_with(t.other, 'debt:') then 'debt'
         else 'other' end as cause,
       case j.kind when 'credit_purchase' then j.reference_id when 'bonus_credit' then g.top_up_id else y.subject_id end as "topUpId"
     from (
       select journal_id, amount, bought, debit_account_id as other, credit_version as version
       from transfers where credit_account_id = $1
       union all
       select journal_id, -amount, bought, credit_account_id, debit_version from transfers where debit_account_id = $1
     ) t
     join journals j on j.id = t.journal_id
     left join journals o on j.kind = 'refund' and o.user_id = j.user_id and o.id::text = j.reference
     left join top_up_gifts g on j.kind = 'bonus_credit' and g.grant_id = j.reference_id
     left join refunds f on j.kind = 'take_back' and f.id = j.reference_id
     left join payments y on y.id = f.payment_id and y.purpose = 'top_up'
     order by t.version`,
    [userId],
  );
}

/** Finds the top-ups whose money a bank took back for good, with the time of each loss. */
export async function listLostTopUps(db: Database, userId: string): Promise<Map<string, Date>> {
  const rows = await statement<{ id: string; at: Date }>(
    db,
    `select y.subject_id as id, min(j.created_at) as at
     from disputes d join payments y on y.id = d.payment_id and y.purpose = 'top_up'
       join journals j on j.kind = 'dispute_lost' and j.reference_id = d.id
     where d.user_id = $1 and d.state = 'lost' group by 1`,
    [userId],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Records that an operator's gift is taken back together with a top-up. */
export async function insertTopUpGift(
  db: Transaction,
  grantId: string,
  topUpId: string,
): Promise<void> {
  await statement(db, 'insert into top_up_gifts (grant_id, top_up_id) values ($1, $2)', [
    grantId,
    topUpId,
  ]);
}
