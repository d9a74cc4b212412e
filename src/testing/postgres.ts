// Starts one Postgres server for a test run, with a migrated database that each test file copies.
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import type { EmbeddedPostgres } from '../embedded-postgres/open-embedded-postgres.ts';
import { quickFolder, startThrowawayPostgres } from '../embedded-postgres/throwaway.ts';
import { appUrlOf } from '../server/database/app-role.ts';
import { migrateDatabase } from '../server/database/migrate.ts';
import { QUEUES } from '../server/jobs/queues.ts';
import { migrateQueue } from '../server/queue/migrate-queue.ts';

// With this setting Postgres uses generic plans from the first run of a statement. By default it makes a new plan for
// each of the first five runs on a connection, and most tests run a statement less often. `lab/bench/plans.test.ts`
// compares both kinds of plans and overrides this setting.
const SETTINGS = ['plan_cache_mode=force_generic_plan'];

export const TEMPLATE = 'felt_and_foil_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The programs of a Postgres other than the shop's own (`npm run test:postgres`), or an empty text. */
    postgresPrograms: string;
  }
}

/** Returns the address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * The server of a run, and the number of projects that use it. The variable is global, because each project loads this
 * module separately.
 */
const run = globalThis as { testPostgres?: { server: Promise<EmbeddedPostgres>; users: number } };

/** Starts the server that all projects of a run share. The last project to end stops it. */
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

/** Starts a server that has the template. `programs`: a Postgres other than our own, or an empty text. */
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
  await asOwner(url, freezeCatalogues);
}

/**
 * Marks the rows of Postgres' own tables as long committed. Otherwise each copy's first readers would mark and write
 * them again. The shop's tables stay as they are, because vacuuming them would change plans.
 */
async function freezeCatalogues(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
      where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared`,
  );
  await client.query(`vacuum (freeze) ${rows[0]!.names}`);
}

/** Copies a template into a database of this name. Returns its address with the owner's login. */
export async function copyTemplate(
  serverUrl: string,
  name: string,
  template = TEMPLATE,
): Promise<string> {
  const client = await administrator(serverUrl);
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  return databaseUrl(serverUrl, name);
}

/** Drops a copy, also while somebody is connected to it. */
export async function dropCopy(serverUrl: string, name: string): Promise<void> {
  const client = await administrator(serverUrl);
  await client.query(`drop database ${name} with (force)`);
}

/** The connections with which this worker makes and drops databases, by the address of the server. */
const administrators = new Map<string, Promise<pg.Client>>();

/** Returns one connection for all copies of a worker, because opening a connection costs more than dropping a copy. */
function administrator(serverUrl: string): Promise<pg.Client> {
  const known = administrators.get(serverUrl);
  if (known !== undefined) return known;
  const opened = openAdministrator(serverUrl);
  administrators.set(serverUrl, opened);
  opened.catch(() => administrators.delete(serverUrl));
  return opened;
}

async function openAdministrator(serverUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl });
  // The server stops at the end of the run, while the connection is idle.
  client.on('error', () => administrators.delete(serverUrl));
  await client.connect();
  return client;
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
