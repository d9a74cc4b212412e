// Tests which of the processes on a database run its background jobs.
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { onDatabase, openShop } from '../testing/process.ts';

const shop = useTestApp();

/**
 * Starts a process and stops it, and returns its output. Stopping waits for the process's statements in the database.
 */
async function openAndEnd(environment: Record<string, string>): Promise<string> {
  const { said, end } = await openShop(onDatabase(shop.url, environment));
  await end();
  return said();
}

async function jobsAskedFor(): Promise<number> {
  const { rows } = await shop.owner.query<{ jobs: number }>(
    'select count(*)::int as jobs from pgboss.job',
  );
  return rows[0]!.jobs;
}

test('a process with JOBS=off requests no job and says so; one without it requests all due ones', async () => {
  const said = await openAndEnd({ JOBS: 'off' });
  expect(said).toContain('No background jobs and no mail here (JOBS=off)');
  expect(await jobsAskedFor()).toBe(0);
  expect(await openAndEnd({})).not.toContain('JOBS=off');
  expect(await jobsAskedFor()).toBeGreaterThan(0);
});
