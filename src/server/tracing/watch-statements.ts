// Statements belong to the trace in which they are asked, and the request that asks them waits for the database.
import { watchStatements } from '#engine/watch-statements.ts';
import { databaseWaits } from './request-waits.ts';
import { traced } from './trace.ts';

const DATABASE_FACTS = { 'db.system.name': 'postgresql' };

watchStatements(async (name, run) => {
  const waits = databaseWaits();
  waits?.begin();
  try {
    return await traced({ name, kind: 'client', facts: DATABASE_FACTS }, run);
  } finally {
    waits?.end();
  }
});
