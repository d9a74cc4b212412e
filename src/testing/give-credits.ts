// Credits for tests, without an operator who gives them: the owner of the database answers for them.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Cents } from '#domain/money.ts';

/** Signed in as the owner of the database. */
type Owner = Pick<pg.Client, 'query'>;

/** Gives each of these users credits, as the house does. */
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

/** Lets the audit ask for no cause of journals that a test made up. */
export async function acceptJournals(owner: Owner, ids: string[]): Promise<void> {
  await owner.query(
    `insert into accepted_journals (journal_id, reason) select id, 'made up' from unnest($1::uuid[]) as j (id)`,
    [ids],
  );
}
