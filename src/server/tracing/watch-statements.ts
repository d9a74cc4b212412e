// Statements belong to the trace in which they are sent. The request that sends them records its
// wait for the database.
import type { Watch } from '#engine/watch-statements.ts';
import { databaseWaits } from './request-waits.ts';
import { traced } from './trace.ts';

const DATABASE_ATTRIBUTES = { 'db.system.name': 'postgresql' };

/** For every pool of the shop. */
export const watchInTrace: Watch = async (name, run) => {
  const waits = databaseWaits();
  waits?.begin();
  try {
    return await traced({ name, kind: 'client', attributes: DATABASE_ATTRIBUTES }, run);
  } finally {
    waits?.end();
  }
};
