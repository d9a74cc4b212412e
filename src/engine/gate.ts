// Limits heavy work, so that other work gets its share: how much runs at once, how much waits, and for how long.

export type GateLimits = {
  running: number;
  waiting: number;
  waitMs: number;
  /** After each work its slot stays free for as long as the work took, so that a crowd uses half of the capacity. */
  rests?: boolean;
};

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a gate: a function that runs `work` when a slot is free. Rejects with the error of `full` after waiting too
 * long, or at once if too many wait.
 */
export function makeGate(
  { running: runningMost, waiting: waitingMost, waitMs, rests = false }: GateLimits,
  full: () => Error,
): Gate {
  let running = 0;
  const waiting = new Set<() => void>();

  async function enter(): Promise<void> {
    if (running < runningMost) {
      running += 1;
      return;
    }
    if (waiting.size >= waitingMost) throw full();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(full());
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
      // The finished work passes its slot on, so `running` stays the same.
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
