// Stores alerts: conditions that hold, whether operators were notified, and when the conditions ended ("mended").
import { NOTICE_DAYS } from '#domain/notice.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** A condition that holds now. `subject`: what the condition is about (such as a job), or '' for the whole shop. */
export type Firing = { condition: string; subject: string; words: string };

export type AlertRow = Firing & { id: string; since: Date; mendedAt: Date | null };

const COLUMNS = 'a.id, a.condition, a.subject, a.words, a.since, a.mended_at as "mendedAt"';

/** Records that conditions hold now. */
export async function noteFiring(db: Transaction, firing: readonly Firing[]): Promise<void> {
  if (firing.length === 0) return;
  await statement(
    db,
    `insert into alerts (id, condition, subject, words)
     select gen_random_uuid(), f.condition, f.subject, f.words
     from unnest($1::text[], $2::text[], $3::text[]) f (condition, subject, words) order by f.condition, f.subject
     on conflict (condition, subject) where mended_at is null do update set seen_at = shop_now(), words = excluded.words`,
    [
      firing.map(({ condition }) => condition),
      firing.map(({ subject }) => subject),
      firing.map(({ words }) => words),
    ],
  );
}

/** Returns the alerts whose conditions have held long enough, and marks them as notified. */
export async function takeDueAlerts(
  db: Transaction,
  conditions: readonly { name: string; forSeconds: number }[],
): Promise<AlertRow[]> {
  return statement<AlertRow>(
    db,
    `update alerts a set told_at = shop_now()
     from unnest($1::text[], $2::int[]) c (name, seconds)
     where a.condition = c.name and a.told_at is null and a.mended_at is null
       and a.since <= shop_now() - make_interval(secs => c.seconds)
     returning ${COLUMNS}`,
    [conditions.map(({ name }) => name), conditions.map(({ forSeconds }) => forSeconds)],
  );
}

/**
 * Marks alerts as mended if no process has found their condition for `seconds`. Returns those of which operators were
 * notified. Also deletes mended alerts of which nobody was notified, and those that were mended long ago.
 */
export async function takeMendedAlerts(db: Transaction, seconds: number): Promise<AlertRow[]> {
  const rows = await statement<AlertRow & { isTold: boolean }>(
    db,
    `update alerts a set mended_at = shop_now()
     where a.mended_at is null and a.seen_at < shop_now() - make_interval(secs => $1)
     returning ${COLUMNS}, a.told_at is not null as "isTold"`,
    [seconds],
  );
  await statement(
    db,
    `delete from alerts where mended_at is not null
     and (told_at is null or mended_at < shop_now() - make_interval(days => $1))`,
    [NOTICE_DAYS],
  );
  return rows.filter(({ isTold }) => isTold);
}

/** Lists the alerts of some conditions: all that still hold, and the `mendedMost` that were mended last. */
export async function listAlerts(
  db: Database,
  conditions: readonly string[],
  mendedMost: number,
): Promise<AlertRow[]> {
  return statement<AlertRow>(
    db,
    `(select ${COLUMNS} from alerts a
      where a.mended_at is null and a.told_at is not null and a.condition = any ($1) order by a.since desc, a.id)
     union all
     (select ${COLUMNS} from alerts a
      where a.mended_at is not null and a.condition = any ($1) order by a.mended_at desc, a.id limit $2)`,
    [conditions, mendedMost],
  );
}
