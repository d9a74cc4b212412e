// Before what visitors read: so many at once, so many that wait, and so long. Pages and public readings take what
// connections to the database there are, and would keep whoever buys waiting with them; they are the only ones that
// are ever sent away (choice 181).
import { Rejection } from '#domain/rejection.ts';

type GateLimits = {
  running: number;
  waiting: number;
  waitMs: number;
  /** After each work its place stays free for as long again, so that a crowd takes half of what there is. */
  rests?: boolean;
};

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a gate: what it returns does `work` when there is room. Rejects with UNAVAILABLE who waited too long, or at once. */
export function makeGate({
  running: runningMost,
  waiting: waitingMost,
  waitMs,
  rests = false,
}: GateLimits): Gate {
  let running = 0;
  const waiting = new Set<() => void>();

  async function enter(): Promise<void> {
    if (running < runningMost) {
      running += 1;
      return;
    }
    if (waiting.size >= waitingMost) throw new Rejection('UNAVAILABLE');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Rejection('UNAVAILABLE'));
      }, waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      // The one that finishes hands its place over, so `running` stays as it is.
      waiting.delete(next);
      next();
    }
  }

  return async (work) => {
    await enter();
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      if (rests) setTimeout(leave, performance.now() - begunAt).unref();
      else leave();
    }
  };
}

/**
 * Readings for everybody. Each may send two or three statements at once, so that these take half of the
 * connections at most.
 */
export const throughReadings: Gate = makeGate({ running: 6, waiting: 1_000, waitMs: 8_000 });
