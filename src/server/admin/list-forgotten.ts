// Lists the records that were lost when a database was restored to an earlier time. Users and operators may have seen
// these records. To find them, the restored database is compared with the database that ran before.
import { statement, type Database } from '#engine/database.ts';

/**
 * A record that only the other database has. `what`: the kind of the record, in one word. `email`: the address of the
 * record's owner in the other database.
 */
export type Forgotten = { id: string; at: Date; what: string; email: string; text: string };

/**
 * The search begins this long before the given instant. A row carries the start time of its transaction, so a row that
 * was committed after the instant may carry a time before it.
 */
const MARGIN = '1 minute';

const SINCE = `$1::timestamptz - interval '${MARGIN}'`;

/** A query for each kind of record, which returns (id, at, email, text) of the records since an instant. */
const KINDS: Record<string, string> = {
  account: `
    select id::text, created_at as at, email, username as text from users where created_at >= ${SINCE}`,
  transaction: `
    select j.id::text, j.created_at as at, u.email,
      j.kind || ' ' || to_char((select sum(t.amount) from transfers t where t.journal_id = j.id) / 100.0, 'FM999999990.00') || ' '
        || j.description as text
    from journals j join users u on u.id = j.user_id where j.created_at >= ${SINCE}`,
  pack: `
    select o.id::text, o.opened_at as at, u.email, coalesce(t.name, 'a pack') || ' opened' as text
    from openings o join users u on u.id = o.user_id
    left join places p on p.pack_id = o.pack_id left join pack_types t on t.id = p.pack_type_id
    where o.opened_at >= ${SINCE}`,
  parcel: `
    select s.id || ' ' || s.state as id, s.updated_at as at, u.email, s.state || coalesce(' ' || s.tracking_number, '') as text
    from shipments s join users u on u.id = s.user_id where s.updated_at >= ${SINCE}`,
  mail: `
    select id::text, created_at as at, to_address as email, case when is_secret then kind else kind || ': ' || subject end as text
    from mails where created_at >= ${SINCE}`,
};

/**
 * Compares the records of two databases of one shop since an instant. Returns the records that only `other` has, oldest
 * first. Mailed codes are not shown.
 */
export async function listForgotten(
  db: Database,
  other: Database,
  since: Date,
): Promise<Forgotten[]> {
  const found: Forgotten[] = [];
  for (const [what, text] of Object.entries(KINDS)) {
    const [here, there] = await Promise.all(
      [db, other].map((one) => statement<Omit<Forgotten, 'what'>>(one, text, [since])),
    );
    const known = new Set(here!.map(({ id }) => id));
    found.push(...there!.filter(({ id }) => !known.has(id)).map((one) => ({ ...one, what })));
  }
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
