// Around a run: a Postgres beside the machines for the stand-in of Stripe, whose records nothing here touches, and at the end
// the table. The cluster is taken down whatever happened.
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
