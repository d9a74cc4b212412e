// Limits what visitors read: how many requests run, how many wait, and for how long. Pages and
// public reads would otherwise use all database connections and make buyers wait. They are the only
// requests that the shop ever sheds (choice 181).
import { Rejection } from '#domain/rejection.ts';
import { makeGate as gateOf, type Gate, type GateLimits } from '#engine/gate.ts';

/**
 * A gate that rejects with UNAVAILABLE: at once if the queue is full, or after the longest wait.
 */
export function makeGate(limits: GateLimits): Gate {
  return gateOf(limits, () => new Rejection('UNAVAILABLE'));
}

/**
 * For public reads. Each may send two or three statements at once, so these use at most half of the
 * connections.
 */
export const throughReadings: Gate = makeGate({ running: 6, waiting: 1_000, waitMs: 8_000 });
