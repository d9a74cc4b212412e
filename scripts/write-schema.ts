// `npm run db:schema`: migrates an empty database and writes its schema to src/server/database/schema.sql.
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { startThrowawayPostgres } from '../src/embedded-postgres/throwaway.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { describeTables } from '../src/server/database/describe-schema.ts';
import { migrateDatabase } from '../src/server/database/migrate.ts';

const postgres = await startThrowawayPostgres();
try {
  await migrateDatabase(postgres.url, appUrlOf(postgres.url));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    writeFileSync('src/server/database/schema.sql', await describeTables(client));
  } finally {
    await client.end();
  }
} finally {
  await postgres.close();
}
