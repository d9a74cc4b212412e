// Around a run: a Postgres beside the machines for the stand-in of Stripe, whose records nothing here touches, and at the end
// the table. The cluster is taken down whatever happened.
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../../src/embedded-postgres/throwaway.ts';
import { makeTemplate } from '../../src/testing/postgres.ts';
import { takeDown } from './cluster.ts';
import { versionsInUse } from './packages.ts';
import { beginTable, table } from './table.ts';

const PREFIX = 'drill_';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  beginTable();
  const server = await startThrowawayPostgres({ durable: true });
  await makeTemplate(server.url, `${PREFIX}template`);
  project.provide('postgresUrl', server.url);
  project.provide('databasePrefix', PREFIX);
  return async () => {
    await takeDown();
    await server.close();
    process.stdout.write(`\n${versionsInUse()}\n\n${table()}\n`);
  };
}
