// Sets up a run: starts one Postgres with the same durability as the shop's own, and creates the migrated database
// that each test copies.
import type { TestProject } from 'vitest/node';
import { makeTemplate } from '../../src/testing/postgres.ts';
import { EMBEDDED, openPostgresServer, programsOf } from '../../src/testing/postgres-server.ts';
import { beginFiguresOf } from './figures.ts';

/** Names the Postgres in the same way as `--postgres`. */
const NAMED = process.env['FAULTS_POSTGRES'] ?? EMBEDDED;
const PREFIX = `faults_${process.pid}_`;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openPostgresServer(NAMED, { prefix: PREFIX });
  beginFiguresOf(server.name);
  await makeTemplate(server.url, `${PREFIX}template`);
  project.provide('postgresUrl', server.url);
  project.provide('postgresPrograms', programsOf(NAMED) ?? '');
  project.provide('databasePrefix', PREFIX);
  return server.close;
}
