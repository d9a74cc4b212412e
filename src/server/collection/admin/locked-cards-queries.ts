// The operators' queries about all users' locked cards.
import { COUNTED_MOST } from '#contract/paging.ts';
import { LOCK_REASONS, type Finish, type LockReason } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

export type LockedCardRow = {
  id: string;
  name: string;
  set_name: string;
  number: string;
  finish: Finish;
  email: string;
  market_value: Cents;
  auto_convert_at: Date | null;
};

/** Lists a page of all users' cards that are locked for a reason. The card that expired first comes first. */
export async function listCardsLockedFor(
  db: Database,
  reason: LockReason,
  limit: number,
  offset: number,
): Promise<LockedCardRow[]> {
  return statement<LockedCardRow>(
    db,
    `select page.id, c.name, e.name as set_name, c.number, c.finish, u.email, c.market_value,
       page.auto_convert_at
     from (
       select id, card_id, opened_by_id, auto_convert_at from physical_cards
       where status = 'locked' and lock_reason = $1
       order by auto_convert_at, id limit $2 offset $3
     ) page
     join cards c on c.id = page.card_id
     join card_sets e on e.id = c.set_id
     join users u on u.id = page.opened_by_id
     order by page.auto_convert_at, page.id`,
    [reason, limit, offset],
  );
}

/** Counts the locked cards for each reason, up to COUNTED_MOST. */
export async function countLockedCards(
  db: Database,
): Promise<{ reason: LockReason; count: number }[]> {
  return statement(
    db,
    `select t.reason, (
       select count(*)::int from (
         select 1 from physical_cards where status = 'locked' and lock_reason = t.reason
         limit ${COUNTED_MOST}
       ) counted
     ) as count
     from unnest($1::text[]) with ordinality as t(reason, place) order by t.place`,
    [LOCK_REASONS],
  );
}
