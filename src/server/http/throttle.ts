// Callers who try too often must wait. The counts are in Postgres, so that all processes of the
// shop share them. Each is a short statement. A count inside a transaction concerns only its
// caller, so nobody else waits for it.
import { createHmac } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import {
  NETWORK_LIMITS,
  networkOf,
  SITE_SHARE,
  siteOf,
  type Limit,
  type Throttle,
} from '#domain/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { countEvent, deleteEndedCounts, type Counted } from './throttle-counters-queries.ts';

/**
 * Counts a call for its network, and for the site that the network is part of. Rejects with
 * RATE_LIMITED.
 */
export async function throttleCall(context: Context, throttle: Throttle): Promise<void> {
  const { ip } = context.origin;
  const site = siteOf(ip);
  for (const { most, seconds } of NETWORK_LIMITS[throttle]) {
    const rule = `${throttle}/${seconds}`;
    await throttleEvent(context, rule, networkOf(ip), { most, seconds });
    if (site !== null)
      await throttleEvent(context, rule, site, { most: most * SITE_SHARE, seconds });
  }
}

/** Adds one event of a subject, or `weight` at once. Rejects with RATE_LIMITED when its window is full. */
export async function throttleEvent(
  context: Context,
  rule: string,
  subject: string,
  limit: Limit,
  weight = 1,
): Promise<void> {
  const { config, log, origin } = context;
  if (!config.rateLimits) return;
  const { count, seconds_left } = await countUp(context, { rule, subject, limit, weight });
  if (count <= limit.most) return;
  if (count - weight <= limit.most)
    log.warn({ event: 'throttled', rule, ip: origin.ip }, 'Throttled');
  throw Rejection.tooSoon(seconds_left);
}

/**
 * The same for callers that do something else when the window is full: returns whether it had room.
 */
export async function isWithin(
  context: Context,
  rule: string,
  subject: string,
  limit: Limit,
): Promise<boolean> {
  if (!context.config.rateLimits) return true;
  const { count } = await countUp(context, { rule, subject, limit, weight: 1 });
  return count <= limit.most;
}

async function countUp(
  context: Context,
  { rule, subject, limit, weight }: { rule: string; subject: string; limit: Limit; weight: number },
): Promise<{ count: number; seconds_left: number }> {
  const { db } = context;
  const counted = await countEvent(db, counterOf(context, rule, subject), limit.seconds, weight);
  // Each new window deletes some ended ones, so that the table stays as small as its live counts.
  // Not inside a transaction: it would lock others' counts until its end.
  if (counted.count === weight && db.over === 'pool') await deleteEndedCounts(db);
  return counted;
}

/**
 * The counter of a rule for a subject. The subject is hashed: nobody can read addresses from the
 * counts.
 */
export function counterOf({ config }: Context, rule: string, subject: string): Counted {
  const hash = createHmac('sha256', `throttle:${config.authSecret}`)
    .update(subject)
    .digest('base64url');
  return { rule, subject: hash };
}
