// Prepares a shop as in production, with production's settings, its full log, its jobs, and a mail server.
import { EVERYWHERE } from '../../../src/domain/sales-places.ts';
import { insertPlaces } from '../../../src/server/storefront/sales-places-queries.ts';
import { randomBytes } from 'node:crypto';
import { appUrlOf } from '../../../src/server/database/app-role.ts';
import { startMailSink } from '../../../src/testing/start-mail-sink.ts';
import { tally } from '../../kit/figures.ts';
import { freePort } from '../../../src/testing/process.ts';
import { freshDatabase, openWorld, type World } from '../../kit/world.ts';

export type Production = {
  world: World;
  /** The port on which the test must open the shop, because the shop's settings contain it. */
  port: number;
  metricsPort: number;
  /** The number of mails in each state: "queued ×3, sent ×12". */
  mails: () => Promise<string>;
  close: () => Promise<void>;
};

export async function prepareProduction(more: Record<string, string> = {}): Promise<Production> {
  const url = await freshDatabase();
  const sink = await startMailSink();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const world = openWorld(url, {
    NODE_ENV: 'production',
    APP_DATABASE_URL: appUrlOf(url),
    PUBLIC_URL: `http://localhost:${port}`,
    METRICS_PORT: String(metricsPort),
    LOG_KEYS: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'on',
    // Switches the public beacon off, because no test here waits for its numbers.
    BEACON: 'off',
    SMTP_URL: sink.url,
    ...more,
  });
  // Opens every place for sales, because the buyers in these tests do not state where they live.
  await insertPlaces(world.context.db, 1, EVERYWHERE, null);
  return {
    world,
    port,
    metricsPort,
    mails: async () => {
      const { rows } = await world.owner.query<{ state: string }>('select state from mails');
      return tally(rows.map(({ state }) => state));
    },
    close: async () => {
      await world.close();
      await sink.close();
    },
  };
}
