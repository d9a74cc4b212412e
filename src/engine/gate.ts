// Limits heavy work, so that others get their share: how much runs, how much waits, and how long.

export type GateLimits = {
  running: number;
  waiting: number;
  waitMs: number;
  /** After each work its place stays free for as long again, so that a crowd takes half of what there is. */
  rests?: boolean;
};

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a gate: what it returns does `work` when there is room. Rejects with what `full` makes who waited too long, or at once. */
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
