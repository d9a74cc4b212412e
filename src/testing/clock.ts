// Opens the same shop at another time, for tests. The clock of its pool is shifted, as in `jobs run --at`.
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { contextOf } from '../server/app.ts';
import { appUrlOf } from '../server/database/app-role.ts';
import { openPool, overPool } from '../server/database/pool.ts';
import type { Context } from '../server/runtime/context.ts';
import type { TestApp } from './app.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Tests of "the last days" must not run past the end of a UTC day, because their results would change. If less than
 * this time is left of the day, such a test waits for the next day.
 */
const ROOM_MS = 100_000;

export async function untilDayHasRoom(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ROOM_MS) await wait(leftMs);
}

/**
 * Stops the shop's clock in its database until the test ends. Tests that count up to a limit need this, because on a
 * slow machine the window or the wait could otherwise end before they reach the limit.
 */
export async function holdClock({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  const { rows } = await owner.query<{ running: string; now: string }>(
    `select pg_get_functiondef('shop_now()'::regprocedure) as running, now()::text as now`,
  );
  const { running, now } = rows[0]!;
  const held = running.replace('select now()', `select timestamptz '${now}'`);
  if (held === running) throw new Error(`The clock of the database is not held: ${running}`);
  await owner.query(held);
  onTestFinished(async () => {
    await owner.query(running);
  });
}

/**
 * Opens the shop as it is `offsetMs` from now, until the shop is closed. If `offsetMs` is below 0, that time is in the
 * past.
 */
export function openAt(
  shop: Pick<TestApp, 'context' | 'url'>,
  offsetMs: number,
): { context: Context; close: () => Promise<void> } {
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: offsetMs });
  const { config, log, cardProvider, taxProvider, mailer, logKeys, beacon } = shop.context;
  const context = contextOf({
    db: overPool(pool),
    config: { ...config, clockOffsetMs: offsetMs },
    log,
    cardProvider,
    taxProvider,
    mailer,
    logKeys,
    beacon,
  });
  const close = async () => {
    await context.queue.close();
    await pool.end();
  };
  return { context, close };
}

/** Does `work` in the shop as it is `offsetMs` from now. If `offsetMs` is below 0, that time is in the past. */
export async function atOffset<Result>(
  shop: Pick<TestApp, 'context' | 'url'>,
  offsetMs: number,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { context, close } = openAt(shop, offsetMs);
  try {
    return await work(context);
  } finally {
    await close();
  }
}
