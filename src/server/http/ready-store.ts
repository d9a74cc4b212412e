// What everybody gets alike, made once and kept: who asks gets what is there, and it is made anew when what it hangs on
// changed. One look at the database, shared by all, tells that; while it is away, what is there goes on being given.
// Nothing here knows what is kept (choice 218).
import { Rejection } from '#domain/rejection.ts';

/** What a look at the database told, and when it began. */
type Look<Seen> = { at: number; seen: Seen };

/** How one thing is made, and how it is told that it is still right. */
export type Making<Made, Seen> = {
  /** Makes it, from what is there now; the look was before. `before`: the last one, to be given again if it is the same. */
  make: (look: Look<Seen>, before: Made | null) => Promise<Made>;
  /** Whether it still is what would be made. */
  isStill: (made: Made, look: Look<Seen>) => boolean | Promise<boolean>;
  /** Made anew after so long whatever a look tells: it also hangs on the time. */
  lastsMs?: number;
  /** Whether a change that this process made is to be seen at once. For what costs little to make. */
  isPrompt?: boolean;
};

export type StoreOptions<Seen> = {
  /** Looks what changed. */
  look: () => Promise<Seen>;
  /** Nobody is given what was right longer ago, while the database answers. 0: every request looks, and sees every change. */
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
  /** The same for what something else is made of: as it was at `notBefore` or later, and never a last one. */
  getCurrent: <Made>(key: string, making: Making<Made, Seen>, notBefore: number) => Promise<Made>;
  /** This process changed something, and it is committed. `isRare`: it is seen at once however much else is changed. */
  noteChange: (isRare?: boolean) => void;
};

type Entry = {
  made: unknown;
  making: Making<unknown, unknown>;
  /** It was right at this moment. */
  rightAt: number;
  madeAt: number;
  /** From the look before it until it was made. */
  tookMs: number;
  /** To make it anew failed at this moment. */
  failedAt: number;
};

/** So long the last ones are given while the database is away, or what makes them is at fault. */
const KEPT_MS = 10 * 60_000;
/** A database that doesn't answer a look for this long is away. */
export const SILENT_MS = 3_000;
/** In this last part of its time somebody's request begins the next look, for which nobody waits. */
const AHEAD = 0.1;
/**
 * What takes long to make is begun earlier, by as much as it took, but by no more than this part of its time: making
 * pages all the time would keep buyers waiting.
 */
const AHEAD_MOST = 0.3;
/** What is due within this part of the time shares one look, and is due together from then on. */
const SHARED = 0.5;
/** Changes of this process that are seen at once, before they are seen as late as those of others. */
const PROMPT_MOST = 10;
const PROMPT_EVERY_MS = 2_000;
/** Three changes in so short a time are a crowd's: nobody could tell whose is seen, and all visitors would wait for each. */
const CROWD_MS = 100;

