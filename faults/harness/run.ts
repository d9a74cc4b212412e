// For a run: one Postgres that writes as carefully as the shop's own, a migrated database that each test
// copies, and at the end the table of what was measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../../src/embedded-postgres/throwaway.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { databaseUrl, TEMPLATE } from '../../src/testing/postgres.ts';
import { FIGURES_FILE, tableOfFigures } from './figures.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(FIGURES_FILE, '');
  const server = await startThrowawayPostgres({ durable: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrateDatabase(databaseUrl(server.url, TEMPLATE));
  await migrateQueue(databaseUrl(server.url, TEMPLATE), QUEUES);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.close();
    process.stdout.write(`\n${tableOfFigures()}\n`);
  };
}
