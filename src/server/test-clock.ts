// The same shop at another time, for tests: a pool whose clock is shifted, as `jobs run --at` has it.
import { contextOf } from './app.ts';
import { openPool, overClient } from './database/database.ts';
import type { Context } from './runtime/context.ts';
import type { TestApp } from './test-app.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Does `work` in the shop as it is `offsetMs` from now; less than 0 is the past. */
export async function atOffset<Result>(
  shop: Pick<TestApp, 'context' | 'url'>,
  offsetMs: number,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ url: shop.url, assumeAppRole: true, clockOffsetMs: offsetMs });
  const { config, log, cardProvider, mailer } = shop.context;
  const context = contextOf({
    db: overClient(pool),
    config: { ...config, clockOffsetMs: offsetMs },
    log,
    cardProvider,
    mailer,
  });
  try {
    return await work(context);
  } finally {
    await context.queue.close();
    await pool.end();
  }
}
