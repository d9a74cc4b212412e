// What everybody gets alike, made once and kept: who asks gets what is there, and it is made anew when what it hangs on
// changed. One look at the database, shared by all, tells that; while it is away, what is there goes on being given.
// Nothing here knows what is kept (choice 218).
import { Rejection } from '#domain/rejection.ts';

/** How one thing is made, and how it is told that it is still right. */
export type Making<Made, Seen> = {
  /** Makes it, from what is there now; `seen` was looked at before. `before`: the last one, to be given again if it is the same. */
  make: (seen: Seen, before: Made | null) => Promise<Made>;
  /** Whether it still is what would be made. */
  isStill: (made: Made, seen: Seen) => boolean | Promise<boolean>;
  /** Made anew after so long whatever a look tells: it also hangs on the time. */
  lastsMs?: number;
  /** Whether a change that this process made is to be seen at once. For what costs little to make. */
  isPrompt?: boolean;
};

export type StoreOptions<Seen> = {
  /** Looks what changed. */
  look: () => Promise<Seen>;
  /** A look is good for so long, and nothing is made more often. 0: every request looks, and sees every change. */
  everyMs: number;
  /** How many things are kept; those that nobody asked for the longest time go. */
  most: number;
  /** Told of what failed while something older could be given. */
  onFailure: (error: unknown) => void;
  /** Milliseconds that only grow. */
  now?: () => number;
  pause?: (milliseconds: number) => Promise<void>;
};

export type ReadyStore<Seen> = {
  /** What is kept under a key and may be given without any wait; null: ask `get`. */
  take: (key: string) => unknown;
  /** What is kept, or is made now. Rejects with what making it rejects with. */
  get: <Made>(key: string, making: Making<Made, Seen>) => Promise<Made>;
  /** The same for what something else is made of: never what is known to be older. */
  getCurrent: <Made>(key: string, making: Making<Made, Seen>) => Promise<Made>;
  /** This process changed something, and it is committed. `isRare`: it is seen at once however much else is changed. */
  noteChange: (isRare?: boolean) => void;
};

type Entry = {
  made: unknown;
  making: Making<unknown, unknown>;
  /** It was right at this moment. */
  rightAt: number;
  /** It was made, or somebody got it, at this moment. */
  givenAt: number;
  madeAt: number;
  tookMs: number;
  /** To make it anew failed at this moment. */
  failedAt: number;
};

/** A look or a making that is under way. */
type Flight<Result> = { since: number; promise: Promise<Result> };

/** So long the last ones are given while the database is away, or what makes them is at fault. */
const KEPT_MS = 10 * 60_000;
/**
 * What took long to make is let be for so many times as long: on a machine that has too much to do it is shown later, and whoever
 * buys isn't kept waiting.
 */
const REST = 4;
/** But no longer than this afterwards: it may have waited for others most of that time. */
const REST_MS_MOST = 5_000;
/** In this last part of its time somebody's request begins the next look, for which nobody waits. */
const AHEAD = 0.1;
/** So long nobody minds to wait for something newer. */
export const PATIENCE_MS = 50;
/** In a crowd, somebody was given the last one in as short a part of its time; and what is made, is made on a look of that part. */
const MOMENT = 0.25;
/** Changes of this process that are seen at once, before they are seen as late as those of others. */
const PROMPT_MOST = 10;
const PROMPT_EVERY_MS = 2_000;
/** Three changes in so short a time are a crowd's: nobody could tell whose is seen, and all visitors would wait for each. */
const CROWD_MS = 100;

