// Runs visitors, in a separate process, who request public pages over persistent connections. Usage: `node visitors.ts
// VISITING`, where VISITING is JSON. Prints the results as JSON.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Visiting = {
  address: string;
  paths: string[];
  /** The number of visitors. Each of them requests one page at a time. */
  visitors: number;
  /**
   * How many pages all visitors together request in a second. If omitted, each visitor pauses for a moment after a
   * page.
   */
  pagesPerSecond?: number;
  /**
   * How many pages are due at the same moment. The rate `pagesPerSecond` decides after which time the next pages are
   * due.
   */
  atOnce?: number;
  /** How long the visitors come, in seconds. If omitted, they come until standard input ends. */
  seconds?: number;
  /** How long a visitor waits for a page. */
  patienceMs?: number;
};

export type Visited = {
  /** How often each status came. The status 0 means that no response came. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  slowest: number;
  /** How many pages failed, by status and path. */
  failed: Record<string, number>;
};

const WAIT_MS = 30_000;
const PAUSE_MS = 50;
/**
 * The longest latency that is counted, in tenths of a millisecond. Counts how often each latency occurs, because a
 * list of half an hour's latencies would fill the memory.
 */
const SLOTS = 100_000;

const {
  address,
  paths,
  visitors,
  pagesPerSecond,
  atOnce = 1,
  seconds = Infinity,
  patienceMs = WAIT_MS,
} = JSON.parse(process.argv[2]!) as Visiting;
const last = (pagesPerSecond ?? Infinity) * seconds;
let isOver = false;
if (seconds === Infinity) process.stdin.once('end', () => (isOver = true)).resume();
const agent = new Agent({ keepAlive: true, maxSockets: visitors });
const statuses: Record<string, number> = {};
const failed: Record<string, number> = {};
const slots = new Uint32Array(SLOTS);
let slowest = 0;

/**
 * Measures from the time at which a page was due, not from its request. If the previous page delayed the visitor,
 * that delay is included.
 */
async function visit(visitor: number, startedAt: number): Promise<void> {
  for (let turn = visitor; turn < last && !isOver; turn += visitors) {
    const dueAt =
      pagesPerSecond === undefined
        ? performance.now()
        : startedAt + ((turn - (turn % atOnce)) / pagesPerSecond) * 1000;
    if (dueAt > performance.now()) await wait(dueAt - performance.now());
    const status = await read(paths[turn % paths.length]!);
    const ms = performance.now() - dueAt;
    statuses[status] = (statuses[status] ?? 0) + 1;
    slots[Math.min(SLOTS - 1, Math.floor(ms * 10))]! += 1;
    slowest = Math.max(slowest, ms);
    if (pagesPerSecond === undefined) await wait(PAUSE_MS);
  }
}

function read(path: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
    const asked = request(
      `${address}${path}`,
      { agent, headers, timeout: patienceMs },
      (response) => {
        response.resume();
        response.once('end', () => {
          const status = response.statusCode!;
          // The shop sets an id on each response. A balancer's own response has none.
          const whose = response.headers['x-request-id'] === undefined ? ' of the balancer' : '';
          if (status !== 200) fail(`${status}${whose}`, path);
          resolve(status);
        });
        response.once('error', () => nothing());
      },
    );
    const nothing = () => {
      fail('no answer', path);
      resolve(0);
    };
    asked.once('timeout', () => asked.destroy());
    asked.once('error', nothing);
    asked.end();
  });
}

function fail(said: string, path: string): void {
  const what = `${said} at ${path}`;
  failed[what] = (failed[what] ?? 0) + 1;
}

function quantile(share: number): number {
  const all = slots.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return slots.findIndex((count) => (below += count) > all * share) / 10;
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: visitors }, (_none, visitor) => visit(visitor, startedAt)));
agent.destroy();
const visited: Visited = { statuses, p50: quantile(0.5), p99: quantile(0.99), slowest, failed };
process.stdout.write(JSON.stringify(visited));
