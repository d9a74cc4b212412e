// Records each statement in the trace that sends it, and the wait for the statement in the request that sends it.
import type { Watch } from '#engine/watch-statements.ts';
import { databaseWaits } from './request-waits.ts';
import { traced } from './trace.ts';

const DATABASE_ATTRIBUTES = { 'db.system.name': 'postgresql' };

/** The watch for every pool of the shop. */
export const watchInTrace: Watch = async (name, run) => {
  const waits = databaseWaits();
  waits?.begin();
  try {
    return await traced({ name, kind: 'client', attributes: DATABASE_ATTRIBUTES }, run);
  } finally {
    waits?.end();
  }
};
