import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

export type Belongings = {
  balance: Cents;
  bought: Cents;
  orders: number;
  unopened_packs: number;
  cards: number;
  shipments: number;
};

/** Counts and adds up a user's belongings. Each figure uses an index on the user's rows. */
export async function findBelongings(db: Database, userId: string): Promise<Belongings> {
  const [row] = await statement<Belongings>(
    db,
    `select
       (select balance from ledger_accounts where owner_id = $1) as balance,
       (select coalesce(bought, 0) from ledger_accounts where owner_id = $1) as bought,
       (select count(*)::int from orders where user_id = $1 and paid_at is not null) as orders,
       (select count(*)::int from places where buyer_id = $1 and state in ('sold', 'disputed')) as unopened_packs,
       (select count(*)::int from physical_cards where opened_by_id = $1 and status in ('available', 'locked')) as cards,
       (select count(*)::int from shipments where user_id = $1 and requested_at is not null) as shipments`,
    [userId],
  );
  return row!;
}
