// Visitors, as a process of their own: so many requests a second for public pages, over kept connections. Prints what came of it
// as JSON: `node visitors.ts VISITING`, which is JSON too.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Visiting = {
  address: string;
  paths: string[];
  /** Each asks for one page at a time. */
  visitors: number;
  pagesPerSecond: number;
  /** So many pages are due at the same moment, and as many again when their time has passed. */
  atOnce: number;
  seconds: number;
};

export type Visited = {
  /** How often each status came; 0: none did. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  slowest: number;
};

const PATIENCE_MS = 30_000;
/** Latencies are counted by tenths of a millisecond up to here: half an hour of them would fill the memory. */
const SLOTS = 100_000;

const { address, paths, visitors, pagesPerSecond, atOnce, seconds } = JSON.parse(
  process.argv[2]!,
) as Visiting;
const last = pagesPerSecond * seconds;
const agent = new Agent({ keepAlive: true, maxSockets: visitors });
const statuses: Record<string, number> = {};
const slots = new Uint32Array(SLOTS);
let slowest = 0;

/** When a page was due counts, not when somebody came to ask for it: who is kept waiting by the one before waits as well. */
async function visit(visitor: number, startedAt: number): Promise<void> {
  for (let turn = visitor; turn < last; turn += visitors) {
    const dueAt = startedAt + ((turn - (turn % atOnce)) / pagesPerSecond) * 1000;
    if (dueAt > performance.now()) await wait(dueAt - performance.now());
    const status = await read(paths[turn % paths.length]!);
    const ms = performance.now() - dueAt;
    statuses[status] = (statuses[status] ?? 0) + 1;
    slots[Math.min(SLOTS - 1, Math.floor(ms * 10))]! += 1;
    slowest = Math.max(slowest, ms);
  }
}

function read(path: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
    const asked = request(
      `${address}${path}`,
      { agent, headers, timeout: PATIENCE_MS },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode!));
        answer.once('error', () => resolve(0));
      },
    );
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

function quantile(share: number): number {
  const all = slots.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return slots.findIndex((count) => (below += count) > all * share) / 10;
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: visitors }, (_none, visitor) => visit(visitor, startedAt)));
agent.destroy();
const visited: Visited = { statuses, p50: quantile(0.5), p99: quantile(0.99), slowest };
process.stdout.write(JSON.stringify(visited));
