// Saves some tables, and loads them later as a restored backup does, without the database's checks.
import type { TestApp } from './app.ts';

export async function saveTables({ owner }: Pick<TestApp, 'owner'>, tables: string[]) {
  for (const table of tables) {
    await owner.query(`create table kept_${table} as table ${table}`);
  }
  return {
    bringBack: async () => {
      const client = await owner.connect();
      try {
        await client.query(`set session_replication_role = replica`);
        for (const table of tables.toReversed()) await client.query(`delete from ${table}`);
        for (const table of tables) {
          await client.query(`insert into ${table} table kept_${table}`);
          await client.query(`drop table kept_${table}`);
        }
        await client.query(`set session_replication_role = default`);
      } finally {
        client.release();
      }
    },
  };
}
