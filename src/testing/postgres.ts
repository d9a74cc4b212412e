// One Postgres server for a test run, and a migrated database that each test file copies.
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import type { EmbeddedPostgres } from '../embedded-postgres/open-embedded-postgres.ts';
import { quickFolder, startThrowawayPostgres } from '../embedded-postgres/throwaway.ts';
import { appUrlOf } from '../server/database/app-role.ts';
import { migrateDatabase } from '../server/database/migrate.ts';
import { QUEUES } from '../server/jobs/queues.ts';
import { migrateQueue } from '../server/queue/migrate-queue.ts';

// By default Postgres makes a new plan for the first five runs of a statement on a connection, and
// most tests run a statement less often. `lab/bench/plans.test.ts` compares both kinds of plans and
// overrides this setting.
const SETTINGS = ['plan_cache_mode=force_generic_plan'];

export const TEMPLATE = 'felt_and_foil_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Programs of another Postgres than the shop's own (`npm run test:postgres`), or empty. */
    postgresPrograms: string;
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * The server of a run, and the number of projects that use it. Global, because each project loads this module
 * separately.
 */
const run = globalThis as { testPostgres?: { server: Promise<EmbeddedPostgres>; users: number } };

/** The projects of a run share the server. The last one to end stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresPrograms } = project.getProvidedContext();
  const shared = (run.testPostgres ??= {
    server: startMigrated(postgresPrograms),
    users: 0,
  });
  shared.users += 1;
  const { url, close } = await shared.server;
  project.provide('postgresUrl', url);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await close();
  };
}

/** Starts a server with the template. `programs`: another Postgres than our own, or empty. */
export async function startMigrated(programs: string): Promise<EmbeddedPostgres> {
  const server = await startThrowawayPostgres({
    folder: await quickFolder(),
    settings: SETTINGS,
    ...(programs !== '' && { programs }),
  });
  await makeTemplate(server.url);
  return server;
}

/** Makes the migrated database that `copyTemplate` copies. */
export async function makeTemplate(serverUrl: string, name = TEMPLATE): Promise<void> {
  await asOwner(serverUrl, (client) => client.query(`create database ${name}`));
  const url = databaseUrl(serverUrl, name);
  await migrateDatabase(url, appUrlOf(url));
  await migrateQueue(url, QUEUES);
}

/** Copies a template into a database of this name. Returns its address with the owner's login. */
export async function copyTemplate(
  serverUrl: string,
  name: string,
  template = TEMPLATE,
): Promise<string> {
  await asOwner(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return databaseUrl(serverUrl, name);
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
