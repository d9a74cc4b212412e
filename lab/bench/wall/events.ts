// What a simulation is made of: a clock that jumps from event to event, cores that are waited for, a log that is written by
// one at a time, and chance that a seed repeats.

type Event = { at: number; order: number; happen: () => void };

/** Milliseconds that nobody waits for. Of two events at one moment the one that was planned first happens first. */
export class Clock {
  now = 0;
  readonly #heap: Event[] = [];
  #planned = 0;

  after(ms: number, happen: () => void): void {
    const heap = this.#heap;
    heap.push({ at: this.now + ms, order: (this.#planned += 1), happen });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent]!, heap[at]!)) break;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  /** Lets things happen until nothing is left, or `isOver`. */
  run(isOver: () => boolean): void {
    while (this.#heap.length > 0 && !isOver()) {
      const { at, happen } = this.#take();
      this.now = at;
      happen();
    }
  }

  #take(): Event {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return first;
      const right = left + 1;
      const least = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left;
      if (isBefore(heap[at]!, heap[least]!)) return first;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** A Postgres by itself: its cores, in the order in which they are asked for, and its log. */
export class Machine {
  /** Milliseconds of core that were worked. */
  worked = 0;
  readonly #clock: Clock;
  readonly #flushMs: number;
  readonly #waiting: { ms: number; done: () => void }[] = [];
  #first = 0;
  #free: number;
  #next: (() => void)[] = [];
  #isFlushing = false;

  constructor(clock: Clock, { cores, flushMs }: { cores: number; flushMs: number }) {
    this.#clock = clock;
    this.#flushMs = flushMs;
    this.#free = cores;
  }

  work(ms: number, then: () => void): void {
    this.#waiting.push({ ms, done: then });
    this.#begin();
  }

  /** Until the disk has what was written. Whoever asks while one flush is under way shares the next. */
  flush(then: () => void): void {
    this.#next.push(then);
    if (!this.#isFlushing) this.#flush();
  }

  #begin(): void {
    while (this.#free > 0 && this.#first < this.#waiting.length) {
      const { ms, done } = this.#waiting[this.#first]!;
      this.#first += 1;
      if (this.#first > 10_000) this.#first -= this.#waiting.splice(0, this.#first).length;
      this.#free -= 1;
      this.#clock.after(ms, () => {
        this.worked += ms;
        this.#free += 1;
        this.#begin();
        done();
      });
    }
  }

  #flush(): void {
    const those = this.#next;
    this.#next = [];
    this.#isFlushing = those.length > 0;
    if (!this.#isFlushing) return;
    this.#clock.after(this.#flushMs, () => {
      this.#flush();
      for (const then of those) then();
    });
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
