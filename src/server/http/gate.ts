// Before what visitors read: so many at once, so many that wait, and so long. Pages and public readings take what
// connections to the database there are, and would keep whoever buys waiting with them; they are the only ones that
// are ever sent away (choice 181).
import { Rejection } from '#domain/rejection.ts';
import { makeGate as gateOf, type Gate, type GateLimits } from '#engine/gate.ts';

/** A gate that rejects with UNAVAILABLE who waited too long, or at once. */
export function makeGate(limits: GateLimits): Gate {
  return gateOf(limits, () => new Rejection('UNAVAILABLE'));
}

/**
 * Readings for everybody. Each may send two or three statements at once, so that these take half of the
 * connections at most.
 */
export const throughReadings: Gate = makeGate({ running: 6, waiting: 1_000, waitMs: 8_000 });
