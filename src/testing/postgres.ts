// For a test run: one Postgres server, and a migrated database that each test file copies.
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { startThrowawayPostgres } from '../embedded-postgres/throwaway.ts';
import { migrateDatabase } from '../server/database/migrate.ts';
import { QUEUES } from '../server/jobs/queues.ts';
import { migrateQueue } from '../server/queue/migrate-queue.ts';

export const TEMPLATE = 'felt_and_foil_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrateDatabase(databaseUrl(server.url, TEMPLATE));
  await migrateQueue(databaseUrl(server.url, TEMPLATE), QUEUES);
  project.provide('postgresUrl', server.url);
  return () => server.close();
}