export function openReadyStore<Seen>(options: StoreOptions<Seen>): ReadyStore<Seen> {
  const { everyMs, most, now = () => performance.now(), pause = waitFor } = options;
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight<unknown>>();
  const looks = openLooks(options, now);
  /** Those who let something be until its time has come: a change of this process wakes them. */
  const resting = new Set<() => void>();
  let [changedAt, prompts, promptsAt] = [-Infinity, PROMPT_MOST, 0];
  /** When the last two changes were noted. */
  let noted: [number, number] = [-Infinity, -Infinity];

  /** Whether it is older than what this process changed and is to be seen at once. */
  const isBehind = ({ rightAt, making }: Entry) => making.isPrompt === true && rightAt < changedAt;

  /** Whether nobody who asks at this moment needs anything newer. */
  const isFresh = (entry: Entry, at: number) => at - entry.rightAt < everyMs && !isBehind(entry);

  /** Whether who asks waits for a newer one: not in a crowd, where it is about as old as it may be, and not for one that is let be. */
  const isWorthWaiting = (entry: Entry, at: number) =>
    isBehind(entry) ||
    (at - entry.givenAt >= MOMENT * everyMs && nextAfter(entry) <= at + PATIENCE_MS);

  function give(entry: Entry, at: number): unknown {
    entry.givenAt = at;
    return entry.made;
  }

  function take(key: string): unknown {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    const at = now();
    // The first one of a map is the one that nobody asked for the longest time.
    entries.delete(key);
    entries.set(key, entry);
    const age = at - entry.rightAt;
    if (isFresh(entry, at)) {
      if (age >= everyMs * (1 - AHEAD) && !flights.has(key))
        void begin(key, entry.making).catch(() => {});
      return give(entry, at);
    }
    if (age > KEPT_MS || everyMs === 0) return null;
    const flight = flights.get(key);
    if (flight === undefined || isBehind(entry)) {
      const isTriedSince = !isBehind(entry) || entry.failedAt >= changedAt;
      const isVain = at - entry.failedAt < everyMs && isTriedSince;
      return isVain || looks.failedLately(at) ? give(entry, at) : null;
    }
    // Somebody is at it: nobody else waits, but after a quiet time, in which it may have become much too old.
    const isTooOld = age >= 2 * everyMs && at - flight.since < everyMs;
    return isTooOld && isWorthWaiting(entry, at) ? null : give(entry, at);
  }

  async function get<Made>(key: string, making: Making<Made, Seen>): Promise<Made> {
    const taken = take(key);
    if (taken !== null) return taken as Made;
    const [entry, flight, at] = [entries.get(key), flights.get(key), now()];
    if (entry === undefined || at - entry.rightAt > KEPT_MS) {
      // What others are given when it is there is new enough for who came after it was begun.
      return flight === undefined
        ? getCurrent(key, making)
        : flight.promise.then(() => get(key, making));
    }
    const patienceMs = isWorthWaiting(entry, at) ? everyMs : PATIENCE_MS;
    const coming = getCurrent(key, making);
    // Whatever hangs is not waited for: what there is, is better than nothing.
    const last =
      everyMs === 0 ? coming : Promise.race([coming, pause(patienceMs).then(() => null)]);
    const giveLast = () => give(entries.get(key) ?? entry, now()) as Made;
    return last.then(
      (made) => made ?? giveLast(),
      (error: unknown) => {
        if (isRefusal(error) || !entries.has(key)) throw error;
        return giveLast();
      },
    );
  }

  async function getCurrent<Made>(key: string, making: Making<Made, Seen>): Promise<Made> {
    const askedAt = now();
    for (;;) {
      const flight = flights.get(key);
      const made = await (flight?.promise ?? begin(key, making as Making<unknown, unknown>));
      const entry = entries.get(key);
      // What was under way may have begun before the change that its asker knows of.
      if (flight === undefined || entry === undefined || isFresh(entry, askedAt)) {
        return made as Made;
      }
    }
  }

  function begin(key: string, making: Making<unknown, unknown>): Promise<unknown> {
    const promise = renew(key, making).finally(() => flights.delete(key));
    flights.set(key, { since: now(), promise });
    return promise;
  }

  async function renew(key: string, making: Making<unknown, unknown>): Promise<unknown> {
    const entry = entries.get(key);
    try {
      const findLook = (notBefore: number) =>
        looks.last(making.isPrompt === true ? Math.max(notBefore, changedAt) : notBefore);
      const look = await findLook(-Infinity);
      if (entry !== undefined && (await isStillRight(entry, look.seen))) {
        entry.rightAt = look.at;
        return entry.made;
      }
      if (entry !== undefined && !isBehind(entry)) await restOf(entry);
      // It is right for a second after the look that it was made on, which must be a young one.
      const young = everyMs === 0 ? look : await findLook(now() - MOMENT * everyMs);
      return await makeAnew(key, making, young, entry);
    } catch (error) {
      if (isRefusal(error)) entries.delete(key);
      else if (entry !== undefined) {
        entry.failedAt = now();
        options.onFailure(error);
      }
      throw error;
    }
  }

  async function makeAnew(
    key: string,
    making: Making<unknown, unknown>,
    look: Look<Seen>,
    entry: Entry | undefined,
  ): Promise<unknown> {
    const madeAt = now();
    const before = entry !== undefined && madeAt - entry.rightAt <= KEPT_MS ? entry.made : null;
    const made = await making.make(look.seen, before);
    entries.delete(key);
    const at = now();
    const [rightAt, tookMs] = [look.at, at - madeAt];
    entries.set(key, { made, making, rightAt, givenAt: at, madeAt, tookMs, failedAt: -Infinity });
    const [first] = entries.keys();
    if (entries.size > most) entries.delete(first!);
    return made;
  }

  async function isStillRight({ made, making, madeAt }: Entry, seen: Seen): Promise<boolean> {
    if (making.lastsMs !== undefined && now() - madeAt > making.lastsMs) return false;
    return making.isStill(made, seen);
  }

  /** When it may be made again. */
  function nextAfter({ madeAt, tookMs }: Entry): number {
    if (everyMs === 0) return madeAt;
    return madeAt + Math.max(everyMs, tookMs + Math.min(REST * tookMs, REST_MS_MOST));
  }

  /** Lets it be until it may be made again, or this process changes it. */
  async function restOf(entry: Entry): Promise<void> {
    const left = nextAfter(entry) - now();
    if (left <= 0) return;
    let wake = () => {};
    const isWoken = new Promise<void>((resolve) => {
      wake = () => isBehind(entry) && resolve();
      resting.add(wake);
    });
    await Promise.race([pause(left), isWoken]);
    resting.delete(wake);
  }

  function noteChange(isRare = false): void {
    const at = now();
    if (!isRare) {
      const isOfCrowd = at - noted[0] < CROWD_MS;
      noted = [noted[1], at];
      if (everyMs > 0 && isOfCrowd) return;
      const earned = Math.floor((at - promptsAt) / PROMPT_EVERY_MS);
      if (earned > 0) [prompts, promptsAt] = [Math.min(PROMPT_MOST, prompts + earned), at];
      if (everyMs > 0 && prompts === 0) return;
      prompts -= 1;
    }
    changedAt = at;
    for (const wake of resting) wake();
  }

  return { take, get, getCurrent, noteChange };
}

