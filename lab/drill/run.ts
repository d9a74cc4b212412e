// Sets up and ends a run. Starts a Postgres beside the machines for the stand-in of Stripe, so that no failure touches
// Stripe's records. At the end, prints the table and takes the cluster down, whatever happened.
import type { TestProject } from 'vitest/node';
import { setup as setUpPostgres } from '../kit/run.ts';
import { takeDown } from './cluster.ts';
import { versionsInUse } from './packages.ts';
import { beginTable, table } from './table.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  beginTable();
  const close = await setUpPostgres(project);
  return async () => {
    await takeDown();
    await close();
    process.stdout.write(`\n${versionsInUse()}\n\n${table()}\n`);
  };
}
