import { statement, type Database } from '#engine/database.ts';

/** Identifies a counter: the rule, and the subject whose events the rule counts. */
export type Counted = { rule: string; subject: string };

/**
 * Adds `weight` events to a subject's current window. Returns the count in this window, and the
 * seconds until the window ends.
 */
export async function countEvent(
  db: Database,
  { rule, subject }: Counted,
  seconds: number,
  weight = 1,
): Promise<{ count: number; seconds_left: number }> {
  const [row] = await statement<{ count: number; seconds_left: number }>(
    db,
    `insert into throttle_counters as c (rule, subject, count, ends_at)
     values ($1, $2, $4, shop_now() + make_interval(secs => $3))
     on conflict (rule, subject) do update set
       count = case when c.ends_at <= shop_now() then 0 else c.count end + excluded.count,
       ends_at = case when c.ends_at <= shop_now() then excluded.ends_at else c.ends_at end
     returning count, extract(epoch from ends_at - shop_now())::float8 as seconds_left`,
    [rule, subject, seconds, weight],
  );
  return row!;
}

/** The count in a subject's current window. 0 if there is no current window. */
export async function findCount(db: Database, { rule, subject }: Counted): Promise<number> {
  const [row] = await statement<{ count: number }>(
    db,
    'select count from throttle_counters where rule = $1 and subject = $2 and ends_at > shop_now()',
    [rule, subject],
  );
  return row?.count ?? 0;
}

/**
 * Counts a try and sets the wait after it. The n-th try sets the n-th of `waits`, and all further tries the last.
 * Returns null if the try may go on. If the subject still has to wait, returns the seconds left and counts nothing. A
 * single statement does this, so that simultaneous tries are counted one by one. The count is deleted `seconds` after
 * the last try.
 */
export async function countTry(
  db: Database,
  { rule, subject }: Counted,
  waits: readonly number[],
  seconds: number,
): Promise<number | null> {
  const counted = await statement(
    db,
    `insert into throttle_counters as c (rule, subject, count, ends_at, waits_until)
     values ($1, $2, 1, shop_now() + make_interval(secs => $4), shop_now() + make_interval(secs => ($3::int[])[1]))
     on conflict (rule, subject) do update set
       count = case when c.ends_at <= shop_now() then 1 else c.count + 1 end,
       ends_at = excluded.ends_at,
       waits_until = shop_now() + make_interval(secs => ($3::int[])[
         case when c.ends_at <= shop_now() then 1 else least(c.count + 1, cardinality($3::int[])) end])
     where c.waits_until is null or c.waits_until <= shop_now()
     returning count`,
    [rule, subject, waits, seconds],
  );
  if (counted.length > 0) return null;
  const [row] = await statement<{ seconds_left: number }>(
    db,
    `select extract(epoch from waits_until - shop_now())::float8 as seconds_left
     from throttle_counters where rule = $1 and subject = $2`,
    [rule, subject],
  );
  return Math.max(0, row?.seconds_left ?? 0);
}

/** Removes a try from the count because its result was never checked, and ends the wait that the try set. */
export async function uncountTry(db: Database, { rule, subject }: Counted): Promise<void> {
  await statement(
    db,
    `update throttle_counters set count = greatest(count - 1, 0), waits_until = null
     where rule = $1 and subject = $2`,
    [rule, subject],
  );
}

/** Deletes a subject's count. */
export async function deleteCount(db: Database, { rule, subject }: Counted): Promise<void> {
  await statement(db, 'delete from throttle_counters where rule = $1 and subject = $2', [
    rule,
    subject,
  ]);
}

/** Deletes some counts whose window has ended. Skips counts that are locked. */
export async function deleteEndedCounts(db: Database): Promise<void> {
  await statement(
    db,
    `delete from throttle_counters where (rule, subject) in (
       select rule, subject from throttle_counters where ends_at <= shop_now()
       order by ends_at limit 20 for update skip locked)`,
    [],
  );
}
