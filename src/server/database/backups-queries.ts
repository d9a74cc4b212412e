import { statement, type Database } from '#engine/database.ts';
import { openClient } from './pool.ts';

export type BackupNote = { takenAt: Date; notedBy: 'backup' | 'note-backup' };

/**
 * Records a backup in the database at `url`, signed in as its owner. Returns false if the
 * database's version is too old for such records.
 */
export async function insertBackupNote(
  url: string,
  { takenAt, notedBy }: BackupNote,
): Promise<boolean> {
  const client = await openClient(url, 'backup');
  try {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('public.backups') is not null as is_there`,
    );
    if (!rows[0]!.is_there) return false;
    await client.query(
      'insert into backups (taken_at, noted_by) values ($1, $2) on conflict (taken_at) do nothing',
      [takenAt, notedBy],
    );
    return true;
  } finally {
    await client.end();
  }
}

/** Lists the newest record of each kind of backup. */
export async function listNewestBackups(db: Database): Promise<BackupNote[]> {
  return statement<BackupNote>(
    db,
    `select w.noted_by as "notedBy", b.taken_at as "takenAt"
     from unnest(array['backup', 'note-backup']) as w (noted_by)
     cross join lateral (
       select taken_at from backups where noted_by = w.noted_by order by taken_at desc limit 1
     ) b`,
    [],
  );
}
