// Queries of data about the database server that any login may read.
import { statement, type Database } from '#engine/database.ts';

export type ServerStatus = {
  connections: number;
  /** The connection limit, without the connections that Postgres reserves. */
  connectionsMax: number;
  /** The number of transactions since the oldest transaction id that is not frozen. */
  transactionIdsAge: number;
  /** Whether the last attempt to archive a WAL file failed. Null if archiving is off. */
  archiveFails: boolean | null;
};

export async function findServerStatus(db: Database): Promise<ServerStatus> {
  const [row] = await statement<ServerStatus>(
    db,
    `select (select sum(numbackends)::int from pg_stat_database) as connections,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as "connectionsMax",
       (select max(age(datfrozenxid)) from pg_database) as "transactionIdsAge",
       case when current_setting('archive_mode') <> 'off' then
         (select last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity')
          from pg_stat_archiver)
       end as "archiveFails"`,
    [],
  );
  return row!;
}