export function openReadyStore<Seen>(options: StoreOptions<Seen>): ReadyStore<Seen> {
  const { everyMs, most, now = () => performance.now(), pause = waitFor } = options;
  const entries = new Map<string, Entry>();
  /** What is being made anew. */
  const flights = new Map<string, Promise<unknown>>();
  const looks = openLooks(options, now);
  let [changedAt, prompts, promptsAt] = [-Infinity, PROMPT_MOST, 0];
  /** When the last two changes were noted. */
  let noted: [number, number] = [-Infinity, -Infinity];

  /** Whether it is older than what this process changed and is to be seen at once. */
  const isBehind = ({ rightAt, making }: Entry) => making.isPrompt === true && rightAt < changedAt;

  /** The age at which somebody's request begins to make it anew: mostly it is there before anybody has to wait. */
  const dueAfter = ({ tookMs }: Entry) =>
    everyMs - Math.min(AHEAD * everyMs + tookMs, AHEAD_MOST * everyMs);

  /** Whether the last one is given at once: it can't be made anew, and it isn't time to try again. */
  function isFaulty(key: string, entry: Entry, at: number): boolean {
    const hasFailed = entry.failedAt >= (isBehind(entry) ? changedAt : entry.rightAt);
    return hasFailed && (at - entry.failedAt < everyMs || flights.has(key));
  }

  function take(key: string): unknown {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    const at = now();
    // The first one of a map is the one that nobody asked for the longest time.
    entries.delete(key);
    entries.set(key, entry);
    const age = at - entry.rightAt;
    if (age < everyMs && !isBehind(entry)) {
      if (age >= dueAfter(entry) && !flights.has(key))
        void begin(key, entry.making, -Infinity).catch(() => {});
      return entry.made;
    }
    if (age > KEPT_MS || everyMs === 0) return null;
    return isFaulty(key, entry, at) || looks.areFailing(at) ? entry.made : null;
  }

  async function get<Made>(key: string, making: Making<Made, Seen>): Promise<Made> {
    const taken = take(key);
    if (taken !== null) return taken as Made;
    const [entry, at] = [entries.get(key), now()];
    const coming = getCurrent(key, making, at - everyMs);
    if (entry === undefined || at - entry.rightAt > KEPT_MS) return coming;
    const giveLast = () => (entries.get(key) ?? entry).made as Made;
    try {
      return (await whileAnswered(coming)) ?? giveLast();
    } catch (error) {
      if (isRefusal(error) || !entries.has(key)) throw error;
      return giveLast();
    }
  }

  /** Waits for what is made anew while the database answers; null where it doesn't: the last one is better than nothing. */
  async function whileAnswered<Made>(coming: Promise<Made>): Promise<Made | null> {
    for (;;) {
      const made = await Promise.race([coming, pause(SILENT_MS).then(() => null)]);
      if (made !== null || looks.areFailing(now())) return made;
      void looks.last(now() - everyMs).catch(() => {});
    }
  }

  async function getCurrent<Made>(
    key: string,
    making: Making<Made, Seen>,
    notBefore: number,
  ): Promise<Made> {
    for (;;) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.rightAt >= notBefore && !isBehind(entry))
        return entry.made as Made;
      const flight = flights.get(key);
      if (flight === undefined)
        return begin(key, making as Making<unknown, unknown>, notBefore) as Promise<Made>;
      // It may have begun before the change that its asker knows of.
      await flight;
    }
  }

  function begin(
    key: string,
    making: Making<unknown, unknown>,
    notBefore: number,
  ): Promise<unknown> {
    const promise = renew(key, making, notBefore).finally(() => flights.delete(key));
    flights.set(key, promise);
    return promise;
  }

  async function renew(
    key: string,
    making: Making<unknown, unknown>,
    notBefore: number,
  ): Promise<unknown> {
    const entry = entries.get(key);
    const begunAt = now();
    try {
      const changed = making.isPrompt === true ? changedAt : -Infinity;
      const look = await looks.last(Math.max(notBefore, changed, begunAt - SHARED * everyMs));
      if (entry !== undefined && (await isStillRight(entry, look))) {
        entry.rightAt = look.at;
        return entry.made;
      }
      const before = entry !== undefined && begunAt - entry.rightAt <= KEPT_MS ? entry.made : null;
      const made = await making.make(look, before);
      const madeAt = now();
      entries.delete(key);
      entries.set(key, {
        made,
        making,
        rightAt: look.at,
        madeAt,
        tookMs: madeAt - begunAt,
        failedAt: -Infinity,
      });
      const [first] = entries.keys();
      if (entries.size > most) entries.delete(first!);
      return made;
    } catch (error) {
      if (isRefusal(error)) entries.delete(key);
      else if (entry !== undefined) {
        entry.failedAt = now();
        options.onFailure(error);
      }
      throw error;
    }
  }

  async function isStillRight({ made, making, madeAt }: Entry, look: Look<Seen>): Promise<boolean> {
    if (making.lastsMs !== undefined && now() - madeAt > making.lastsMs) return false;
    return making.isStill(made, look);
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
  }

  return { take, get, getCurrent, noteChange };
}

/** The looks of a process: one at a time, and none while the last one is good. */
function openLooks<Seen>(
  { look, everyMs }: StoreOptions<Seen>,
  now: () => number,
): {
  /** The last look, or a new one, which nobody began before `notBefore`. */
  last: (notBefore: number) => Promise<Look<Seen>>;
  /** Whether the database is away: the last look failed a moment ago, or has no answer. */
  areFailing: (at: number) => boolean;
} {
  let last: Look<Seen> | null = null;
  let underWay: { since: number; promise: Promise<Look<Seen>> } | null = null;
  let failure: { at: number; error: unknown } | null = null;

  const failedLately = (at: number) => failure !== null && at - failure.at < everyMs;
  const isSilent = (at: number) => underWay !== null && at - underWay.since >= SILENT_MS;

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
    const mine = { since: at, promise: lookNow(at).finally(end) };
    underWay = mine;
    return mine.promise;
  }

  return {
    areFailing: (at) => failedLately(at) || isSilent(at),
    last: async (notBefore) => {
      const at = now();
      if (everyMs > 0 && last !== null && last.at >= notBefore) return last;
      const isNew = underWay !== null && underWay.since >= notBefore;
      // While the database is silent, no connection more waits for it.
      if (underWay !== null && everyMs > 0 && (isNew || isSilent(at))) return underWay.promise;
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