type Look<Seen> = { at: number; seen: Seen };

/** The looks of a process: one at a time, and none while the last one is good. */
function openLooks<Seen>(
  { look, everyMs }: StoreOptions<Seen>,
  now: () => number,
): {
  /** The last look, or a new one, which nobody began before `notBefore`. */
  last: (notBefore: number) => Promise<Look<Seen>>;
  failedLately: (at: number) => boolean;
} {
  let last: Look<Seen> | null = null;
  let underWay: Flight<Look<Seen>> | null = null;
  let failure: { at: number; error: unknown } | null = null;

  const failedLately = (at: number) => failure !== null && at - failure.at < everyMs;

  async function lookNow(at: number): Promise<Look<Seen>> {
    try {
      const seen = await look();
      failure = null;
      if (last === null || last.at <= at) last = { at, seen };
      return { at, seen };
    } catch (error) {
      failure = { at: now(), error };
      throw error;
    }
  }

  function begin(): Promise<Look<Seen>> {
    const at = now();
    const end = (): void => {
      if (underWay === mine) underWay = null;
    };
    const mine: Flight<Look<Seen>> = { since: at, promise: lookNow(at).finally(end) };
    underWay = mine;
    return mine.promise;
  }

  return {
    failedLately,
    last: async (notBefore) => {
      const at = now();
      // A little less than the whole time: who begins the next look early must not get the last one.
      const isGood = (since: number) => since >= notBefore && at - since < everyMs * (1 - AHEAD);
      if (last !== null && isGood(last.at)) return last;
      if (underWay !== null && everyMs > 0 && underWay.since >= notBefore) return underWay.promise;
      if (failedLately(at)) throw failure!.error;
      return begin();
    },
  };
}

/** An answer, and no failure: there is no such thing. */
function isRefusal(error: unknown): boolean {
  return (error instanceof Rejection && error.code !== 'UNAVAILABLE') || error instanceof NotKept;
}

/** Thrown by who makes what is not to be kept, with what it is instead. */
export class NotKept extends Error {
  readonly instead: unknown;
  constructor(instead: unknown) {
    super('Not to be kept');
    this.instead = instead;
  }
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
