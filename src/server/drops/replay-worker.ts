// Replays a log in a separate thread, because the replay keeps a thread busy and the shop must
// continue to sell.
import { parentPort, workerData } from 'node:worker_threads';
import { replayLog, type LogAtHand } from '#domain/packproof/log-replay.ts';
import { isNobodys } from '#domain/packproof/nobodys-log.ts';
import type { Chain } from '#domain/packproof/public-number.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';

export type ReplayTask = { log: LogAtHand; now: number; chains: Chain[] };
/** `fault` is the first fault in the log. It is null if the log has no fault. */
export type ReplayResult = { drops: number; fault: string | null };

const { log, now, chains } = workerData as ReplayTask;
const replayed = replayLog(
  {
    primitives: proofPrimitives,
    now,
    chainOf: (hash) => chains.find((chain) => chain.hash === hash),
  },
  log,
);
const fault = isNobodys(replayed) ? null : (replayed.fault ?? null);
parentPort!.postMessage({ drops: replayed.drops.size, fault } satisfies ReplayResult);
