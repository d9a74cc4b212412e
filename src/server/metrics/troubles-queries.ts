import { COUNTED_MOST } from '#contract/paging.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

const LISTED_MOST = 100;

type Troubles = {
  disputes: { id: string; amount: Cents }[];
  refunds: { id: string; amount: Cents }[];
  /** Mails of the last day that came back or were given up. */
  mails: number;
};

/** Lists what an operator must act on: undecided disputes, failed refunds and returned mails, oldest first. */
export async function listTroubles(db: Database): Promise<Troubles> {
  const [row] = await statement<Troubles>(
    db,
    `select
       (select coalesce(json_agg(d), '[]') from (
          select id, amount from disputes where state in ('inquiry', 'open') order by raised_at, id limit ${LISTED_MOST}
        ) d) as disputes,
       (select coalesce(json_agg(r), '[]') from (
          select id, amount from refunds where state = 'failed' and replaced_by is null order by created_at, id limit ${LISTED_MOST}
        ) r) as refunds,
       (select count(*)::int from (
          select from mails where state = 'failed' and created_at > shop_now() - interval '1 day' limit ${COUNTED_MOST}
        ) m) as mails`,
    [],
  );
  return row!;
}
