// Limits heavy work, so that other work gets its share. The limits say how much runs at once, how much waits, and for
// how long.

export type GateLimits = {
  running: number;
  waiting: number;
  waitMs: number;
  /**
   * If true, each slot stays empty after its work for as long as the work took. So a crowd uses at most half of the
   * capacity.
   */
  rests?: boolean;
};

/**
 * Decides which asker (the caller whose work waits or runs) gets a slot. `next` and `evict` return an index into
 * `waiting`, which is in order of arrival.
 */
export type Sharing<Asker> = {
  /** Throws if the asker already has too many places, however many are free. */
  admit?: (waiting: readonly Asker[], running: readonly Asker[], asker: Asker) => void;
  /** Returns the waiting asker that gets the free slot. */
  next: (waiting: readonly Asker[], running: readonly Asker[]) => number;
  /** Returns the waiting asker that gives its place in the full queue to `asker`, or -1 if none does. */
  evict: (waiting: readonly Asker[], running: readonly Asker[], asker: Asker) => number;
};

export type Gate<Asker = void> = <Result>(
  work: () => Promise<Result>,
  asker: Asker,
) => Promise<Result>;

const IN_ORDER: Sharing<unknown> = { next: () => 0, evict: () => -1 };

/**
 * Makes a gate: a function that runs `work` when a slot is free, by default in order of arrival. If `work` waits too
 * long, rejects with the error of `full`. If the queue is full and no asker is evicted, rejects with that error at
 * once.
 */
export function makeGate<Asker = void>(
  { running: runningMost, waiting: waitingMost, waitMs, rests = false }: GateLimits,
  full: () => Error,
  sharing: Sharing<Asker> = IN_ORDER,
): Gate<Asker> {
  const running: Asker[] = [];
  const askers: Asker[] = [];
  /** The functions that start or reject each waiting piece of work, at the same indexes as their askers in `askers`. */
  const places: { begin: () => void; giveUp: () => void }[] = [];

  function take(index: number) {
    askers.splice(index, 1);
    return places.splice(index, 1)[0]!;
  }

  async function enter(asker: Asker): Promise<void> {
    sharing.admit?.(askers, running, asker);
    if (running.length < runningMost) {
      running.push(asker);
      return;
    }
    if (askers.length >= waitingMost) {
      const evicted = sharing.evict(askers, running, asker);
      if (evicted === -1) throw full();
      take(evicted).giveUp();
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        take(places.indexOf(place));
        reject(full());
      }, waitMs);
      const place = {
        begin: () => {
          clearTimeout(timer);
          running.push(asker);
          resolve();
        },
        giveUp: () => {
          clearTimeout(timer);
          reject(full());
        },
      };
      askers.push(asker);
      places.push(place);
    });
  }

  function leave(asker: Asker): void {
    running.splice(running.indexOf(asker), 1);
    if (places.length > 0) take(sharing.next(askers, running)).begin();
  }

  return async (work, asker) => {
    await enter(asker);
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      if (rests) setTimeout(leave, performance.now() - begunAt, asker).unref();
      else leave(asker);
    }
  };
}
