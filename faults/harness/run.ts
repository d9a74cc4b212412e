// For a run: one Postgres that writes as carefully as the shop's own, a migrated database that each test
// copies, and at the end the table of what was measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../../src/embedded-postgres/throwaway.ts';
import { makeTemplate } from '../../src/testing/postgres.ts';
import { FIGURES_FILE, tableOfFigures } from './figures.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(FIGURES_FILE, '');
  const server = await startThrowawayPostgres({ durable: true });
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.close();
    process.stdout.write(`\n${tableOfFigures()}\n`);
  };
}
