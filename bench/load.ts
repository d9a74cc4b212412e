// Asks servers in turn and counts: how many answers, how soon, and what they cost the server and Postgres.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export type Side = { name: 'shop' | 'bare'; port: number; pid: number; postgresPid: number };

export type Asking = {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  token?: string;
};

/** What a client asks next of a side; null: there is nothing left to ask for. */
export type Next = (side: Side['name'], client: number) => Asking | null;

export type Figures = {
  requests: number;
  ms: number;
  serverCpuMs: number;
  postgresCpuMs: number;
  latencies: number[];
};

export function none(): Figures {
  return { requests: 0, ms: 0, serverCpuMs: 0, postgresCpuMs: 0, latencies: [] };
}

export function add(sum: Figures, one: Figures): void {
  sum.requests += one.requests;
  sum.ms += one.ms;
  sum.serverCpuMs += one.serverCpuMs;
  sum.postgresCpuMs += one.postgresCpuMs;
  sum.latencies.push(...one.latencies);
}

/** Lets `clients` ask one after the other, for `forMs` or until nothing is left. */
export async function load(
  side: Side,
  clients: number,
  forMs: number,
  next: Next,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const serverBefore = cpuMsOf(side.pid);
  const postgresBefore = treeCpuMsOf(side.postgresPid);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_none, client) => {
      while (performance.now() - startedAt < forMs) {
        const asking = next(side.name, client);
        if (asking === null) return;
        const askedAt = performance.now();
        await send(side, agent, asking);
        latencies.push(performance.now() - askedAt);
      }
    }),
  );
  const ms = performance.now() - startedAt;
  agent.destroy();
  return {
    requests: latencies.length,
    ms,
    serverCpuMs: cpuMsOf(side.pid) - serverBefore,
    postgresCpuMs: treeCpuMsOf(side.postgresPid) - postgresBefore,
    latencies,
  };
}

/** Sends one request; throws on any answer but 200. */
export function send(
  { name, port }: Pick<Side, 'name' | 'port'>,
  agent: Agent,
  { method, path, body, token }: Asking,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    };
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method, path, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${name} answered ${answer.statusCode} to ${method} ${path}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Waits until a server that was just started answers anything at all. */
export async function untilUp(port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server at port ${port} did not start`);
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Most memory that a process ever held, in MB. */
export function memoryPeakMbOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

// As the kernel counts it: user, system, and those of children that ended; in steps of 10 ms.
function cpuMsOf(pid: number, withEnded = false): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return (user + system + (withEnded ? endedUser + endedSystem : 0)) * 10;
}

function treeCpuMsOf(pid: number): number {
  return [pid, ...listChildren(pid)].reduce((sum, one) => {
    try {
      return sum + cpuMsOf(one, one === pid);
    } catch {
      // It ended just now: its parent counts it.
      return sum;
    }
  }, 0);
}

/** The processes that `pid` started itself. */
function listChildren(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        const [, parent] = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return Number(parent) === pid;
      } catch {
        return false;
      }
    });
}
