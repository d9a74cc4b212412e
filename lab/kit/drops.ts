import { openOwnerPool, overPool } from '../../src/server/database/pool.ts';
import { openDrops } from '../../src/server/demo/seed-drops.ts';
import { startPracticeBeacon } from '../../src/server/public-log/practice-beacon.ts';
import type { World } from './world.ts';

/** Puts all the stock on sale in drops, ordered by a practice number. */
export async function putIntoDrops({ url, context }: World, packTypes: string[]): Promise<void> {
  const beacon = await startPracticeBeacon(context.config.dataDir);
  const owner = openOwnerPool({ url, clockOffsetMs: 0 });
  try {
    const asOwner = { ...context, db: overPool(owner), beacon: beacon.source };
    await openDrops(asOwner, packTypes, null, (line) => {
      throw new Error(line);
    });
  } finally {
    await owner.end();
    await beacon.close();
  }
}
