// Caches responses that are the same for every visitor. Each has a time to live, and only one rebuild of a key runs at
// a time. While rebuilding fails, the cache serves the stale value. The cache knows nothing about its contents (choice
// 830).

/** A value and the time at which the value was current (`performance.now`). */
type Cached<Value> = { value: Value; at: number };

/**
 * Builds a value from data that was read at `asOf` or later. `last`: the value to replace, or null if there is none.
 */
export type Build<Value> = (asOf: number, last: Value | null) => Promise<Cached<Value>>;

type Options = {
  /**
   * Time to live. While the database answers, no visitor gets an older value. If it is 0, every request rebuilds the
   * value, and steps have no time limit.
   */
  ttlMs: number;
  /** The maximum number of bytes of all values together. The values unused for longest are dropped first. */
  bytesMax: number;
  bytesOf: (value: unknown) => number;
  /**
   * Says what a build's error means. `answer`: the error is the right response now, but must not be cached. `away`: the
   * database is unreachable. After `away` and `fault`, a stale value is served.
   */
  kindOf: (error: unknown) => 'answer' | 'away' | 'fault';
  /** Makes the error with which a step fails if it took too long or was not tried. */
  unavailable: () => Error;
  /** Called when a rebuild failed and a stale value is served. */
  onStale: (error: unknown) => void;
};

export type ResponseCache = {
  /** Returns the value of a key if it is fresh. If this returns null, call `get`. */
  peek: (key: string) => unknown;
  /**
   * Returns the value of a key, and rebuilds it first if it is older than `newerThan` (by default: now minus the time
   * to live). If the build fails and there is no value from the last ten minutes, rejects with the build's error.
   */
  get: <Value>(key: string, build: Build<Value>, newerThan?: number) => Promise<Cached<Value>>;
  /**
   * Runs one step of a build that queries the database. If the step takes three seconds, it rejects with `unavailable`,
   * and the database then counts as unreachable. While it does, one step in each time to live tests whether the
   * database answers again, and all other steps are rejected at once (choice 833).
   */
  step: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Thrown by a build whose result must not be cached. The `cause` of this error is the result. */
export class NotCached extends Error {}

/** Longest time for which a stale value is served. */
const STALE_MS = 10 * 60_000;
const STEP_MS = 3_000;
/**
 * A rebuild may use data whose age is at most this part of the time to live. So values that expire at about the same
 * time share their data.
 */
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

  const isResponse = (error: unknown) => error instanceof NotCached || kindOf(error) === 'answer';

  /** Moves an entry to the end of the map, so that the first entry is the one unused for longest. */
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
      if (isResponse(error)) drop(key);
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
        // A rebuild that began before this caller's change may not contain the change.
        if (asOf >= newerThan || built.at >= newerThan) return built;
      } catch (error) {
        const stale = isResponse(error) ? null : find(key);
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
