// The alerts that operators got, and those that are about to be sent.
import { NOTICE_DAYS } from '#domain/notice.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** A condition that holds now. `subject`: what it is about, or '' for the shop. */
export type Firing = { condition: string; subject: string; words: string };

export type AlertRow = Firing & { id: string; since: Date; mendedAt: Date | null };

const COLUMNS = 'a.id, a.condition, a.subject, a.words, a.since, a.mended_at as "mendedAt"';

/** Notes that conditions hold now. */
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

/** Marks as told, and returns, the alerts whose conditions hold for long enough. */
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
 * Marks as mended the alerts that no process has found for `seconds`. Returns those of which operators were told. Also
 * forgets what nobody was told of, and what was mended long ago.
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

/** Lists the alerts of some conditions: those that hold, and the last ones that were mended. */
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
