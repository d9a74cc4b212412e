// Notices endpoints that became slow, without Prometheus. It uses the rule of ShopEndpointSlow in `conditions.ts`, and
// compares the durations in this process with the durations in all processes on the day before.
import { quantileOf } from '#domain/histogram.ts';
import {
  ENDPOINT_BOUNDS_S,
  isSlow,
  SLOW_REQUESTS_LEAST,
  SLOW_FOR_S,
  SLOW_WINDOW_S,
} from '#domain/slow-endpoint.ts';
import type { Context } from '../runtime/context.ts';
import {
  insertMedians,
  listUsualMedians,
  type EndpointMedian,
} from './endpoint-medians-queries.ts';
import type { EndpointTimes, Timings } from './timings.ts';

const POLL_EVERY_MS = 60_000;
/** Timers are inexact. A poll counts as on time if it comes at most this much too early or too late. */
const MARGIN_MS = POLL_EVERY_MS / 2;

export type SpeedWatch = {
  /** Does the work of one minute, and never throws. */
  poll: () => Promise<void>;
  /** The endpoints that the last poll found slow, with their medians. */
  slow: () => readonly EndpointMedian[];
  stop: () => Promise<void>;
};

/** The counts of all endpoints at one moment. */
type Snapshot = { at: number; counts: Map<EndpointTimes, Float64Array> };

type Slow = EndpointMedian & { dayBefore: number | null };

/** Starts watching. `pollsByItself`: false in tests, because tests call `poll` themselves. */
export function watchSpeed(
  context: Context,
  timings: Timings,
  { pollsByItself = true }: { pollsByItself?: boolean } = {},
): SpeedWatch {
  let snapshots = [takeSnapshot()];
  /** The medians of the day before, by endpoint, or null if they were not read yet. */
  let dayBefore: ReadonlyMap<string, number> | null = null;
  let storedAt = context.now().getTime();
  /** When each slow endpoint became slow. */
  let slowSince = new Map<string, number>();
  let isTold = false;
  let found: Slow[] = [];

  function takeSnapshot(): Snapshot {
    const vital = [...timings.endpoints()].filter((one) => one.vital !== undefined);
    return {
      at: context.now().getTime(),
      counts: new Map(vital.map((one) => [one, one.own.counts.slice()])),
    };
  }

  /** Computes the medians of the last five minutes. */
  function mediansUpTo(now: Snapshot): EndpointMedian[] {
    const from = now.at - SLOW_WINDOW_S * 1000 - MARGIN_MS;
    const inside = snapshots.filter(({ at }) => at >= from);
    // If the process paused for longer than the window, the last snapshot before the pause is used.
    snapshots = inside.length > 0 ? inside : snapshots.slice(-1);
    const [oldest] = snapshots;
    return [...now.counts].flatMap(([endpoint, counts]) => {
      const before = oldest?.counts.get(endpoint);
      const lately = counts.map((count, at) => count - (before?.[at] ?? 0));
      const requests = lately.reduce((sum, count) => sum + count, 0);
      if (requests < SLOW_REQUESTS_LEAST) return [];
      const seconds = quantileOf(0.5, ENDPOINT_BOUNDS_S, lately)!;
      return [{ endpoint: `${endpoint.method} ${endpoint.route}`, seconds }];
    });
  }

  async function rememberAndCompare(medians: EndpointMedian[], at: number): Promise<void> {
    if (at - storedAt < SLOW_WINDOW_S * 1000 - MARGIN_MS) return;
    storedAt = at;
    await insertMedians(context.db, medians, new Date(at));
    dayBefore = await readDayBefore();
  }

  async function readDayBefore(): Promise<ReadonlyMap<string, number>> {
    const usual = await listUsualMedians(context.db, context.now());
    return new Map(usual.map(({ endpoint, seconds }) => [endpoint, seconds]));
  }

  function judge(medians: EndpointMedian[], usual: ReadonlyMap<string, number>, at: number): void {
    const slow = medians
      .map((one) => ({ ...one, dayBefore: usual.get(one.endpoint) ?? null }))
      .filter((one) => isSlow(one.seconds, one.dayBefore));
    found = slow;
    slowSince = new Map(
      slow.map(({ endpoint }) => [endpoint, slowSince.get(endpoint) ?? at] as const),
    );
    const toTell = slow.filter(
      ({ endpoint }) => at - slowSince.get(endpoint)! >= SLOW_FOR_S * 1000 - MARGIN_MS,
    );
    if (toTell.length > 0) tell(toTell);
    else if (isTold)
      context.log.info({ event: 'endpoint_slow_over' }, 'No endpoint is slow any more');
    isTold = toTell.length > 0;
  }

  function tell(slow: Slow[]): void {
    const dearest = timings.dearestStatement();
    const endpoints = slow.map((one) => ({
      endpoint: one.endpoint,
      medianMs: inMs(one.seconds),
      dayBeforeMs: one.dayBefore === null ? null : inMs(one.dayBefore),
    }));
    context.log.warn(
      {
        event: 'endpoint_slow',
        endpoints,
        statement: dearest?.name ?? null,
        statementSeconds: dearest === null ? null : Number(dearest.seconds.toFixed(3)),
      },
      `Slow endpoints: ${slow.map(({ endpoint }) => endpoint).join(', ')}. Statement with the most database time: ${dearest?.name ?? 'none'}`,
    );
  }

  async function poll(): Promise<void> {
    try {
      const now = takeSnapshot();
      const medians = mediansUpTo(now);
      snapshots.push(now);
      dayBefore ??= await readDayBefore();
      judge(medians, dayBefore, now.at);
      timings.chooseStatements();
      await rememberAndCompare(medians, now.at);
    } catch (error) {
      // If the database can't be reached, the watch continues with the values in memory.
      context.log.debug(
        { event: 'endpoint_speed_not_stored', err: error },
        'Could not store the speed of endpoints, will retry in a minute',
      );
    }
  }

  let polling: Promise<void> = Promise.resolve();
  const timer = pollsByItself
    ? setInterval(() => {
        polling = poll();
      }, POLL_EVERY_MS).unref()
    : undefined;
  return {
    poll,
    slow: () => found,
    stop: async () => {
      clearInterval(timer);
      await polling;
    },
  };
}

function inMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
