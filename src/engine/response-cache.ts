// Cache of responses that are the same for every visitor: a time to live, one rebuild of a key at a time, and the stale
// value while rebuilding fails. It knows nothing of what is cached (choice 830).

/** A value, and the moment at which it was current (`performance.now`). */
type Cached<Value> = { value: Value; at: number };

/** Builds a value from data that was read at `asOf` or later. `last` is the value that it replaces, or null. */
export type Build<Value> = (asOf: number, last: Value | null) => Promise<Cached<Value>>;

type Options = {
  /** While the database answers, nobody gets a value that is older. 0: every request rebuilds, and steps have no limit. */
  ttlMs: number;
  /** Bounds all values together; those that nobody asked for the longest time go first. */
  bytesMax: number;
  bytesOf: (value: unknown) => number;
  /**
   * What a build's error says: `answer` is the answer of now, though nothing to cache; `away` means that the database gave none;
   * after any other a stale value is served.
   */
  kindOf: (error: unknown) => 'answer' | 'away' | 'fault';
  /** What a step is rejected with that took too long, or wasn't tried. */
  unavailable: () => Error;
  /** Rebuilding failed, and a stale value is served. */
  onStale: (error: unknown) => void;
};

export type ResponseCache = {
  /** The value of a key if it is fresh; null: call `get`. */
  peek: (key: string) => unknown;
  /**
   * The value of a key, rebuilt if it is older than `newerThan` (default: the time to live ago). Rejects as the build does
   * if there is no value of the last ten minutes either.
   */
  get: <Value>(key: string, build: Build<Value>, newerThan?: number) => Promise<Cached<Value>>;
  /**
   * One step of a build that asks the database. Rejects with `unavailable` after three seconds. Then the database counts as
   * away: one step at a time, once a second, tries whether it is back, and all others are rejected at once (choice 833).
   */
  step: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Thrown by a build whose result, the `cause`, is not to be cached. */
export class NotCached extends Error {}

/** How long a stale value is served. */
const STALE_MS = 10 * 60_000;
const STEP_MS = 3_000;
/** Values that expire within this part of the time to live share what they are built from. */
const SHARED = 0.5;

type Entry = Cached<unknown> & { bytes: number; retryAt: number };
type Rebuild = { asOf: number; promise: Promise<Cached<unknown>> };

export function openResponseCache(options: Options): ResponseCache {
  const { ttlMs, bytesMax, bytesOf, kindOf, unavailable, onStale } = options;
  const entries = new Map<string, Entry>();
  const rebuilds = new Map<string, Rebuild>();
  let [bytes, awaySince, isProbing] = [0, null as number | null, false];

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  const isAnswer = (error: unknown) => error instanceof NotCached || kindOf(error) === 'answer';

  /** Puts an entry last: the first of the map is the one that nobody asked for the longest time. */
  function store(key: string, entry: Entry): Entry {
    drop(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    return entry;
  }

  function find(key: string): Entry | null {
    const entry = entries.get(key);
    if (entry === undefined || performance.now() - entry.at > STALE_MS) return null;
    return store(key, entry);
  }

  async function rebuild(key: string, build: Build<unknown>, asOf: number): Promise<Entry> {
    const last = find(key);
    try {
      const { value, at } = await build(asOf, last?.value ?? null);
      const entry = store(key, { value, at, bytes: bytesOf(value), retryAt: 0 });
      while (bytes > bytesMax) drop(entries.keys().next().value!);
      return entry;
    } catch (error) {
      if (isAnswer(error)) drop(key);
      else if (last !== null) {
        last.retryAt = performance.now() + ttlMs;
        onStale(error);
      }
      throw error;
    }
  }

  function begin(key: string, build: Build<unknown>, newerThan: number): Rebuild {
    const asOf = Math.max(newerThan, performance.now() - SHARED * ttlMs);
    const promise = rebuild(key, build, asOf).finally(() => rebuilds.delete(key));
    rebuilds.set(key, { asOf, promise });
    return { asOf, promise };
  }

  async function get(
    key: string,
    build: Build<unknown>,
    newerThan = performance.now() - ttlMs,
  ): Promise<Cached<unknown>> {
    for (;;) {
      const entry = find(key);
      if (entry !== null) {
        const isTried =
          entry.retryAt > performance.now() || (awaySince !== null && rebuilds.has(key));
        if (entry.at > newerThan || isTried) return entry;
      }
      const { asOf, promise } = rebuilds.get(key) ?? begin(key, build, newerThan);
      try {
        const built = await promise;
        // A rebuild that began earlier may have missed the change that its asker knows of.
        if (asOf >= newerThan || built.at >= newerThan) return built;
      } catch (error) {
        const stale = isAnswer(error) ? null : find(key);
        if (stale === null) throw error;
        return stale;
      }
    }
  }

  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (ttlMs === 0) return work();
    const isProbe = awaySince !== null;
    const isRefused = isProbe && (isProbing || performance.now() - awaySince! < ttlMs);
    if (isRefused) throw unavailable();
    isProbing ||= isProbe;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(unavailable()), STEP_MS);
    try {
      const result = await Promise.race([work(), late]);
      awaySince = null;
      return result;
    } catch (error) {
      if (kindOf(error) === 'away') awaySince = performance.now();
      throw error;
    } finally {
      clearTimeout(timer);
      if (isProbe) isProbing = false;
    }
  }

  function peek(key: string): unknown {
    const entry = find(key);
    return entry !== null && performance.now() - entry.at < ttlMs ? entry.value : null;
  }

  return { peek, get: get as ResponseCache['get'], step };
}
