// Visitors, as a separate process, who request public pages over persistent connections. Run it as `node visitors.ts
// VISITING`, where VISITING is JSON. Prints the results as JSON.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Visiting = {
  address: string;
  paths: string[];
  /** Number of visitors; each requests one page at a time. */
  visitors: number;
  /** How many pages all visitors together request in a second. Omitted: each visitor pauses for a moment after a page. */
  pagesPerSecond?: number;
  /** How many pages are due at the same moment; the next batch is due when these pages would be over at that rate. */
  atOnce?: number;
  /** How long the visitors come. Omitted: until standard input ends. */
  seconds?: number;
  /** How long a visitor waits for a page. */
  patienceMs?: number;
};

export type Visited = {
  /** How often each status came; 0: no response. */
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
 * Counts latencies in tenths of a millisecond, up to this many. Half an hour of single values would fill the memory.
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
 * Measures from the time a page was due, not from the time it was requested: if the page before delays a visitor, that
 * delay counts too.
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
      (answer) => {
        answer.resume();
        answer.once('end', () => {
          const status = answer.statusCode!;
          // The shop sets an id on each response; a balancer sets none on its own responses.
          const whose = answer.headers['x-request-id'] === undefined ? ' of the balancer' : '';
          if (status !== 200) fail(`${status}${whose}`, path);
          resolve(status);
        });
        answer.once('error', () => nothing());
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
