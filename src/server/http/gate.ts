// Limits the requests that only read public data. It limits how many of them run, how many wait,
// and how long they wait. Without a limit, they would use all database connections and make buyers
// wait. The shop never sheds other requests (choice 181).
import { Rejection } from '#domain/rejection.ts';
import { makeGate as gateOf, type Gate, type GateLimits } from '#engine/gate.ts';

/**
 * Makes a gate that rejects a request with UNAVAILABLE: at once if the queue is full, otherwise after the longest wait.
 */
export function makeGate(limits: GateLimits): Gate {
  return gateOf(limits, () => new Rejection('UNAVAILABLE'));
}

/**
 * The gate for public reads. Each read may send two or three statements at once, so six reads use
 * at most half of the connections.
 */
export const throughReadings: Gate = makeGate({ running: 6, waiting: 1_000, waitMs: 8_000 });
