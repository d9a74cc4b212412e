import { dayOf } from '#domain/day.ts';
import type { TrialRow } from '../database/trials-queries.ts';
import { ConfigProblem } from './config.ts';

/**
 * Throws ConfigProblem if the demo or the sandbox has ever written to the database. A real shop
 * must not open on such a database (choice 149).
 */
export function refuseTrials(trials: TrialRow[]): void {
  if (trials.length === 0) return;
  const wrote = trials.map(({ kind, since }) => `the ${kind} wrote to it on ${dayOf(since)}`);
  throw new ConfigProblem([
    `NODE_ENV=production does not open this database: ${wrote.join(', ')}. ` +
      'Name an empty database (DATABASE_URL, or without it another DATA_DIR), or bring a backup of a real shop ' +
      'into one: npm run shop -- restore FILE',
  ]);
}
