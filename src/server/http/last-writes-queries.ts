import { statement, type Database } from '../database/database.ts';

/** Notes that somebody changed something that is committed by now, for every process to know before they are answered. */
export async function noteLastWrite(db: Database, userId: string): Promise<void> {
  // Asked again once the row is locked: of two that come at once the later one has waited.
  await statement(
    db,
    `insert into last_writes (user_id, position) values ($1, pg_current_wal_insert_lsn())
     on conflict (user_id) do update set position = pg_current_wal_insert_lsn()`,
    [userId],
  );
}

/** The position in the log from which on a replica has all that somebody changed; 0: they changed nothing. */
export async function findLastWrite(db: Database, userId: string): Promise<number> {
  const [row] = await statement<{ position: number }>(
    db,
    `select (position - '0/0')::bigint as position from last_writes where user_id = $1`,
    [userId],
  );
  return row?.position ?? 0;
}
