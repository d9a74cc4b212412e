// Gives credits in tests as the database's owner, without an operator.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Cents } from '#domain/money.ts';

/** A connection that is signed in as the database's owner. */
type Owner = Pick<pg.Client, 'query'>;

/** Gives each of these users credits from the shop. */
export async function giveCredits(owner: Owner, userIds: string[], amount: Cents): Promise<void> {
  const ids = userIds.map(() => randomUUID());
  await owner.query(
    `select post_journal(id, 'bonus_credit', id, user_id, 'For a test',
       array['house:promotions'], array[user_id::text], array[$3::bigint])
     from unnest($1::uuid[], $2::uuid[]) as g (id, user_id)`,
    [ids, userIds, amount],
  );
  await acceptJournals(owner, ids);
}

/** Marks journals that a test made up as accepted, so that the audit does not ask for their cause. */
export async function acceptJournals(owner: Owner, ids: string[]): Promise<void> {
  await owner.query(
    `insert into accepted_journals (journal_id, reason) select id, 'made up' from unnest($1::uuid[]) as j (id)`,
    [ids],
  );
}
