import { LASTING_CODE_KINDS } from '#domain/mail.ts';
import { statement, type Database } from '#engine/database.ts';

export type WaitingMails = { holdsCode: boolean; mails: number; oldestS: number };

const COUNTED_MOST = 100_000;

const HOLDS_CODE = `(is_secret and kind not in ('${LASTING_CODE_KINDS.join("', '")}'))`;

/**
 * Counts the waiting mails, up to 100,000, and returns the seconds that the oldest has waited. One row is for mails
 * with a code that expires soon, and the other for all other mails.
 */
export async function listWaitingMails(db: Database): Promise<WaitingMails[]> {
  return statement<WaitingMails>(
    db,
    `select w.holds_code as "holdsCode", count(m.created_at)::int as mails,
       coalesce(extract(epoch from shop_now() - min(m.created_at)), 0)::float8 as "oldestS"
     from (values (true), (false)) w (holds_code)
     left join lateral (
       (select created_at, ${HOLDS_CODE} as is_secret from mails where state = 'queued' order by created_at, id limit ${COUNTED_MOST})
       union all
       (select created_at, ${HOLDS_CODE} as is_secret from mails where state = 'sending' order by created_at, id limit ${COUNTED_MOST})
     ) m on m.is_secret = w.holds_code
     group by w.holds_code`,
    [],
  );
}
