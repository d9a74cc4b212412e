// Limits how often callers may try something. The counts are in Postgres, so that all processes of the shop share them.
// Each count is one short statement. A count inside a transaction is always about the caller alone, so no other caller
// waits for the transaction.
import { createHmac } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyReply } from 'fastify';
import {
  CALLS_OF_KEY,
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
 * Counts a call for the caller's network. If this network belongs to a larger site, counts the call
 * for the site, too. Rejects with RATE_LIMITED.
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

/** Adds `weight` events to a subject's window. Rejects with RATE_LIMITED if the window is full. */
export async function throttleEvent(
  context: Context,
  rule: string,
  subject: string,
  limit: Limit,
  weight = 1,
): Promise<void> {
  if (!context.config.rateLimits) return;
  const counted = await countUp(context, { rule, subject, limit, weight });
  refuseIfFull(context, { rule, limit, weight }, counted);
}

function refuseIfFull(
  { log, origin }: Context,
  { rule, limit, weight }: { rule: string; limit: Limit; weight: number },
  { count, seconds_left }: { count: number; seconds_left: number },
): void {
  if (count <= limit.most) return;
  if (count - weight <= limit.most)
    log.warn(
      { event: 'throttled', rule, ip: origin.ip },
      'Rate limit reached: refusing further calls until its window ends',
    );
  throw Rejection.tooSoon(seconds_left);
}

/**
 * Counts a call of an API key, and sets the header fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers-10)
 * that tell what is left of its limit. Rejects with RATE_LIMITED.
 */
export async function throttleKey(
  context: Context,
  keyId: string,
  reply: FastifyReply,
): Promise<void> {
  if (!context.config.rateLimits) return;
  const asked = { rule: 'calls_of_key', limit: CALLS_OF_KEY, weight: 1 };
  const counted = await countUp(context, { ...asked, subject: keyId });
  const { most, seconds } = CALLS_OF_KEY;
  const left = Math.max(0, most - counted.count);
  reply.header('ratelimit-policy', `"key";q=${most};w=${seconds}`);
  reply.header('ratelimit', `"key";r=${left};t=${Math.ceil(counted.seconds_left)}`);
  refuseIfFull(context, asked, counted);
}

/**
 * Adds an event to a subject's window, and returns whether the window had room. Use this function
 * if a full window should not cause a rejection.
 */
export async function countIfWithinLimit(
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
  // The first event of a window deletes some ended windows, so that the table stays small. Inside a
  // transaction nothing is deleted, because the transaction would lock the counts of other callers
  // until it ends.
  if (counted.count === weight && db.over === 'pool') await deleteEndedCounts(db);
  return counted;
}

/**
 * The counter of a rule for a subject. The subject is hashed, so that nobody who reads the counters
 * learns addresses.
 */
export function counterOf({ config }: Context, rule: string, subject: string): Counted {
  const hash = createHmac('sha256', `throttle:${config.authSecret}`)
    .update(subject)
    .digest('base64url');
  return { rule, subject: hash };
}
